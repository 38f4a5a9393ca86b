import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  type IQueueBackend,
  LATEST_SCHEMA_VERSION,
  type Queue,
  type QueueOptions,
  runMigrations,
  type Telemetry,
  type Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type pg from 'pg'
import type { Log } from '../log/log.ts'
import { createTally, type RunningTally } from '../log/tally.ts'
import { createPool } from '../postgres/database.ts'
import { type DatabaseLimits, DEFAULT_LIMITS } from '../postgres/watched-connection.ts'
import { jobsOnRedis } from '../redis/jobs-on-redis.ts'
import { isNotAllowed, notAllowedToMakeTables } from '../schema/prepare-schema.ts'

export interface Job {
  /** Deduplicates: adding a queued id is a no-op. */
  id: string
  data: string
  isFirst?: boolean
  /** W3C, of the trace that the job belongs to. */
  traceparent?: string | null
}

/** A queue that delivers at least once and may lose all jobs; the outbox holds the truth. */
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

export interface JobQueueOptions {
  redisUrl?: string | undefined
  databaseUrl: string
  /** PostgreSQL behind the pooler, for migrations. */
  directUrl?: string | undefined
  limits?: DatabaseLimits | undefined
  isPreparing?: boolean | undefined
  /** Separates installations on one server. */
  prefix: string
  telemetry?: Telemetry | undefined
  log: Log
}

const SCHEMA = 'bullmq'
export const JOB_CONNECTIONS = 16
/** Poll interval, a fallback for missed signals. */
const WORKER_POLL_SECONDS = 1
/** Bound on waiting for the server after the last handler. */
const CLOSE_TIMEOUT_MS = 3_000
/** Bound on waiting for the server at process end. */
const ABANDON_AFTER_MS = 1_000

const WORKER_OPTIONS = {
  autorun: false,
  /** Another worker claims a job with an expired lock. */
  lockDuration: 10_000,
  stalledInterval: 5_000,
  /** Unlimited: the outbox counts the tries. */
  maxStalledCount: 1_000,
}

export const openJobQueue = async (options: JobQueueOptions) => {
  const tally = createTally(options.log)
  const open = { ...options, ...tally }
  return options.redisUrl
    ? queueOn(await jobsOnRedis(options.redisUrl, tally), open)
    : queueOn(await onPostgres(options), open)
}

/** `B` and `C` are BullMQ's type parameters. */
interface JobBackend<B extends IQueueBackend, C> {
  classes: ReturnType<typeof withBackend<B, C>>
  adding: QueueOptions<C>
  working: WorkerOptions<C>
  isElsewhere: boolean
  ready(): Promise<void>
  onReconnect(listener: () => void): void
  close(): Promise<void>
}

