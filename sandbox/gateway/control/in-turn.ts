/** Runs steps one after another, in the order they came; one that fails holds up no other. */
export const inTurn = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.then(step)
    last = done.catch(() => {})
    return done
  }
}
