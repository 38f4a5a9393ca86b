/** Serialises async steps, past failed ones. */
export const serialize = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.then(step)
    last = done.catch(() => {})
    return done
  }
}
