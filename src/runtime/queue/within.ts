/** Rejects with `ETIMEDOUT` after `ms`; the work continues, its outcome dropped. */
export const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const working = work()
    // An abort signal would create an error object even on success.
    const late = setTimeout(() => reject(tooLate(ms)), ms)
    working.then(
      (result) => {
        clearTimeout(late)
        resolve(result)
      },
      (error) => {
        clearTimeout(late)
        reject(error)
      },
    )
  })

export const tooLate = (ms: number): Error =>
  Object.assign(new Error(`took longer than ${ms / 1_000} s`), { code: 'ETIMEDOUT' })
