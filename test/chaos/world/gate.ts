/** Readers-writer lock: many inside, or one alone. */
export interface Gate {
  enter<T>(work: () => Promise<T>): Promise<T>
  alone<T>(work: () => Promise<T>): Promise<T>
}

export const createGate = (): Gate => {
  const inside = new Set<Promise<unknown>>()
  let closed: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const enter: Gate['enter'] = async (work) => {
    while (isClosed) await closed
    const being = work()
    inside.add(being)
    try {
      return await being
    } finally {
      inside.delete(being)
    }
  }
  const alone: Gate['alone'] = async (work) => {
    while (isClosed) await closed
    isClosed = true
    const being = Promise.allSettled(inside).then(work)
    closed = being
      .catch(() => {})
      .finally(() => {
        isClosed = false
      })
    return being
  }
  return { enter, alone }
}
