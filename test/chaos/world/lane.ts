import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readSettings } from '../../../config/settings.ts'
import { startSandbox } from '../../../sandbox/gateway/sandbox.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { startEmbeddedPostgres } from '../../../src/runtime/postgres/embedded-postgres.ts'
import { compileInto } from '../../support/compiled-code.ts'
import { type GatewayProxy, startGatewayProxy } from '../../support/gateway-proxy.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts'
import { TEST_STORE, WEBHOOK_SECRET } from '../../support/world.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'

/** Puente's embedded PostgreSQL alone, or an operator's PostgreSQL and Redis. */
export const BACKENDS = ['embedded', 'redis'] as const
export type Backend = (typeof BACKENDS)[number]

export interface Lane {
  backend: Backend
  disk: SmallDisk
  database: DatabaseServer
  redis: RedisServer | undefined
  addresses: EngineAddresses | undefined
  sandboxUrl: string
  gatewayTables: pg.Pool
  line: GatewayProxy
  port: number
  publicUrl: string
  logs: string
  compileCache: string
  close(options: { keepLogs: boolean }): Promise<void>
}

/** Addresses that stay when another server takes over. */
export interface EngineAddresses {
  postgres: SilentProxy
  redis: SilentProxy
  spareRedis: RedisServer
}

/** Connecting is slow on a busy machine. */
const PATIENCE_MS = 60_000

const quiet = createLog({ level: 'silent', service: 'chaos' })

export const openLane = async (backend: Backend): Promise<Lane | undefined> => {
  const closers: (() => Promise<void> | void)[] = []
  const closeAll = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
  try {
    const redis = backend === 'redis' ? await startRedis() : undefined
    if (backend === 'redis' && !redis) return undefined
    if (redis) closers.push(redis.stop)

    const disk = makeSmallDisk(backend)
    closers.push(disk.remove)
    const database = await startDatabaseServer(disk.path, { isKept: backend === 'redis' })
    closers.push(database.stop)

    let addresses: EngineAddresses | undefined
    if (redis) {
      const spareRedis = await startRedis()
      if (!spareRedis) return undefined
      closers.push(spareRedis.stop)
      const postgres = await startSilentProxy(database.url('puente'))
      closers.push(postgres.close)
      const ofRedis = await startSilentProxy(redis.url)
      closers.push(ofRedis.close)
      addresses = { postgres, redis: ofRedis, spareRedis }
    }

    const gatewayDir = mkdtempSync(join(tmpdir(), 'puente-chaos-gateway-'))
    closers.push(() => rmSync(gatewayDir, { recursive: true, force: true }))
    const gatewayServer = await startEmbeddedPostgres({
      dataDir: gatewayDir,
      log: quiet,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    })
    closers.push(gatewayServer.stop)
    const databaseUrl = await gatewayServer.databaseUrl('gateway')
    const port = await freePort()
    const publicUrl = `http://localhost:${port}`
    const settings = readSettings(
      {
        NODE_ENV: 'test',
        SANDBOX_WEBHOOK_URL: `${publicUrl}/webhooks/gateway/${TEST_STORE}`,
        SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
      },
      'no-such-file',
    )
    const sandbox = await startSandbox({ settings, databaseUrl, log: quiet, port: 0 })
    closers.push(sandbox.close)
    const gatewayTables = new pg.Pool({
      connectionString: databaseUrl,
      max: 8,
      connectionTimeoutMillis: PATIENCE_MS,
    })
    gatewayTables.on('error', () => {})
    closers.push(() => gatewayTables.end())
    const line = await startGatewayProxy()
    line.forwardTo(sandbox.url)
    closers.push(line.close)
    const compileCache = mkdtempSync(join(tmpdir(), 'puente-chaos-code-'))
    closers.push(() => rmSync(compileCache, { recursive: true, force: true }))
    await compileInto(compileCache)
    const logs = mkdtempSync(join(tmpdir(), `puente-chaos-logs-${backend}-`))

    return {
      backend,
      disk,
      database,
      redis,
      addresses,
      sandboxUrl: sandbox.url,
      gatewayTables,
      line,
      port,
      publicUrl,
      logs,
      compileCache,
      close: async ({ keepLogs }) => {
        await closeAll()
        if (!keepLogs) rmSync(logs, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
