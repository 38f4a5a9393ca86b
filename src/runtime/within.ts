/**
 * Waits for work for so long, and rejects (`ETIMEDOUT`) if it has not come to its end by then. The work
 * goes on; whatever it ends with afterwards is for nobody.
 */
export const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const working = work()
    // A plain timer: an abort signal costs an error object each time, also where all goes well.
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

/** What it is rejected with whose time is up. */
export const tooLate = (ms: number): Error =>
  Object.assign(new Error(`took longer than ${ms / 1_000} s`), { code: 'ETIMEDOUT' })
