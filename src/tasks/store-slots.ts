/**
 * Shares the workers of one process among stores. A store has so many of them at a time, so that a shop
 * that does not answer holds its own only; and a worker that is free goes to the store that has the
 * fewest, so that the many jobs of one do not stand before the few of another.
 */
export interface StoreSlots<Job> {
  /** Runs the job as soon as its store has a slot and a worker is free; the first of a store comes first. */
  add(store: string, job: Job): void
  /** How many run, and how many wait. */
  load(): { running: number; waiting: number }
  /** Starts none of those that wait, and returns them. */
  close(): Job[]
  /** Resolves when those that run have ended. */
  ended(): Promise<void>
}

interface Group<Job> {
  name: string
  running: number
  waiting: Job[]
}

export const createStoreSlots = <Job>({
  workers,
  perStore,
  run,
}: {
  /** How many jobs run at a time, of all stores together. */
  workers: number
  perStore: number
  /** Never rejects. */
  run: (job: Job) => Promise<void>
}): StoreSlots<Job> => {
  /** Whose turn is next comes first. */
  const groups = new Map<string, Group<Job>>()
  const running = new Set<Promise<void>>()
  let waiting = 0

  const start = (group: Group<Job>, job: Job): void => {
    waiting -= 1
    group.running += 1
    // Its turn is over.
    groups.delete(group.name)
    groups.set(group.name, group)
    const ending = run(job).finally(() => {
      running.delete(ending)
      group.running -= 1
      if (group.running + group.waiting.length === 0) groups.delete(group.name)
      startWaiting()
    })
    running.add(ending)
  }

  /** Of the stores that have a job and a slot for it, the one that runs least; of those, the next. */
  const nextGroup = (): Group<Job> | undefined => {
    let chosen: Group<Job> | undefined
    for (const group of groups.values()) {
      if (group.waiting.length === 0 || group.running >= perStore) continue
      if (!chosen || group.running < chosen.running) chosen = group
    }
    return chosen
  }

  const startWaiting = (): void => {
    while (running.size < workers) {
      const group = nextGroup()
      const job = group?.waiting.shift()
      if (!group || !job) return
      start(group, job)
    }
  }

  return {
    add: (name, job) => {
      const group = groups.get(name) ?? { name, running: 0, waiting: [] }
      groups.set(name, group)
      group.waiting.push(job)
      waiting += 1
      startWaiting()
    },
    load: () => ({ running: running.size, waiting }),
    close: () => {
      const left = [...groups.values()].flatMap((group) => group.waiting.splice(0))
      waiting = 0
      return left
    },
    ended: async () => {
      await Promise.all(running)
    },
  }
}
