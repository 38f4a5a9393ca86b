import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../src/db/db.ts'
import { StoreId } from '../src/domain/ids.ts'
import { connectStore } from '../src/payments/stores/connect-store.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { freePort } from '../src/runtime/http-server.ts'
import { createIds } from '../src/runtime/ids.ts'
import { createLog } from '../src/runtime/log.ts'
import { startEmbeddedPostgres } from '../src/runtime/postgres/embedded-postgres.ts'
import { createSecretSealer } from '../src/runtime/sealed-secrets.ts'
import { openTestDb } from '../test/support/open-db.ts'

export const BENCH_STORE = 'bench'
export const BENCH_SECRET = 'whsec_bench_secret'
export const NOTIFY_SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`

/** A database with every durability setting as it is in use, and a connected store. */
export interface Installation {
  databaseUrl: string
  db: Db
  /** The environment of a Puente process on it. */
  environment: Record<string, string>
  port: number
  /** Of the connected store. */
  apiKey: string
  /** Connects another store beside it. */
  connect(storeId: string, notifyUrl: string | null): Promise<string>
  remove(): Promise<void>
}

export const install = async (notifyUrl: string | null): Promise<Installation> => {
  const log = createLog({ level: 'error', service: 'bench' })
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, log })
  const databaseUrl = await server.databaseUrl('bench')
  const db = await openTestDb({ databaseUrl, log })
  const key = Buffer.alloc(32, 1)
  const connect: Installation['connect'] = async (storeId, shopUrl) => {
    const connected = await connectStore(
      {
        query: db.query,
        sealer: createSecretSealer([{ id: 'bench', key }]),
        ids: createIds(systemClock),
        now: systemClock.now(),
      },
      {
        id: StoreId.parse(storeId),
        name: 'Bench',
        locale: 'es',
        secretKey: 'sk_test_bench',
        publishableKey: null,
        webhookSecret: BENCH_SECRET,
        notifyUrl: shopUrl,
        notifySecret: NOTIFY_SECRET,
      },
    )
    if (connected.outcome === 'refused') throw new Error(connected.reason)
    return connected.apiKey
  }
  const apiKey = await connect(BENCH_STORE, notifyUrl)
  const port = await freePort()
  return {
    databaseUrl,
    db,
    port,
    apiKey,
    connect,
    environment: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      SEALING_KEYS: `bench:${key.toString('base64')}`,
    },
    remove: async () => {
      await db.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
