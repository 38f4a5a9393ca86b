import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cutDatabase, restoreDatabase } from '../../../test/support/database-outage.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { hasRedis, type RedisServer, startRedis } from '../../../test/support/redis-server.ts'
import { createLog } from '../log/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { type JobQueue, openJobQueue } from './job-queue.ts'

interface Backend {
  name: string
  available: boolean
  start(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
  options(): Promise<{ databaseUrl: string; redisUrl?: string }>
}

const onPostgres = (): Backend => {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-jobs-'))
  let server: EmbeddedPostgres | undefined
  return {
    name: 'PostgreSQL',
    available: true,
    start: async () => {
      server = await startEmbeddedPostgres({
        dataDir,
        log: createLog({ level: 'silent', service: 'test' }),
        settings: { fsync: 'off' },
      })
    },
    // Stops the server immediately; the caretaker starts it again.
    restart: async () => {
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
    },
    stop: async () => {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    options: async () => {
      if (!server) throw new Error('not started')
      return { databaseUrl: await server.databaseUrl(`jobs_${randomBytes(4).toString('hex')}`) }
    },
  }
}

const onRedis = (): Backend => {
  let server: RedisServer | undefined
  return {
    name: 'Redis',
    available: hasRedis(),
    start: async () => {
      server = await startRedis()
    },
    restart: async () => {
      await server?.kill()
      await server?.start()
    },
    stop: async () => server?.stop(),
    options: async () => {
      if (!server) throw new Error('not started')
      return { databaseUrl: await freshDatabase(), redisUrl: server.url }
    },
  }
}

const backends = [onPostgres(), onRedis()]
for (const { name, available } of backends) {
  if (!available) process.stderr.write(`Skipped: job queue on ${name}, no server on the PATH.\n`)
}

describe.each(backends)('job queue on $name', (backend) => {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    service: 'test',
    destination: { write: (line) => lines.push(line) },
  })
  const open: JobQueue[] = []
  const opened = async (): Promise<JobQueue> => {
    const prefix = `test${randomBytes(4).toString('hex')}`
    const queue = await openJobQueue({ ...(await backend.options()), prefix, log })
    open.push(queue)
    return queue
  }

  beforeAll(() => (backend.available ? backend.start() : undefined))
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()))
    lines.length = 0
  })
  afterAll(() => backend.stop())

  const whenAvailable = it.skipIf(!backend.available)

  whenAvailable('the queue passes each job to a handler with its data', async () => {
    const queue = await opened()
    const seen: unknown[] = []
    await queue.work(async (data) => void seen.push(data), 5)
    await queue.add([
      { id: 'a', data: 'tell the store' },
      { id: 'b', data: 'ask the gateway' },
    ])
    await expect.poll(() => seen).toHaveLength(2)
    expect(seen).toEqual(expect.arrayContaining(['tell the store', 'ask the gateway']))
  })

  whenAvailable('a job that is added twice while queued runs once', async () => {
    const queue = await opened()
    const seen: unknown[] = []
    await queue.add([{ id: 'same', data: 'first' }])
    await queue.add([
      { id: 'same', data: 'again' },
      { id: 'last', data: 'last' },
    ])
    await queue.work(async (data) => void seen.push(data), 1)
    await expect.poll(() => seen).toContain('last')
    expect(seen).toEqual(['first', 'last'])
  })

  whenAvailable('a finished job can be added again', async () => {
    const queue = await opened()
    const seen: unknown[] = []
    await queue.work(async (data) => void seen.push(data), 1)
    await queue.add([{ id: 'same', data: 'first' }])
    await expect.poll(() => seen).toHaveLength(1)
    await expect
      .poll(async () => {
        await queue.add([{ id: 'same', data: 'again' }])
        return seen.length
      })
      .toBeGreaterThan(1)
  })

  whenAvailable('closing waits for the running job', async () => {
    const queue = await opened()
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let finished = false
    await queue.work(async () => {
      started.resolve()
      await release.promise
      finished = true
    }, 1)
    await queue.add([{ id: 'slow', data: 'slow' }])
    await started.promise
    const closed = queue.close().then(() => finished)
    setTimeout(release.resolve, 100)
    expect(await closed).toBe(true)
    open.length = 0
  })

  whenAvailable('a failed handler is logged, and the next job runs', async () => {
    const queue = await opened()
    const seen: unknown[] = []
    await queue.work(async (data) => {
      if (data === 'bad') throw new Error('the store fell over')
      seen.push(data)
    }, 1)
    await queue.add([
      { id: 'bad', data: 'bad' },
      { id: 'good', data: 'good' },
    ])
    await expect.poll(() => seen).toEqual(['good'])
    const [line = ''] = lines.filter((each) => each.includes('the store fell over'))
    expect(JSON.parse(line)).toMatchObject({ msg: 'job handler failed', job: 'bad' })
  })

  whenAvailable('workers resume after the server restarts', async () => {
    const queue = await opened()
    const seen: unknown[] = []
    await queue.work(async (data) => void seen.push(data), 2)
    await queue.add([{ id: 'before', data: 'before' }])
    await expect.poll(() => seen).toContain('before')
    await backend.restart()
    // Retries like the outbox, which claims unfinished tasks again.
    await expect
      .poll(
        async () => {
          await queue.add([{ id: 'after', data: 'after' }]).catch(() => {})
          return seen
        },
        { interval: 250 },
      )
      .toContain('after')
  })

  whenAvailable(
    'several processes that start concurrently on an empty server all work',
    async () => {
      const options = { ...(await backend.options()), prefix: 'together', log }
      const all = await Promise.all(Array.from({ length: 4 }, () => openJobQueue(options)))
      open.push(...all)
      const seen: unknown[] = []
      for (const queue of all) {
        await queue.work(async (data) => void seen.push(data), 1)
      }
      for (const [number, queue] of all.entries()) {
        await queue.add([{ id: `from-${number}`, data: `from-${number}` }])
      }
      await expect.poll(() => seen.length).toBe(4)
    },
  )
})

