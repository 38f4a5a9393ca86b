import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { Retry } from '../../runtime/failure.ts'

/** Whom a task waits for: nobody but the database, the gateway, or the shop. */
export const TASK_NEEDS = ['db', 'gateway', 'shop'] as const
export type TaskNeeds = (typeof TASK_NEEDS)[number]

export const TASK_STATES = ['ready', 'queued', 'running', 'done', 'dead'] as const
export type TaskState = (typeof TASK_STATES)[number]

interface TasksTable {
  id: Generated<bigint>
  kind: string
  /** It is claimed and ended with others, and not handed to the job queue. */
  by_sets: GeneratedAlways<boolean>
  needs: Generated<TaskNeeds>
  store_id: StoreId
  order_id: OrderId | null
  /** A second task with the same key is not made. */
  unique_key: string | null
  /** A second task is not made while one with the same key waits. */
  waiting_key: string | null
  payload: JSONColumnType<Record<string, unknown>>
  state: Generated<TaskState>
  run_at: Date
  tries: Generated<number>
  /** How often it was handed to the job queue; part of the job's id. */
  claims: Generated<number>
  handed_at: Date | null
  process_id: number | null
  last_error: string | null
  /** Its last try did not reach whom it needs: it is due as soon as they answer. */
  out_of_reach: Generated<boolean>
  /** A person wants it tried once, whatever its circuit says. */
  passes_circuit: Generated<boolean>
  /** It waited for a shop with others, and they are told one after another, the oldest first. */
  in_turn: Generated<boolean>
  /** When it was made due because its circuit closed. */
  released_at: Date | null
  /** What came of it, in a word, where "done" does not say it. */
  note: string | null
  /** The first task that this one does again, be it dead or, for a message to a shop, done. */
  replay_of: ColumnType<bigint | null, bigint | undefined, never>
  created_at: Date
  ended_at: Date | null
}

/** One try of a task that failed. */
interface TaskFailuresTable {
  task_id: bigint
  /** 1 for the first try. */
  try: number
  at: Date
  retry: Retry
  detail: string
}

/** A shop or a gateway account that has failed lately; one that answers has no row. */
interface CircuitsTable {
  name: string
  /** In a row. */
  failures: number
  /** How often in a row it was left alone for a while. */
  openings: number
  /** It is left alone until then. */
  open_until: Date | null
  /** It has asked itself to be left alone until then (`Retry-After`). */
  asked_until: Date | null
  /** When it was last tried early, because there was a sign of life. */
  half_opened_at: Date | null
  failing_since: Date
  /** When it failed last. */
  updated_at: Date
  /** For people; no secrets. */
  last_error: string | null
  /** It has failed for so long that a person has to say when it is tried again. */
  paused_at: Date | null
}

/** The key of an notification whose task was trimmed, as its SHA-256. */
interface SpentTaskKeysTable {
  digest: Buffer
  spent_at: Date
}

interface SchedulesTable {
  name: string
  next_at: Date
}

export interface TaskTables {
  tasks: TasksTable
  task_failures: TaskFailuresTable
  circuits: CircuitsTable
  spent_task_keys: SpentTaskKeysTable
  schedules: SchedulesTable
}
