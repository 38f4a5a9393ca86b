import type { JobsOptions } from 'bullmq'

/** What is used of BullMQ's classes, whose types differ with what they run on. */
export interface JobBackend {
  /** Rejects at once when jobs cannot be added now. */
  readyToAdd(): Promise<void>
  /** Calls `listener` whenever the server is back after it was lost. */
  onRestored(listener: () => void): void
  createQueue(name: string): QueueHandle
  createWorker(name: string, process: Process, concurrency: number): WorkerHandle
  close(): Promise<void>
}

export interface QueueHandle {
  waitUntilReady(): Promise<unknown>
  addBulk(jobs: { name: string; data: unknown; opts: JobsOptions }[]): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}

export interface WorkerHandle {
  waitUntilReady(): Promise<unknown>
  /** Ends when the worker is closed. */
  run(): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  on(
    event: 'failed',
    listener: (job: { id?: string | undefined } | undefined, error: Error) => void,
  ): unknown
  /** `force`: without waiting for the jobs that it runs. */
  close(force?: boolean): Promise<void>
}

export type Process = (job: { data: unknown }) => Promise<void>

/** A job whose worker has not renewed its lock for so long is given to another one. */
const LOCK_MS = 10_000
const STALLED_CHECK_MS = 5_000
/** How often a job may stall is for the outbox to say, which counts the tries. */
const MAX_STALLED = 1_000

export const WORKER_OPTIONS = {
  autorun: false,
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_MS,
  maxStalledCount: MAX_STALLED,
} as const
