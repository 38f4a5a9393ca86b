import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { EndpointId, OrderId, StoreId } from '../../domain/ids.ts'
import type { Retry } from '../../runtime/failure.ts'

/** Names an endpoint of a store besides its own address, by id. */
export type EndpointNeed = `endpoint:${EndpointId}`

/** Dependency of a task; `db`: the database only. */
export type TaskNeeds = 'db' | 'gateway' | 'shop' | EndpointNeed

/** Returns the dependency of an endpoint's tasks, with its own circuit and capacity. */
export const endpointNeed = (id: EndpointId): EndpointNeed => `endpoint:${id}`

export const endpointOfTask = ({ needs }: { needs: string }): EndpointId | undefined =>
  isEndpointNeed(needs) ? (needs.slice('endpoint:'.length) as EndpointId) : undefined

export const isEndpointNeed = (needs: string): needs is EndpointNeed =>
  needs.startsWith('endpoint:')

export const TASK_STATES = ['ready', 'queued', 'running', 'done', 'dead'] as const
export type TaskState = (typeof TASK_STATES)[number]

export const DELIVERY_OUTCOMES = ['delivered', 'failed'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** An HTTP call to a store, without headers, which hold keys and signatures. */
export interface DeliveryCall {
  method: string
  /** Without login and query values. */
  address: string
  /** `null`: no answer; `error` says why. */
  status: number | null
  error: string | null
  duration_ms: number
  sent: string | null
  /** Characters of the whole body. */
  sent_length: number
  /** Without secrets; `null` if empty, binary or omitted. */
  answer: string | null
  answer_kind: (typeof ANSWER_KINDS)[number]
}

/** `read`: a successful read, whose answer would copy the shop's data. */
export const ANSWER_KINDS = ['whole', 'cut', 'binary', 'empty', 'read'] as const

export interface TaskTables {
  tasks: {
    id: Generated<bigint>
    kind: string
    /** Claimed in batches, bypassing the job queue. */
    by_sets: GeneratedAlways<boolean>
    needs: Generated<TaskNeeds>
    store_id: StoreId
    order_id: OrderId | null
    /** Dedupes tasks, ended ones included. */
    unique_key: string | null
    /** Dedupes against waiting tasks only. */
    waiting_key: string | null
    payload: JSONColumnType<Record<string, unknown>>
    /** Of the payload. */
    version: Generated<number>
    state: Generated<TaskState>
    run_at: Date
    tries: Generated<number>
    /** Part of the job id. */
    claims: Generated<number>
    handed_at: Date | null
    process_id: number | null
    last_error: string | null
    /** Due as soon as the dependency responds. */
    out_of_reach: Generated<boolean>
    /** An operator forced one try. */
    passes_circuit: Generated<boolean>
    /** After an outage, storefront tasks run one by one, oldest first. */
    in_turn: Generated<boolean>
    /** When its circuit closed. */
    released_at: Date | null
    /** Outcome in one word, if other than "done". */
    note: string | null
    /** First task that this replays: dead, or a done notification. */
    replay_of: ColumnType<bigint | null, bigint | undefined, never>
    created_at: Date
    ended_at: Date | null
    /** W3C, of the span that made it; `null` without tracing. */
    traceparent: string | null
  }
  /** Tries that called the store. */
  delivery_attempts: {
    task_id: bigint
    /** From 1. */
    try: number
    /** End of the try. */
    at: Date
    outcome: DeliveryOutcome
    calls: JSONColumnType<DeliveryCall[]>
  }
  task_failures: {
    task_id: bigint
    try: number
    at: Date
    retry: Retry
    detail: string
  }
  /** A healthy dependency has no row. */
  circuits: {
    name: string
    failures: number
    openings: number
    open_until: Date | null
    /** End of a requested wait (`Retry-After`). */
    asked_until: Date | null
    /** Last early probe. */
    half_opened_at: Date | null
    failing_since: Date
    updated_at: Date
    /** For people; no secrets. */
    last_error: string | null
    /** Paused until an operator resumes it. */
    paused_at: Date | null
  }
  /** SHA-256 of a deleted notification task's key. */
  spent_task_keys: {
    digest: Buffer
    spent_at: Date
  }
  schedules: {
    name: string
    next_at: Date
  }
  /** What a process must know to serve. */
  features_in_use: {
    name: string
    since: Generated<Date>
  }
}
