import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../src/db/db.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { connectStore } from '../../src/payments/stores/connect-store.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createIds } from '../../src/runtime/ids.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { startEmbeddedPostgres } from '../../src/runtime/postgres/embedded-postgres.ts'
import { createSecretSealer } from '../../src/runtime/secrets/sealed-secrets.ts'
import { openTestDb } from '../../test/support/open-db.ts'
import { type Observer, openObserver } from '../measure/observer.ts'

export const BENCH_STORE = 'bench'
export const BENCH_SECRET = 'whsec_bench_secret'
const NOTIFY_SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const SEALING_KEY = { id: 'bench', key: Buffer.alloc(32, 1) }

/** Load comes from one address, with one key. */
const COUNTED_BUT_NOT_LIMITED = Object.fromEntries(
  ['KEY', 'STORE', 'PERSON', 'ADDRESS', 'PAY_LINK', 'PAY_ADDRESS'].map((limit) => [
    `RATE_LIMIT_${limit}`,
    '1000000000',
  ]),
)

/** PostgreSQL with default durability and `pg_stat_statements`. */
export interface BenchServer {
  /** Process id. */
  postmaster: number
  /** Installs Puente's tables and these stores, by notification URL. */
  install(name: string, stores: Readonly<Record<string, string | null>>): Promise<Installation>
  stop(): Promise<void>
}

export interface Installation {
  databaseUrl: string
  observer: Observer
  environment: Record<string, string>
  port: number
  apiKeyOf(store: string): string
}

export const startBenchServer = async (): Promise<BenchServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-bench-'))
  const settings = { shared_preload_libraries: 'pg_stat_statements' }
  const server = await startEmbeddedPostgres({ dataDir, log, settings, isTemporary: true })
  const observers: Observer[] = []
  return {
    postmaster: Number(
      readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    ),
    install: async (name, stores) => {
      const databaseUrl = await server.databaseUrl(name)
      const apiKeys = await withDb(databaseUrl, (db) => connectStores(db, stores))
      const observer = await openObserver(databaseUrl)
      observers.push(observer)
      const port = await freePort()
      return {
        databaseUrl,
        observer,
        port,
        apiKeyOf: (store) => apiKeys.get(store) ?? '',
        environment: {
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          PORT: String(port),
          SEALING_KEYS: `${SEALING_KEY.id}:${SEALING_KEY.key.toString('base64')}`,
          ...COUNTED_BUT_NOT_LIMITED,
        },
      }
    },
    stop: async () => {
      for (const observer of observers) await observer.close()
      await server.stop()
    },
  }
}

const log = createLog({ level: 'error', service: 'bench' })

export const withDb = async <T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = await openTestDb({ databaseUrl, log })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const connectStores = async (
  { query }: Db,
  stores: Readonly<Record<string, string | null>>,
): Promise<Map<string, string>> => {
  const sealer = createSecretSealer([SEALING_KEY])
  const deps = { query, sealer, ids: createIds(systemClock), now: systemClock.now() }
  const apiKeys = new Map<string, string>()
  for (const [id, notifyUrl] of Object.entries(stores)) {
    const connected = await connectStore(deps, {
      id: StoreId.parse(id),
      name: 'Bench',
      locale: 'es',
      secretKey: 'sk_test_bench',
      publishableKey: null,
      webhookSecret: BENCH_SECRET,
      notifyUrl,
      notifySecret: NOTIFY_SECRET,
    })
    if (connected.outcome === 'refused') throw new Error(connected.reason)
    apiKeys.set(id, connected.apiKey)
  }
  return apiKeys
}
