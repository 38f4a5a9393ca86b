import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayBaseUrl, publicUrl } from '../../../config/addresses.ts'
import type { Settings } from '../../../config/settings.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { keysInUse } from '../../db/sealed-values.ts'
import { openStoreSecret } from '../../db/store-secrets.ts'
import { listStores } from '../../db/stores.ts'
import { deliveriesSince } from '../../db/webhook-counts.ts'
import { createGateway } from '../../gateway/client.ts'
import { type DeliveryFacts, judgeDeliveries } from '../../payments/inbound/rules/webhook-health.ts'
import { deliveryFacts } from '../../payments/operations/delivery-facts.ts'
import { deliveryWords } from '../../payments/operations/delivery-words.ts'
import { webhookUrlOf } from '../../payments/operations/test-webhooks.ts'
import { type PlatformAdapter, sealedPlacesOf } from '../../payments/ports/platform.ts'
import { addMs } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { createSecretSealer, type SecretSealer } from '../../runtime/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../../runtime/sealing-key-file.ts'
import { type Finding, failed, ok } from './finding.ts'

const OPENS_NOTHING = { id: 'none', key: Buffer.alloc(32) }
const DAY_MS = 24 * 60 * 60_000

/** Whether the given keys open the secrets of all stores. Makes no key. */
export const checkSealingKeys = async (
  query: DbQuery,
  { settings, platforms }: { settings: Settings; platforms: readonly PlatformAdapter[] },
): Promise<Finding> => {
  const check = 'sealing keys'
  const sealer = sealerOf(settings)
  const inUse = await keysInUse(query, sealer, sealedPlacesOf(platforms))
  const lost = inUse.filter(({ state }) => state !== 'opens')
  if (lost.length === 0) return ok({ check, text: 'The given keys open all secrets.' })
  return failed({
    check,
    text: `Secrets were sealed by keys that are not given: ${lost.map(({ keyId }) => keyId).join(', ')}.`,
    cure: 'Give those keys in SEALING_KEYS again, or connect the stores anew ("puente keys status" counts them).',
  })
}

/** Where there is no key, one that opens nothing stands for it. */
const sealerOf = ({ SEALING_KEYS: keys, DATA_DIR: dataDir }: Settings): SecretSealer => {
  const hasKey = keys !== undefined || existsSync(join(dataDir, 'sealing-key'))
  return createSecretSealer(keys ?? (hasKey ? sealingKeyOfDataDir(dataDir) : [OPENS_NOTHING]))
}

/** Whether the gateway accepts the secret key of each store; nothing where it cannot be asked. */
export const checkSecretKeys = async (
  query: DbQuery,
  { settings, log }: { settings: Settings; log: Log },
): Promise<Finding[]> => {
  const check = 'secret keys'
  const stores = (await listStores(query)).filter(({ disabled_at }) => disabled_at === null)
  const sealer = sealerOf(settings)
  const refused: Finding[] = []
  for (const store of stores) {
    const gateway = createGateway({
      baseUrl: gatewayBaseUrl(settings),
      secretKey: openStoreSecret(sealer, store, 'sealed_secret_key'),
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
      language: 'en',
      log,
    })
    const { outcome } = await gateway.me()
    // The check of the gateway itself says why it cannot be asked.
    if (outcome === 'unreachable') return refused
    if (outcome !== 'unauthorized') continue
    const text = `The gateway does not accept the secret key of ${store.id}.`
    const cure = `Copy it from the gateway's portal: "puente stores update --id ${store.id} --secret-key -" reads it from standard input.`
    refused.push(failed({ check, text, cure, details: { store_id: store.id } }))
  }
  if (refused.length > 0 || stores.length === 0) return refused
  return [ok({ check, text: 'The gateway accepts the secret keys of all stores.' })]
}

/** Whether the gateway's events reach each store. */
export const checkWebhooks = async (
  query: DbQuery,
  { settings, now }: { settings: Settings; now: Date },
): Promise<Finding[]> => {
  const stores = (await listStores(query)).filter(({ disabled_at }) => disabled_at === null)
  if (stores.length === 0) return [ok({ check: 'webhooks', text: 'No store is connected.' })]
  const factsOf = await deliveryFacts(query, { now })
  const lately = await deliveriesSince(query, { since: addMs(now, -DAY_MS) })
  return stores.map((store) => {
    const refused = lately
      .filter(({ store_id, result }) => store_id === store.id && result === 'bad-signature')
      .reduce((sum, { count }) => sum + count, 0)
    return findingOf(store, { facts: factsOf(store.id), refused, settings, now })
  })
}

const findingOf = (
  store: StoreRow,
  {
    facts,
    refused,
    settings,
    now,
  }: { facts: DeliveryFacts; refused: number; settings: Settings; now: Date },
): Finding => {
  const verdict = judgeDeliveries(facts, now)
  const webhookUrl = webhookUrlOf({ publicUrl: publicUrl(settings) }, store)
  const { text, todo } = deliveryWords(verdict, {
    store: { ...store, locale: 'en' },
    webhookUrl,
    facts,
  })
  const about = {
    check: `webhooks of ${store.id}`,
    text: refused > 0 ? `${text} Refused within a day: ${refused}.` : text,
    details: {
      store_id: store.id,
      last_event_at: facts.lastAcceptedAt?.toISOString() ?? null,
      refused_last_day: refused,
    },
  }
  return verdict.verdict === 'failing'
    ? failed({ ...about, cure: todo ?? `Look at the deliveries to ${webhookUrl} in the portal.` })
    : ok(about)
}
