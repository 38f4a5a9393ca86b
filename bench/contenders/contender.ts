import type { Observer } from '../measure/observer.ts'

/** Orders and payments by their numbers, both ends included. */
export interface Numbers {
  from: number
  to: number
}

export const countOf = ({ from, to }: Numbers): number => to - from + 1

/** A service that runs, in processes that nothing else runs in. */
export interface RunningService {
  port: number
  pids: readonly number[]
  /** Of a Redis server that works for it alone. */
  redisPid?: number | undefined
  stop(): Promise<void>
}

/** Who pays orders by events, to be measured beside others. */
export interface Contender {
  /** Names its figures. */
  key: string
  /** Names it for people. */
  name: string
  /** Where its database is. */
  observer: Observer
  /** Where it takes events. */
  path: string
  start(): Promise<RunningService>
  /** So many orders more that wait for their payments. */
  prepare(count: number): Promise<Numbers>
  /** How many of these orders are paid. */
  countPaid(numbers: Numbers): Promise<number>
}
