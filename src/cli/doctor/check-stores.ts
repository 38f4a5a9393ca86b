import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayBaseUrl, publicUrl } from '../../../config/addresses.ts'
import type { Settings } from '../../../config/settings.ts'
import type { PaymentObject } from '../../contract/payment.ts'
import { isPaymentState } from '../../contract/payment-states.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { deliveriesSince } from '../../db/events/webhook-counts.ts'
import { keysInUse } from '../../db/installation/sealed-values.ts'
import { paymentsByIds } from '../../db/payments/payments.ts'
import { openStoreSecret } from '../../db/stores/store-secrets.ts'
import type { StoreId } from '../../domain/ids.ts'
import { createGateway } from '../../gateway/client.ts'
import { referenceIn } from '../../payments/attempts/creation-request.ts'
import { deliveryTexts } from '../../payments/health/delivery-texts.ts'
import type { StoreConcern } from '../../payments/health/rules/judge-store.ts'
import type { StoreHealth } from '../../payments/health/store-health.ts'
import { webhookUrlOf } from '../../payments/health/test-webhooks.ts'
import { judgeDeliveries, sendsEvent } from '../../payments/inbound/rules/webhook-health.ts'
import { type PlatformAdapter, sealedPlacesOf } from '../../payments/ports/platform.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createSecretSealer, type SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../../runtime/secrets/sealing-key-file.ts'
import { type Finding, failedCheck, ok, warning } from './finding.ts'

const OPENS_NOTHING = { id: 'none', key: Buffer.alloc(32) }

/** Checks that the keys open every sealed secret. Creates no key. */
export const checkSealingKeys = async (
  query: DbQuery,
  { settings, platforms }: { settings: Settings; platforms: readonly PlatformAdapter[] },
): Promise<Finding> => {
  const check = 'sealing keys'
  const sealer = sealerOf(settings)
  const inUse = await keysInUse(query, sealer, sealedPlacesOf(platforms))
  const lost = inUse.filter(({ state }) => state !== 'opens')
  if (lost.length === 0) return ok({ check, text: 'The given keys open all secrets.' })
  return failedCheck({
    check,
    text: `SEALING_KEYS lacks keys that stored secrets need: ${lost.map(({ keyId }) => keyId).join(', ')}.`,
    cure: 'Add those keys to SEALING_KEYS, or reconnect the stores ("puente keys status" counts the secrets).',
  })
}

/** Opens secrets with the configured keys; falls back to a key that opens nothing. */
export const sealerOf = ({ SEALING_KEYS: keys, DATA_DIR: dataDir }: Settings): SecretSealer => {
  const hasKey = keys !== undefined || existsSync(join(dataDir, 'sealing-key'))
  return createSecretSealer(keys ?? (hasKey ? sealingKeyOfDataDir(dataDir) : [OPENS_NOTHING]))
}

/**
 * Checks each store's key at the gateway and compares the newest payments. Returns no findings if
 * the gateway is unreachable. `changed`: payments per store, changed at the gateway but pending
 * here.
 */
export const checkSecretKeys = async (
  query: DbQuery,
  { stores, settings, log }: { stores: readonly StoreRow[]; settings: Settings; log: Log },
) => {
  const check = 'secret keys'
  const sealer = sealerOf(settings)
  const findings: Finding[] = []
  const changed = new Map<StoreId, number>()
  let isRefused = false
  for (const store of stores) {
    const gateway = createGateway({
      baseUrl: gatewayBaseUrl(settings),
      secretKey: openStoreSecret(sealer, store, 'sealed_secret_key'),
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
      language: 'en',
      log,
    })
    const { outcome } = await gateway.me()
    // `checkGateway` reports an unreachable gateway.
    if (outcome === 'unreachable') return { findings, changed }
    if (outcome === 'unauthorized') {
      isRefused = true
      const text = `The gateway does not accept the secret key of ${store.id}.`
      const cure = `Copy it from the gateway's portal: "puente stores update --id ${store.id} --secret-key -" reads it from standard input.`
      findings.push(failedCheck({ check, text, cure, details: { store_id: store.id } }))
      continue
    }
    const listed = await gateway.listPayments({})
    if (listed.outcome !== 'page') continue
    const compared = await compareNewest(query, store, listed.page.data)
    changed.set(store.id, compared.changed)
    findings.push(...compared.findings)
  }
  if (!isRefused && stores.length > 0) {
    findings.unshift(ok({ check, text: 'The gateway accepts the secret keys of all stores.' }))
  }
  return { findings, changed }
}

