/** Bounds on work of this process that contends for one resource. */
export interface BulkheadBounds {
  atOnce: number
  atOncePerKey: number
  waiting: number
  waitingPerKey: number
  /** Longest wait, in milliseconds. */
  waitMs: number
}

type Ran<T> = { outcome: 'done'; value: T } | { outcome: 'busy' }

export interface Bulkhead {
  /**
   * Runs the work once there is room, in the order of arrival, except that a key without room holds up
   * no other key. `busy`: too many wait, or the wait took too long; nothing ran.
   */
  run<T>(key: string, work: (run: { hasWaited: boolean }) => Promise<T>): Promise<Ran<T>>
}

interface Waiting {
  key: string
  begin(): void
}

export const createBulkhead = (bounds: BulkheadBounds): Bulkhead => {
  const running = createTally()
  const waiting = createTally()
  const queue = new Set<Waiting>()

  const hasRoom = (key: string): boolean =>
    running.total() < bounds.atOnce && running.of(key) < bounds.atOncePerKey

  const wait = (key: string): Promise<boolean> => {
    const isFull = queue.size >= bounds.waiting || waiting.of(key) >= bounds.waitingPerKey
    if (isFull) return Promise.resolve(false)
    return new Promise((resolve) => {
      const end = (isAdmitted: boolean): void => {
        clearTimeout(timer)
        queue.delete(waiter)
        waiting.add(key, -1)
        resolve(isAdmitted)
      }
      const begin = (): void => {
        running.add(key, 1)
        end(true)
      }
      const waiter = { key, begin }
      const timer = setTimeout(end, bounds.waitMs, false)
      queue.add(waiter)
      waiting.add(key, 1)
    })
  }

  const leave = (key: string): void => {
    running.add(key, -1)
    for (const next of queue) {
      if (running.total() >= bounds.atOnce) return
      if (hasRoom(next.key)) next.begin()
    }
  }

  return {
    run: async (key, work) => {
      const hasWaited = !hasRoom(key)
      if (!hasWaited) running.add(key, 1)
      else if (!(await wait(key))) return { outcome: 'busy' }
      try {
        return { outcome: 'done', value: await work({ hasWaited }) }
      } finally {
        leave(key)
      }
    },
  }
}

/** Forgets a key at zero, which bounds memory. */
const createTally = () => {
  const counts = new Map<string, number>()
  let total = 0
  return {
    total: (): number => total,
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string, amount: number): void => {
      total += amount
      const now = (counts.get(key) ?? 0) + amount
      if (now > 0) counts.set(key, now)
      else counts.delete(key)
    },
  }
}
