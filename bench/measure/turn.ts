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

/** PostgreSQL counts what was committed until then once somebody commits again. */
const BEFORE_COUNTING_MS = 1_100
/** What is written after the last answer belongs to the load. */
const AFTERWARDS_MS = 1_000
const AFTER_ITS_END_MS = 300

/**
 * Starts a service, warms it up, measures it under a load, and stops it, so that nothing else runs while
 * the next one has its turn. Statements, WAL and CPU are those of the load alone. Commits are those
 * from before the warm-up to the end of the service, by as many units: PostgreSQL hears of them late.
 */
export const takeTurn = async <T>(
  { postmaster }: BenchServer,
  { observer, start, warmUp, prepare }: Load<T>,
): Promise<Turn<T>> => {
  await observer.query('CHECKPOINT')
  const service = await start()
  try {
    await sleep(BEFORE_COUNTING_MS)
    const commitsBefore = await observer.commits()
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
    const commits = (await observer.commits()) - commitsBefore
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
