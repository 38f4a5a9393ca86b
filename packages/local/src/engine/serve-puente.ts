import { randomBytes } from 'node:crypto'
import { headless } from '../../../../adapters/headless/adapter.ts'
import { configuredAddresses } from '../../../../config/addresses.ts'
import { readSettings } from '../../../../config/settings.ts'
import { StoreId } from '../../../../src/domain/ids.ts'
import { connectStore } from '../../../../src/payments/stores/connect-store.ts'
import { type Puente, startPuente } from '../../../../src/puente.ts'
import { freePort } from '../../../../src/runtime/net/free-port.ts'
import type { EmbeddedPostgres } from '../../../../src/runtime/postgres/embedded-postgres.ts'
import type { EngineReply, EngineRequest, StoreOfShop } from '../messages.ts'
import { logOf } from './database.ts'

/** Settings come from the caller alone, never from a file. */
const NO_FILE = ''
const STORE = StoreId.parse('shop')

type Running = Omit<Extract<EngineReply, { ok: true }>, 'ok'> & { close(): Promise<void> }

/** Starts Puente, both roles, and connects the shop's store. */
export const servePuente = async (
  { port, logLevel, gateway, store }: EngineRequest,
  database: EmbeddedPostgres,
): Promise<Running> => {
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
    log: logOf(logLevel),
    ...addresses,
  })
  try {
    const url = addresses.publicUrl
    const connected = await connect(puente, store)
    const webhookUrl = `${url}/webhooks/gateway/${STORE}`
    return { url, webhookUrl, ...connected, close: puente.close }
  } catch (error) {
    await puente.close()
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
