import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  withBackend,
} from 'bullmq'
import type pg from 'pg'
import { createPool } from './database.ts'
import {
  type JobBackend,
  type Process,
  type QueueHandle,
  WORKER_OPTIONS,
  type WorkerHandle,
} from './job-backend.ts'
import type { Log } from './log.ts'
import { jobsOnRedis } from './redis/jobs-on-redis.ts'
import { isNotAllowed, notAllowedToMakeTables } from './schema.ts'
import { createTally } from './tally.ts'
import { type DatabaseLimits, DEFAULT_LIMITS } from './watched-connection.ts'

/** A job: its id (adding an id that is still queued changes nothing) and its data. */
export interface Job<Data> {
  id: string
  data: Data
}

/**
 * BullMQ queues on Redis or on PostgreSQL, behind one factory. Delivery is at least once, and a
 * queue may lose everything it holds: whoever adds jobs keeps the truth elsewhere (the outbox).
 */
export interface JobQueues {
  /** Rejects when jobs cannot be added at the moment; `add` would, too. */
  ready(): Promise<void>
  add<Data>(queue: string, jobs: ReadonlyArray<Job<Data>>): Promise<void>
  /**
   * Runs `handle` for each job, up to `concurrency` at once, until the queues are closed. Resolves
   * when jobs are taken, which on Redis can only be once Redis is there; rejects when PostgreSQL is
   * away. A handler that throws is logged, and its job is gone.
   */
  work<Data>(
    queue: string,
    handle: (data: Data) => Promise<void>,
    concurrency: number,
  ): Promise<void>
  /** Calls `listener` whenever the server is back after it was lost; it may have lost what it held. */
  onRestored(listener: () => void): void
  /** Lets running jobs finish, or leaves them as they are (`abandon`). */
  close(options?: { abandon?: boolean }): Promise<void>
}

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
const POOL_SIZE = 16
/** A worker that has nothing to do hears of work, and asks so often whether it has missed a word. */
const WORKER_ASKS_EVERY_SECONDS = 1
/** How long closing waits for the server after the last handler has ended. */
const CLOSE_PATIENCE_MS = 3_000
/** How long it waits for the server where jobs are left as they are: the process ends. */
const ABANDON_AFTER_MS = 1_000

export const openJobQueues = async (options: JobQueueOptions): Promise<JobQueues> => {
  const { tallyError, close: closeTally } = createTally(options.log)
  const backend = options.redisUrl
    ? await jobsOnRedis(options.redisUrl, { prefix: options.prefix, tallyError })
    : await onPostgres(options)
  const queues = new Map<string, Promise<QueueHandle>>()
  const workers: WorkerHandle[] = []
  const running = new Set<Promise<void>>()

  const openQueue = async (name: string): Promise<QueueHandle> => {
    const queue = backend.createQueue(name)
    queue.on('error', (error) => tallyError(error, 'job queue connection', { queue: name }))
    await readyOrClosed(queue)
    return queue
  }

  const queueNamed = (name: string): Promise<QueueHandle> => {
    const known = queues.get(name)
    if (known) return known
    const queue = openQueue(name)
    queues.set(name, queue)
    queue.catch(() => queues.delete(name))
    return queue
  }

  return {
    ready: () => backend.readyToAdd(),
    onRestored: (listener) => backend.onRestored(listener),
    add: async (name, jobs) => {
      await backend.readyToAdd()
      const queue = await queueNamed(name)
      await queue.addBulk(
        jobs.map(({ id, data }) => ({
          name,
          data,
          // Finished jobs leave at once: a kept id would turn a later claim into a no-op.
          opts: { jobId: id, removeOnComplete: true, removeOnFail: true, attempts: 1 },
        })),
      )
    },
    work: async (name, handle, concurrency) => {
      const process: Process = async (job) => {
        const run = handle(job.data as Parameters<typeof handle>[0])
        running.add(run)
        await run.finally(() => running.delete(run))
      }
      const worker = backend.createWorker(name, process, concurrency)
      worker.on('error', (error) => tallyError(error, 'job worker', { queue: name }))
      worker.on('failed', (job, error) =>
        tallyError(error, 'job handler failed', { queue: name }, { job: job?.id }),
      )
      workers.push(worker)
      await readyOrClosed(worker)
      worker.run().catch((error) => options.log.error({ err: error, queue: name }, 'job worker'))
    },
    close: async ({ abandon = false } = {}) => {
      const closed = Promise.all(workers.map((worker) => worker.close(abandon))).then(() =>
        Promise.all([...queues.values()].map(async (queue) => (await queue).close())),
      )
      // A server that is away would keep BullMQ waiting: handlers are let finish, the server is not.
      const waited = abandon ? sleep(ABANDON_AFTER_MS) : handlersEnded(running)
      await Promise.race([closed, waited])
      await Promise.race([backend.close(), ...(abandon ? [sleep(ABANDON_AFTER_MS)] : [])])
      closeTally()
      closed.catch((error) => options.log.warn({ err: error }, 'job queues not closed cleanly'))
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
  prefix,
  log,
}: JobQueueOptions): Promise<JobBackend> => {
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
    maxConnections: POOL_SIZE,
    statementMs: limits.statementMs,
  })
  const { Queue, Worker } = withBackend(createPostgresBackend)
  const inPrefix = (name: string) => `${prefix}-${name}`
  return {
    readyToAdd: async () => {},
    // What PostgreSQL has acknowledged is not lost with a connection.
    onRestored: () => {},
    createQueue: (name) => new Queue(inPrefix(name), { connection: pool }),
    createWorker: (name, process, concurrency) =>
      new Worker(inPrefix(name), process, {
        connection: pool,
        concurrency,
        drainDelay: WORKER_ASKS_EVERY_SECONDS,
        ...WORKER_OPTIONS,
      }),
    close: () => pool.end(),
  }
}
