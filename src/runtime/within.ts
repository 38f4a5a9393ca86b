import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for work for so long, and rejects (`ETIMEDOUT`) if it has not come to its end by then. The work
 * goes on; whatever it ends with afterwards is for nobody.
 */
export const within = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const isOver = new AbortController()
  const working = work()
  working.catch(() => {})
  try {
    return await Promise.race([working, sleep(ms, undefined, isOver).then(() => tooLate(ms))])
  } finally {
    isOver.abort()
  }
}

const tooLate = (ms: number): never => {
  throw Object.assign(new Error(`took longer than ${ms / 1_000} s`), { code: 'ETIMEDOUT' })
}
