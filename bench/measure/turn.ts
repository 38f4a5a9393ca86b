import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '../contenders/contender.ts'
import type { BenchServer } from '../contenders/installation.ts'
import type { Observer } from './observer.ts'
import { cpuMsOf, cpuMsOfPostgres, memoryMbOf } from './process-costs.ts'

/** What one of the units of a load costs: an event, a checkout. CPU in ms; `NaN` where it is not known. */
export interface Costs {
  statements: number
  commits: number
  walBytes: number
  serviceMs: number
  postgresMs: number
  redisMs: number
}

export interface Turn<T> {
  measured: T
  costs: Costs
  /** The most memory of all processes of the service together. */
  peakMb: number
}

interface Load<T> {
  observer: Observer
  start(): Promise<RunningService>
  /** Brings it to its working temperature. Resolves with how many units that were. */
  warmUp(service: RunningService): Promise<number>
  /** Gets a load ready; what that resolves with is measured. */
  prepare(service: RunningService): Promise<() => Promise<T & { units: number }>>
}

/** What is written after the last answer belongs to the load. */
const AFTERWARDS_MS = 1_000
const AFTER_ITS_END_MS = 300

/**
 * Starts a service, warms it up, measures it under a load, and stops it, so that nothing else runs while
 * the next one has its turn. Statements, WAL and CPU are those of the load alone. Commits are those of
 * the whole life of the service, less those of one without load, and by all units: PostgreSQL hears of them late.
 */
export const takeTurn = async <T>(
  { postmaster }: BenchServer,
  { observer, start, warmUp, prepare }: Load<T>,
): Promise<Turn<T>> => {
  const commitsWithout = await commitsWithoutLoad(observer, start)
  await observer.query('CHECKPOINT')
  const commitsBefore = await observer.commits()
  const service = await start()
  try {
    const warmedUp = await warmUp(service)
    const run = await prepare(service)
    const cpu = () => ({
      serviceMs: cpuMsOf(service.pids),
      postgresMs: cpuMsOfPostgres(postmaster),
      redisMs: service.redisPid === undefined ? 0 : cpuMsOf([service.redisPid]),
    })
    const before = { ...cpu(), ...(await observer.costs()) }
    const measured = await run()
    await sleep(AFTERWARDS_MS)
    const after = { ...cpu(), ...(await observer.costs()) }
    const peakMb = service.pids.reduce((sum, pid) => sum + memoryMbOf(pid, 'VmHWM'), 0)
    await service.stop()
    await sleep(AFTER_ITS_END_MS)
    const commits = (await observer.commits()) - commitsBefore - commitsWithout
    const per = (figure: keyof typeof after) => (after[figure] - before[figure]) / measured.units
    return {
      measured,
      peakMb,
      costs: {
        statements: per('statements'),
        commits: commits / (warmedUp + measured.units),
        walBytes: per('walBytes'),
        serviceMs: per('serviceMs'),
        postgresMs: per('postgresMs'),
        redisMs: per('redisMs'),
      },
    }
  } finally {
    await service.stop()
  }
}

const known = new WeakMap<Observer, number>()

/** What a life of the service on this database commits that has nothing to do. */
const commitsWithoutLoad = async (
  observer: Observer,
  start: Load<unknown>['start'],
): Promise<number> => {
  const found = known.get(observer)
  if (found !== undefined) return found
  const before = await observer.commits()
  const service = await start()
  await sleep(AFTERWARDS_MS)
  await service.stop()
  await sleep(AFTER_ITS_END_MS)
  const commits = (await observer.commits()) - before
  known.set(observer, commits)
  return commits
}
