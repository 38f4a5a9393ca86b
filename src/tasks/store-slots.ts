/**
 * Shares the workers of one process among stores. A store has so many slots for each kind of job, so
 * that a shop that does not answer holds its own only; and a worker that is free goes to the store that
 * has the fewest, so that the many jobs of one do not stand before the few of another.
 */
export interface StoreSlots<Job> {
  /**
   * Runs the job in a slot of its group (jobs of one store that have as many slots each). Resolves
   * when it has run, or at once: with `waits` when all slots are spoken for, and it runs later; with
   * `no-room` when too many wait already.
   */
  run(group: string, job: Job): Promise<'ran' | 'waits' | 'no-room'>
  /** Starts nobody of those that wait, and returns them. */
  close(): Job[]
  /** Resolves when those that run have ended. */
  ended(): Promise<void>
}

interface Waiting<Job> {
  job: Job
  slots: number
  /** Told how it went by whoever stays until it has run. */
  ran(): void
  left(): void
  failed(error: unknown): void
}

interface Group<Job> {
  name: string
  taken: number
  /** First come, first served. */
  waiting: Map<string, Waiting<Job>>
}

export const createStoreSlots = <Job>({
  workers,
  slotsOf,
  waitingPerGroup,
  run,
  keyOf,
  onError,
}: {
  /** How many jobs run at a time, of all groups together. */
  workers: number
  slotsOf: (job: Job) => number
  waitingPerGroup: number
  run: (job: Job) => Promise<void>
  /** A job that waits already does not wait a second time. */
  keyOf: (job: Job) => string
  /** A job failed whose caller was told `waits`. */
  onError: (error: unknown, job: Job) => void
}): StoreSlots<Job> => {
  /** Whose turn is next comes first. */
  const groups = new Map<string, Group<Job>>()
  const running = new Set<Promise<void>>()

  const start = (group: Group<Job>, { job, ran, failed }: Waiting<Job>): void => {
    group.taken += 1
    const ending = run(job)
      .then(ran, failed)
      .finally(() => {
        running.delete(ending)
        group.taken -= 1
        if (group.taken === 0 && group.waiting.size === 0) groups.delete(group.name)
        startWaiting()
      })
    running.add(ending)
  }

  /** Of the groups that have a job and a slot for it, the one that runs least; of those, the next. */
  const nextGroup = (): Group<Job> | undefined => {
    let chosen: Group<Job> | undefined
    for (const group of groups.values()) {
      const [first] = group.waiting.values()
      if (!first || group.taken >= first.slots) continue
      if (!chosen || group.taken < chosen.taken) chosen = group
    }
    return chosen
  }

  const startWaiting = (): void => {
    while (running.size < workers) {
      const group = nextGroup()
      const [first] = group?.waiting ?? []
      if (!group || !first) return
      const [key, next] = first
      group.waiting.delete(key)
      // Its turn is over.
      groups.delete(group.name)
      groups.set(group.name, group)
      start(group, next)
    }
  }

  return {
    run: (name, job) => {
      const group = groups.get(name) ?? { name, taken: 0, waiting: new Map<string, Waiting<Job>>() }
      const key = keyOf(job)
      const slots = Math.min(slotsOf(job), workers)
      if (group.waiting.has(key)) return Promise.resolve('waits')
      groups.set(name, group)
      return new Promise((resolve, reject) => {
        const wait = (entry: Omit<Waiting<Job>, 'job' | 'slots'>): void => {
          group.waiting.set(key, { job, slots, ...entry })
          startWaiting()
        }
        // Whoever is sure of a slot stays, so that a process takes no more from the queue than it runs.
        if (group.taken + group.waiting.size < slots) {
          wait({ ran: () => resolve('ran'), left: () => resolve('waits'), failed: reject })
        } else if (group.waiting.size >= waitingPerGroup) resolve('no-room')
        else {
          wait({ ran: () => {}, left: () => {}, failed: (error) => onError(error, job) })
          resolve('waits')
        }
      })
    },
    close: () => {
      const left = [...groups.values()].flatMap(({ waiting }) => [...waiting.values()])
      for (const { waiting } of groups.values()) waiting.clear()
      for (const { left: leave } of left) leave()
      return left.map(({ job }) => job)
    },
    ended: async () => {
      await Promise.all(running)
    },
  }
}
