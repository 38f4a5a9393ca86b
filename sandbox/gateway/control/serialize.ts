/** A failed step does not stop later ones. */
export const serialize = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.then(step)
    last = done.catch(() => {})
    return done
  }
}
