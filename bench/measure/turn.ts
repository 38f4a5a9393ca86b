import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '../contenders/contender.ts'
import type { BenchServer } from '../contenders/installation.ts'
import type { Observer } from './observer.ts'
import { cpuMsOf, cpuMsOfPostgres, memoryMbOf } from './process-costs.ts'

/** Cost per unit of load (event, checkout). CPU in ms; `NaN` if unknown. */
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
  /** Peak memory of all processes of the service. */
  peakMb: number
}

interface Load<T> {
  observer: Observer
  start(): Promise<RunningService>
  /** Resolves with the units used. */
  warmUp(service: RunningService): Promise<number>
  /** Prepares a load; the returned function is measured. */
  prepare(service: RunningService): Promise<() => Promise<T & { units: number }>>
}

/** Writes after the last response belong to the load. */
const AFTERWARDS_MS = 1_000
const AFTER_ITS_END_MS = 300

/**
 * Nothing else runs during a turn. Statements, WAL and CPU cover the load. Commits cover the
 * service's lifetime minus an idle one, because PostgreSQL reports them late.
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

/** Returns the commits of an idle lifetime, cached per database. */
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