describe('job queue without Redis', () => {
  let redis: RedisServer | undefined
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  const whenAvailable = it.skipIf(!hasRedis())
  const openQueues = async (url: string): Promise<JobQueue> =>
    openJobQueue({
      databaseUrl: 'postgres://unused',
      redisUrl: url,
      prefix: `test${randomBytes(4).toString('hex')}`,
      log: createLog({ level: 'silent', service: 'test' }),
    })

  whenAvailable('a service started before its Redis works once Redis is up', async () => {
    const server = redis
    if (!server) throw new Error('no Redis')
    await server.kill()
    const queue = await openQueues(server.url)
    const seen: unknown[] = []
    const working = queue.work(async (data) => void seen.push(data), 1)
    await expect(queue.add([{ id: 'early', data: 'early' }])).rejects.toThrow()
    await expect(queue.add([{ id: 'early', data: 'early' }])).rejects.toThrow()
    await server.start()
    await working
    await expect
      .poll(
        async () => {
          await queue.add([{ id: 'late', data: 'late' }]).catch(() => {})
          return seen
        },
        { interval: 100 },
      )
      .toContain('late')
    await queue.close()
  })

  whenAvailable('adding fails fast and closing completes while Redis is down', async () => {
    const server = redis
    if (!server) throw new Error('no Redis')
    const queue = await openQueues(server.url)
    await queue.work(async () => {}, 1)
    await queue.add([{ id: 'one', data: '1' }])
    await server.kill()
    const asked = Date.now()
    await expect(queue.add([{ id: 'two', data: '2' }])).rejects.toThrow()
    await queue.close()
    expect(Date.now() - asked).toBeLessThan(8_000)
    await server.start()
  })
})

describe('a job queue whose database is unreachable at first use', () => {
  it('a job queue rejects calls until its database is back', async () => {
    const databaseUrl = await freshDatabase()
    const log = createLog({ level: 'silent', service: 'test' })
    const queue = await openJobQueue({ databaseUrl, prefix: 'away', log })
    const seen: unknown[] = []
    const work = () => queue.work(async (data) => void seen.push(data), 5)
    try {
      await cutDatabase(databaseUrl)
      await expect(work()).rejects.toThrow()
      await expect(queue.add([{ id: 'a', data: 'early' }])).rejects.toThrow()
      await restoreDatabase(databaseUrl)

      await eventually(() =>
        work().then(
          () => true,
          () => false,
        ),
      )
      await queue.add([{ id: 'b', data: 'late' }])
      await eventually(async () => seen.length > 0)
      expect(seen).toEqual(['late'])
    } finally {
      await queue.close()
    }
  })
})
