import { z } from 'zod'
import type { StoreId } from '../../src/domain/ids.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Ids } from '../../src/runtime/ids.ts'
import { toStorable } from '../../src/runtime/text/storable.ts'
import type { SavedCardMessage } from '../adapter.ts'
import type { AccessObserver } from './rest/access-notes.ts'
import { callSite } from './rest/call-site.ts'
import type { RestOutcome } from './rest/rest-client.ts'
import { type RestFailure, readJson, unreadable } from './rest/rest-failure.ts'
import { routeUrl } from './rest/rest-root.ts'
import { signCall } from './signing.ts'

export interface PluginConnection {
  storeId: StoreId
  restUrl: string
  pairingSecret: string
  timeoutMs: number
  allowPrivateAddresses: boolean
  clock: Clock
  ids: Ids
  access?: AccessObserver | undefined
}

const site = z.object({
  site_url: z.string(),
  plugin_version: z.string(),
  woocommerce_version: z.string(),
  wordpress_version: z.string(),
  php_version: z.string(),
  store_id: z.string().nullable().catch(null),
  currency: z.string(),
})

export type PluginSite = z.output<typeof site>

/** Reads the site's facts; success proves that the plugin holds the pairing secret. */
export const readSite = (plugin: PluginConnection): Promise<RestOutcome<PluginSite>> =>
  callPlugin(plugin, { method: 'GET', route: '/puente/v1/connection', schema: site })

/** Sends a saved card to its customer's account. Idempotent: the same card keeps its token. */
export const sendSavedCard = (
  plugin: PluginConnection,
  { customerId, card }: { customerId: string; card: SavedCardMessage['card'] },
): Promise<RestOutcome<{ created: boolean }>> =>
  callPlugin(plugin, {
    method: 'POST',
    route: '/puente/v1/saved-cards',
    body: { customer_id: Number(customerId), card },
    schema: z.object({ created: z.boolean() }),
  }).then(async (handed) => {
    const part = 'saved-cards'
    if (handed.outcome === 'done') await plugin.access?.allowed(part)
    else if (handed.refusesAccess) await plugin.access?.refused(part, handed.detail)
    return handed
  })

/** Removes a card that the gateway no longer has, for all customers. */
export const removeCard = (
  plugin: PluginConnection,
  cardId: string,
): Promise<RestOutcome<{ removed: number }>> =>
  callPlugin(plugin, {
    method: 'POST',
    route: '/puente/v1/saved-cards/revoked',
    body: { card_id: cardId },
    schema: z.object({ removed: z.int() }),
  })

const callPlugin = async <T>(
  plugin: PluginConnection,
  {
    method,
    route,
    body,
    schema,
  }: { method: 'GET' | 'POST'; route: string; body?: object; schema: z.ZodType<T> },
): Promise<RestOutcome<T>> => {
  const { storeId, restUrl, pairingSecret: secret, clock, ids, ...bounds } = plugin
  const text = body && JSON.stringify(body)
  const signed = signCall({
    storeId,
    secret,
    method,
    path: route,
    body: Buffer.from(text ?? ''),
    now: clock.now(),
    nonce: ids.secret(24),
  })
  const answer = await callSite({
    method,
    url: routeUrl(restUrl, route),
    headers: { ...signed },
    body: text,
    timeoutMs: bounds.timeoutMs,
    allowPrivateAddresses: bounds.allowPrivateAddresses,
  })
  const answered = readJson(answer)
  if (answered.outcome === 'failed') return withRetry(answered)
  const read = schema.safeParse(toStorable(answered.json))
  if (read.success) return { outcome: 'done', value: read.data }
  const [issue] = read.error.issues
  return unreadable(`${issue?.path.join('.')}: ${issue?.message}`)
}

/** Clock skew can be fixed and a retry has a fresh nonce; a wrong secret stays wrong. */
const withRetry = (failed: RestFailure): RestFailure =>
  failed.code === 'clock_differs' || failed.code === 'replayed_call'
    ? { ...failed, retry: 'retry', refusesAccess: false }
    : failed