const queueOn = <B extends IQueueBackend, C>(
  { classes, adding, working, ...backend }: JobBackend<B, C>,
  { prefix, telemetry, log, tallyError, close: closeTally }: JobQueueOptions & RunningTally,
) => {
  const name = `${prefix}-tasks`
  let adder: Promise<Pick<Queue, 'addBulk' | 'close'>> | undefined
  const workers: Pick<Worker, 'close'>[] = []
  const running = new Set<Promise<void>>()
  let disconnecting: Promise<void> | undefined

  const openAdder = async () => {
    const queue = new classes.Queue(name, { ...adding, telemetry })
    queue.on('error', (error) => tallyError(error, 'job queue connection'))
    await readyOrClosed(queue)
    return queue
  }

  return {
    /** True if the queue runs on a separate service (Redis). */
    isElsewhere: backend.isElsewhere,
    ready: backend.ready,
    /** Calls `listener` after an outage, which may have lost jobs. */
    onReconnect: backend.onReconnect,
    add: async (jobs: readonly Job[]): Promise<void> => {
      await backend.ready()
      adder ??= openAdder().catch((error) => {
        adder = undefined
        throw error
      })
      const queue = await adder
      await queue.addBulk(
        jobs.map(({ id, data, isFirst = false, traceparent }) => ({
          name,
          data,
          opts: {
            jobId: id,
            lifo: isFirst,
            // A retained id would turn a later claim into a no-op.
            removeOnComplete: true,
            removeOnFail: true,
            ...(traceparent && { telemetry: { metadata: JSON.stringify({ traceparent }) } }),
          },
        })),
      )
    },
    /**
     * Runs up to `concurrency` jobs. Resolves once the worker is ready, which on Redis waits for
     * the server; rejects if PostgreSQL is unreachable. Logs a handler's error and drops its job.
     */
    work: async (handle: (data: string) => Promise<void>, concurrency: number): Promise<void> => {
      const process = async (job: { data: string }): Promise<void> => {
        const run = handle(job.data)
        running.add(run)
        await run.finally(() => running.delete(run))
      }
      const options = { ...WORKER_OPTIONS, ...working, concurrency, telemetry }
      const worker = new classes.Worker<string>(name, process, options)
      worker.on('error', (error) => tallyError(error, 'job worker'))
      worker.on('failed', (job, error) =>
        tallyError(error, 'job handler failed', {}, { job: job?.id }),
      )
      workers.push(worker)
      await readyOrClosed(worker)
      worker.run().catch((error) => log.error({ err: error }, 'job worker'))
    },
    /** Drains running jobs, or abandons them. */
    close: async ({ abandon = false } = {}): Promise<void> => {
      const closed = Promise.all(workers.map((worker) => worker.close(abandon))).then(async () =>
        (await adder)?.close(),
      )
      // BullMQ would wait for an unreachable server.
      const waited = abandon ? sleep(ABANDON_AFTER_MS) : handlersEnded(running)
      await Promise.race([closed, waited])
      disconnecting ??= backend.close()
      await Promise.race([disconnecting, ...(abandon ? [sleep(ABANDON_AFTER_MS)] : [])])
      closeTally()
      closed.catch((error) => log.warn({ err: error }, 'job queue not closed cleanly'))
    },
  }
}

/**
 * Closes a handle after a failed first connection and rejects. BullMQ caches that failure: the
 * queue would never accept jobs, and a worker's loop would starve the event loop. Callers retry
 * with a new handle.
 */
const readyOrClosed = async (handle: {
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}): Promise<void> => {
  try {
    await handle.waitUntilReady()
  } catch (error) {
    await handle.close().catch(() => {})
    throw error
  }
}

const handlersEnded = async (running: ReadonlySet<Promise<void>>): Promise<void> => {
  do {
    await Promise.allSettled(running)
    await sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })
  } while (running.size > 0)
}

/** Skips a current schema, for roles without DDL rights. */
const migrateJobs = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    const version = await assertSchemaCompatibility(client, SCHEMA).catch(() => 0)
    if (version < LATEST_SCHEMA_VERSION) await runMigrations(client, SCHEMA)
  } catch (error) {
    throw isNotAllowed(error) ? notAllowedToMakeTables(SCHEMA, error) : error
  } finally {
    client.release()
  }
}

const onPostgres = async ({
  databaseUrl,
  directUrl = databaseUrl,
  limits = DEFAULT_LIMITS,
  isPreparing,
  log,
}: JobQueueOptions) => {
  const common = { schema: SCHEMA, applicationName: 'puente-jobs', isPreparing, log }
  const migrating = createPool({
    ...common,
    url: directUrl,
    maxConnections: 1,
    statementMs: limits.longStatementMs,
    probeEveryMs: limits.statementMs,
  })
  await migrateJobs(migrating).finally(() => migrating.end())
  const pool = createPool({
    ...common,
    url: databaseUrl,
    maxConnections: JOB_CONNECTIONS,
    statementMs: limits.statementMs,
  })
  return {
    classes: withBackend(createPostgresBackend),
    adding: { connection: pool },
    working: { connection: pool, drainDelay: WORKER_POLL_SECONDS },
    isElsewhere: false,
    ready: async () => {},
    // PostgreSQL keeps acknowledged jobs.
    onReconnect: () => {},
    close: () => pool.end(),
  }
}
