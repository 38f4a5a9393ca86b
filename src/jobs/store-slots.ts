/**
 * Keeps one store from taking all workers: a shop that does not answer holds its own slots only.
 * Whoever finds them taken waits in the store's queue, first come first served.
 */
export interface StoreSlots<Job> {
  /**
   * Runs the job in a slot of its group (jobs of one store that have as many slots each), and afterwards those that wait for one there. Resolves at
   * once with `waits` when all slots are taken, and with `no-room` when too many wait already.
   */
  run(group: string, job: Job): Promise<'ran' | 'waits' | 'no-room'>
  /** Lets nobody in any more, and returns who was waiting. */
  close(): Job[]
}

export const createStoreSlots = <Job>({
  slotsOf,
  waitingPerStore,
  run,
  keyOf,
}: {
  slotsOf: (job: Job) => number
  waitingPerStore: number
  run: (job: Job) => Promise<void>
  /** A job that waits already does not wait a second time. */
  keyOf: (job: Job) => string
}): StoreSlots<Job> => {
  const stores = new Map<string, { taken: number; waiting: Map<string, Job> }>()

  const nextOf = (waiting: Map<string, Job>): Job | undefined => {
    for (const [key, job] of waiting) {
      waiting.delete(key)
      return job
    }
    return undefined
  }

  return {
    run: async (group, job) => {
      const store = stores.get(group) ?? { taken: 0, waiting: new Map<string, Job>() }
      stores.set(group, store)
      if (store.taken >= slotsOf(job)) {
        const key = keyOf(job)
        if (!store.waiting.has(key) && store.waiting.size >= waitingPerStore) return 'no-room'
        store.waiting.set(key, job)
        return 'waits'
      }
      store.taken += 1
      const errors: unknown[] = []
      for (let next: Job | undefined = job; next; next = nextOf(store.waiting)) {
        await run(next).catch((error) => errors.push(error))
      }
      store.taken -= 1
      if (store.taken === 0) stores.delete(group)
      if (errors.length > 0) throw errors[0]
      return 'ran'
    },
    close: () => {
      const waiting = [...stores.values()].flatMap((store) => [...store.waiting.values()])
      for (const store of stores.values()) store.waiting.clear()
      return waiting
    },
  }
}
