/** Rejects with `ETIMEDOUT` after `ms`; drops a later outcome. */
export const within = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const working = work()
  const { promise, reject } = Promise.withResolvers<never>()
  // An abort signal would create an error object even on success.
  const late = setTimeout(() => reject(tooLate(ms)), ms)
  return Promise.race([working, promise]).finally(() => clearTimeout(late))
}

export const tooLate = (ms: number): Error =>
  Object.assign(new Error(`took longer than ${ms / 1_000} s`), { code: 'ETIMEDOUT' })
