import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { publicUrl } from '../../../config/addresses.ts'
import type { Settings } from '../../../config/settings.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { keysInUse } from '../../db/sealed-values.ts'
import { listStores } from '../../db/stores.ts'
import { deliveriesSince } from '../../db/webhook-counts.ts'
import { type DeliveryFacts, judgeDeliveries } from '../../payments/inbound/rules/webhook-health.ts'
import { deliveryFacts } from '../../payments/operations/delivery-facts.ts'
import { deliveryWords } from '../../payments/operations/delivery-words.ts'
import { webhookUrlOf } from '../../payments/operations/test-webhooks.ts'
import { type PlatformAdapter, sealedPlacesOf } from '../../payments/ports/platform.ts'
import { addMs } from '../../runtime/clock.ts'
import { createSecretSealer } from '../../runtime/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../../runtime/sealing-key-file.ts'
import { type Finding, failed, ok } from './finding.ts'

const DAY_MS = 24 * 60 * 60_000

/** Whether the given keys open the secrets of all stores. Makes no key. */
export const checkSealingKeys = async (
  query: DbQuery,
  { settings, platforms }: { settings: Settings; platforms: readonly PlatformAdapter[] },
): Promise<Finding> => {
  const check = 'sealing keys'
  const { SEALING_KEYS: keys, DATA_DIR: dataDir } = settings
  const hasKey = keys !== undefined || existsSync(join(dataDir, 'sealing-key'))
  const sealer = createSecretSealer(keys ?? (hasKey ? sealingKeyOfDataDir(dataDir) : []))
  const inUse = await keysInUse(query, sealer, sealedPlacesOf(platforms))
  const lost = inUse.filter(({ state }) => state !== 'opens')
  if (lost.length === 0) return ok({ check, text: 'The given keys open all secrets.' })
  return failed({
    check,
    text: `Secrets were sealed by keys that are not given: ${lost.map(({ keyId }) => keyId).join(', ')}.`,
    cure: 'Give those keys in SEALING_KEYS again, or connect the stores anew ("puente keys status" counts them).',
  })
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
