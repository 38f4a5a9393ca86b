import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  type IQueueBackend,
  LATEST_SCHEMA_VERSION,
  type Queue,
  type QueueOptions,
  runMigrations,
  type Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type pg from 'pg'
import { createPool } from './database.ts'
import type { Log } from './log.ts'
import { jobsOnRedis } from './redis/jobs-on-redis.ts'
import { isNotAllowed, notAllowedToMakeTables } from './schema.ts'
import { createTally, type RunningTally } from './tally.ts'
import { type DatabaseLimits, DEFAULT_LIMITS } from './watched-connection.ts'

export interface Job {
  /** Adding an id that is still queued changes nothing. */
  id: string
  data: string
  /** It comes before all that wait. */
  isFirst?: boolean
}

/**
 * A queue of BullMQ on Redis or on PostgreSQL. Delivery is at least once, and it may lose everything it
 * holds: whoever adds jobs keeps the truth elsewhere (the outbox).
 */
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

export interface JobQueueOptions {
  /** BullMQ runs on Redis when this is set, otherwise on PostgreSQL. */
  redisUrl?: string | undefined
  databaseUrl: string
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler: tables are changed there. */
  directUrl?: string | undefined
  limits?: DatabaseLimits | undefined
  isPreparing?: boolean | undefined
  /** Keeps the queues of several installations on one Redis or PostgreSQL apart. */
  prefix: string
  log: Log
}

/** BullMQ's own tables; ours are in other schemas. */
const SCHEMA = 'bullmq'
/** Connections to PostgreSQL that its queue takes at most. */
export const JOB_CONNECTIONS = 16
/** A worker that has nothing to do hears of work, and asks so often whether it has missed a word. */
const WORKER_ASKS_EVERY_SECONDS = 1
/** How long closing waits for the server after the last handler has ended. */
const CLOSE_PATIENCE_MS = 3_000
/** How long it waits for the server where jobs are left as they are: the process ends. */
const ABANDON_AFTER_MS = 1_000

const WORKER_OPTIONS = {
  autorun: false,
  /** A job whose worker has not renewed its lock for so long is given to another one. */
  lockDuration: 10_000,
  stalledInterval: 5_000,
  /** How often a job may stall is for the outbox to say, which counts the tries. */
  maxStalledCount: 1_000,
}

export const openJobQueue = async (options: JobQueueOptions) => {
  const tally = createTally(options.log)
  const open = { ...options, ...tally }
  return options.redisUrl
    ? queueOn(await jobsOnRedis(options.redisUrl, tally), open)
    : queueOn(await onPostgres(options), open)
}

/** What BullMQ's queues run on. `B` and `C` are BullMQ's types of it. */
interface JobBackend<B extends IQueueBackend, C> {
  classes: ReturnType<typeof withBackend<B, C>>
  adding: QueueOptions<C>
  working: WorkerOptions<C>
  isElsewhere: boolean
  ready(): Promise<void>
  onRestored(listener: () => void): void
  close(): Promise<void>
}

const queueOn = <B extends IQueueBackend, C>(
  { classes, adding, working, ...backend }: JobBackend<B, C>,
  { prefix, log, tallyError, close: closeTally }: JobQueueOptions & RunningTally,
) => {
  const name = `${prefix}-tasks`
  let adder: Promise<Pick<Queue, 'addBulk' | 'close'>> | undefined
  const workers: Pick<Worker, 'close'>[] = []
  const running = new Set<Promise<void>>()
  let disconnecting: Promise<void> | undefined

  const openAdder = async () => {
    const queue = new classes.Queue(name, adding)
    queue.on('error', (error) => tallyError(error, 'job queue connection'))
    await readyOrClosed(queue)
    return queue
  }

  return {
    /** Whether it is a service of its own, beside the database. */
    isElsewhere: backend.isElsewhere,
    /** Rejects when jobs cannot be added at the moment; `add` would, too. */
    ready: backend.ready,
    /** Calls `listener` whenever the server is back after it was lost; it may have lost what it held. */
    onRestored: backend.onRestored,
    add: async (jobs: readonly Job[]): Promise<void> => {
      await backend.ready()
      adder ??= openAdder().catch((error) => {
        adder = undefined
        throw error
      })
      const queue = await adder
      await queue.addBulk(
        jobs.map(({ id, data, isFirst = false }) => ({
          name,
          data,
          // Finished jobs leave at once: a kept id would turn a later claim into a no-op.
          opts: { jobId: id, lifo: isFirst, removeOnComplete: true, removeOnFail: true },
        })),
      )
    },
    /**
     * Runs `handle` for each job, up to `concurrency` at once, until the queue is closed. Resolves
     * when jobs are taken, which on Redis can only be once Redis is there; rejects when PostgreSQL is
     * away. A handler that throws is logged, and its job is gone.
     */
    work: async (handle: (data: string) => Promise<void>, concurrency: number): Promise<void> => {
      const process = async (job: { data: string }): Promise<void> => {
        const run = handle(job.data)
        running.add(run)
        await run.finally(() => running.delete(run))
      }
      const options = { ...WORKER_OPTIONS, ...working, concurrency }
      const worker = new classes.Worker<string>(name, process, options)
      worker.on('error', (error) => tallyError(error, 'job worker'))
      worker.on('failed', (job, error) =>
        tallyError(error, 'job handler failed', {}, { job: job?.id }),
      )
      workers.push(worker)
      await readyOrClosed(worker)
      worker.run().catch((error) => log.error({ err: error }, 'job worker'))
    },
    /** Lets running jobs finish, or leaves them as they are (`abandon`), also when that takes too long. */
    close: async ({ abandon = false } = {}): Promise<void> => {
      const closed = Promise.all(workers.map((worker) => worker.close(abandon))).then(async () =>
        (await adder)?.close(),
      )
      // A server that is away would keep BullMQ waiting: handlers are let finish, the server is not.
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
 * BullMQ keeps the failure of a first connection for good: a queue that has failed so takes no job
 * ever after, and a worker asks without a pause, so that nothing else in its process has a turn.
 * Rejects then; whoever wants one makes another.
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
    await sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })
  } while (running.size > 0)
}

/** A schema that is up to date is left alone, so that a role that may change no tables can work on it. */
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
    lookEveryMs: limits.statementMs,
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
    working: { connection: pool, drainDelay: WORKER_ASKS_EVERY_SECONDS },
    isElsewhere: false,
    ready: async () => {},
    // What PostgreSQL has acknowledged is not lost with a connection.
    onRestored: () => {},
    close: () => pool.end(),
  }
}
