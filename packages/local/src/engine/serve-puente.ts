import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headless } from '../../../../adapters/headless/adapter.ts'
import { configuredAddresses } from '../../../../config/addresses.ts'
import { readSettings } from '../../../../config/settings.ts'
import { StoreId } from '../../../../src/domain/ids.ts'
import { connectStore } from '../../../../src/payments/stores/connect-store.ts'
import { type Puente, startPuente } from '../../../../src/puente.ts'
import { createLog } from '../../../../src/runtime/log/log.ts'
import { freePort } from '../../../../src/runtime/net/free-port.ts'
import { startEmbeddedPostgres } from '../../../../src/runtime/postgres/embedded-postgres.ts'
import type { EngineReply, EngineRequest, StoreOfShop } from '../messages.ts'
import { linkLibraries } from './link-libraries.ts'

/** Settings come from the caller alone, never from a file. */
const NO_FILE = ''
const STORE = StoreId.parse('shop')

/** Without durability, since the data end with the run. */
const SHORT_LIVED = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  shared_buffers: '64MB',
}

type Running = Omit<Extract<EngineReply, { ok: true }>, 'ok'> & { close(): Promise<void> }

/** Starts database and Puente, both roles, and connects the shop's store. */
export const servePuente = async ({
  port,
  logLevel,
  gateway,
  store,
}: EngineRequest): Promise<Running> => {
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer()
  }
  try {
    const log = createLog({
      level: logLevel,
      service: 'puente',
      destination: { write: (line) => void process.stderr.write(line) },
    })
    linkLibraries()
    const dataDir = mkdtempSync(join(tmpdir(), 'puente-local-'))
    const temporary = { dataDir, isTemporary: true, settings: SHORT_LIVED }
    const database = await startEmbeddedPostgres({ ...temporary, log })
    closers.push(database.stop)
    const settings = readSettings(
      {
        NODE_ENV: 'test',
        PORT: String(port ?? (await freePort())),
        SEALING_KEYS: `local:${randomBytes(32).toString('base64')}`,
        ...gateway,
      },
      NO_FILE,
      [headless],
    )
    const addresses = configuredAddresses(settings)
    const puente = await startPuente({
      settings,
      platforms: [headless],
      databaseUrl: await database.databaseUrl('puente'),
      log,
      ...addresses,
    })
    closers.push(puente.close)
    const url = addresses.publicUrl
    const connected = await connect(puente, store)
    return { url, webhookUrl: `${url}/webhooks/gateway/${STORE}`, ...connected, close }
  } catch (error) {
    await close()
    throw error
  }
}

const connect = async (
  { ctx, sealer }: Puente,
  { language: locale, ...store }: StoreOfShop,
): Promise<{ apiKey: string; notifySecret: string }> => {
  const connected = await connectStore(
    {
      query: ctx.db.query,
      sealer,
      ids: ctx.ids,
      now: ctx.clock.now(),
      installation: ctx.cardPage,
    },
    // A shop under test has no orders of yesterday to reconcile.
    { id: STORE, locale, ...store, policy: { reconcile: { nightly: false } } },
  )
  if (connected.outcome === 'refused') throw new Error(connected.reason)
  const { apiKey, notifySecret } = connected
  return { apiKey, notifySecret }
}
