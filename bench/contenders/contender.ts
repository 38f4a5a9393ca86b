import type { Books } from '../measure/balance.ts'
import type { Observer } from '../measure/observer.ts'

/** Both ends included. */
export interface Numbers {
  from: number
  to: number
}

export const countOf = ({ from, to }: Numbers): number => to - from + 1

export interface RunningService {
  port: number
  pids: readonly number[]
  /** Process of the service's dedicated Redis. */
  redisPid?: number | undefined
  stop(): Promise<void>
}

export interface Contender {
  /** Prefix of its figures. */
  key: string
  /** Display name. */
  name: string
  observer: Observer
  /** Webhook path. */
  path: string
  start(): Promise<RunningService>
  prepare(count: number): Promise<Numbers>
  countPaid(numbers: Numbers): Promise<number>
  /** Absent where the service stores neither events nor notifications. */
  books?(numbers: Numbers, eventIds: readonly string[]): Promise<Books>
}
