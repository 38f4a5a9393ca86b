/**
 * Shares one process's workers fairly. `perStore` bounds an unresponsive store's share; a free
 * worker serves the store with the fewest running jobs, so one backlog does not delay another
 * store's few.
 */
export const createStoreSlots = <Job>(options: {
  /** Workers for all stores together. */
  workers: number
  perStore: number
  run: (job: Job) => Promise<void>
}) => {
  const { workers, perStore, run } = options
  interface Group {
    name: string
    running: number
    waiting: Job[]
  }
  /** Kept in round-robin order. */
  const groups = new Map<string, Group>()
  const running = new Set<Promise<void>>()
  let waiting = 0

  /** Prefers the fewest running jobs; round robin breaks ties. */
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
      // Moves the store to the end of the round robin.
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
    /** Queues a job, FIFO per store. */
    add: (name: string, job: Job): void => {
      const group = groups.get(name) ?? { name, running: 0, waiting: [] }
      groups.set(name, group)
      group.waiting.push(job)
      waiting += 1
      startWaiting()
    },
    load: () => ({ running: running.size, waiting }),
    /** Returns the queued jobs unstarted. */
    close: (): Job[] => {
      const left = [...groups.values()].flatMap((group) => group.waiting.splice(0))
      waiting = 0
      return left
    },
    ended: () => Promise.all(running),
  }
}