/** Compares the database with the gateway's first page of payments (4.2). */
const compareNewest = async (
  query: DbQuery,
  { id }: StoreRow,
  listed: readonly PaymentObject[],
): Promise<{ findings: Finding[]; changed: number }> => {
  const ours = listed.flatMap((payment) => {
    const reference = referenceIn(payment)
    return reference === undefined ? [] : [{ reference, status: payment.status }]
  })
  const known = await paymentsByIds(
    query,
    ours.map(({ reference }) => reference),
  )
  const missing = ours.filter(({ reference }) => !known.has(reference)).length
  const changed = ours.filter(
    ({ reference, status }) =>
      known.get(reference)?.state === 'pending' && isPaymentState(status) && sendsEvent(status),
  ).length
  if (missing === 0) return { findings: [], changed }
  const finding = warning({
    check: `payments of ${id}`,
    text: `Of the gateway's ${listed.length} newest payments, Puente created ${missing} that this database does not have. The database was restored from a backup, or another Puente uses this gateway account.`,
    cure: `Reconcile before you repeat any payment: "puente reconcile --store ${id}" lists them (docs/runbooks.md).`,
    details: { store_id: id, unknown: missing },
  })
  return { findings: [finding], changed }
}

interface At {
  settings: Settings
  now: Date
}

/** Follows the rules of dashboard and API. */
export const checkHealth = async (
  query: DbQuery,
  health: readonly StoreHealth[],
  { changed, ...at }: { changed: ReadonlyMap<StoreId, number> } & At,
): Promise<Finding[]> => {
  if (health.length === 0) return [ok({ check: 'webhooks', text: 'No store is connected.' })]
  const lately = await deliveriesSince(query, { since: addMs(at.now, -DAY) })
  return health.flatMap((one) => {
    const refused = lately
      .filter(({ store_id, result }) => store_id === one.store.id && result === 'bad-signature')
      .reduce((sum, { count }) => sum + count, 0)
    return [
      webhooksOf(one, { refused, changed: changed.get(one.store.id) ?? 0, ...at }),
      ...one.concerns.flatMap((concern) => CONCERNS[concern]?.(one) ?? []),
    ]
  })
}

const CONCERNS: Partial<Record<StoreConcern, (health: StoreHealth) => Finding>> = {
  gateway_unreachable: ({ store: { id }, gateway: { circuit } }) =>
    failedCheck({
      check: `gateway account of ${id}`,
      text: `Calls to the gateway fail: ${circuit?.last_error ?? 'no answer'}.`,
      cure: `Wait, or retry now: "puente tasks try --store ${id}".`,
    }),
  queue_late: ({ store: { id } }) =>
    failedCheck({
      check: `queue of ${id}`,
      text: 'Tasks have been due for more than a minute, and no worker has started them.',
      cure: 'Check that a process with the role worker is running, and read its log.',
    }),
  tasks_given_up: ({ store: { id }, found }) =>
    warning({
      check: `tasks of ${id}`,
      text: `Dead tasks: ${found.dead_tasks}.`,
      cure: `Fix the cause, then replay them: "puente tasks list --store ${id}" lists them.`,
    }),
  reconciliation_failed: ({ store: { id } }) =>
    warning({
      check: `reconciliation of ${id}`,
      text: 'The last reconciliation failed.',
      cure: `Run it again: "puente reconcile --store ${id}" shows the reason.`,
    }),
  open_alerts: ({ store: { id }, found }) =>
    warning({
      check: `alerts of ${id}`,
      text: `Open alerts: ${found.open_alerts}.`,
      cure: `List them: "puente alerts list --store ${id}".`,
    }),
}

const webhooksOf = (
  { store, deliveryFacts: loaded }: StoreHealth,
  { refused, changed, settings, now }: { refused: number; changed: number } & At,
): Finding => {
  const found = { count: changed, latestFoundAt: now }
  const gaps = changed > 0 ? { ...loaded.gaps, all: found, settled: found } : loaded.gaps
  const facts = { ...loaded, gaps }
  const verdict = judgeDeliveries(facts, now)
  const webhookUrl = webhookUrlOf({ publicUrl: publicUrl(settings) }, store)
  const english = { ...store, locale: 'en' } as const
  const { text, todo } = deliveryTexts(verdict, { store: english, webhookUrl, facts })
  const about = {
    check: `webhooks of ${store.id}`,
    text: refused > 0 ? `${text} Refused in the last day: ${refused}.` : text,
    details: {
      store_id: store.id,
      last_event_at: facts.lastAcceptedAt?.toISOString() ?? null,
      refused_last_day: refused,
    },
  }
  const cure = todo ?? `Check the deliveries to ${webhookUrl} in the portal.`
  if (verdict.verdict === 'failing') return failedCheck({ ...about, cure })
  return verdict.verdict === 'refused' ? warning({ ...about, cure }) : ok(about)
}
