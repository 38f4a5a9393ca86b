/**
 * Shares the workers of one process among stores. A store has so many of them at a time, so that a shop
 * that does not answer holds its own only; and a worker that is free goes to the store that has the
 * fewest, so that the many jobs of one do not stand before the few of another.
 */
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
}) => {
  interface Group {
    name: string
    running: number
    waiting: Job[]
  }
  /** Whose turn is next comes first. */
  const groups = new Map<string, Group>()
  const running = new Set<Promise<void>>()
  let waiting = 0

  /** Of the stores that have a job and a slot for it, the one that runs least; of those, the next. */
  const nextGroup = (): Group | undefined => {
    let chosen: Group | undefined
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
  }

  return {
    /** Runs the job as soon as its store has a slot and a worker is free; the first of a store comes first. */
    add: (name: string, job: Job): void => {
      const group = groups.get(name) ?? { name, running: 0, waiting: [] }
      groups.set(name, group)
      group.waiting.push(job)
      waiting += 1
      startWaiting()
    },
    /** How many run, and how many wait. */
    load: () => ({ running: running.size, waiting }),
    /** Starts none of those that wait, and returns them. */
    close: (): Job[] => {
      const left = [...groups.values()].flatMap((group) => group.waiting.splice(0))
      waiting = 0
      return left
    },
    /** Resolves when those that run have ended. */
    ended: () => Promise.all(running),
  }
}
