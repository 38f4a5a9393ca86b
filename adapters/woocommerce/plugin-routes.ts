import { z } from 'zod'
import type { SavedCardMessage } from '../adapter.ts'
import type { WooCommerceOptions } from './options.ts'
import { callSite } from './rest/call-site.ts'
import { noteAccess, type RestOutcome, readAnswer } from './rest/rest-client.ts'
import type { RestFailure } from './rest/rest-failure.ts'
import { routeUrl } from './rest/rest-root.ts'
import { signCall } from './signing.ts'

export type PluginConnection = Omit<
  WooCommerceOptions,
  'consumerKey' | 'consumerSecret' | 'locale' | 'policy' | 'linkRefund' | 'cardOf'
> & {
  /** The transport; default: `callSite`. */
  sendCall?: typeof callSite
}

const site = z.object({
  site_url: z.string(),
  plugin_version: z.string(),
  woocommerce_version: z.string(),
  wordpress_version: z.string(),
  php_version: z.string(),
  store_id: z.string().nullable().catch(null),
  currency: z.string(),
  /** Language of the shop; older plugins lack it. */
  locale: z.enum(['es', 'en']).optional().catch(undefined),
})

/** An answer proves that the plugin holds the pairing secret. */
export const readSite = (plugin: PluginConnection): Promise<RestOutcome<z.output<typeof site>>> =>
  callPlugin(plugin, { method: 'GET', route: '/puente/v1/connection', schema: site })

/** Saves a card. Idempotent: the same card keeps its token. */
export const sendSavedCard = async (
  plugin: PluginConnection,
  { customerId, card }: { customerId: string; card: SavedCardMessage['card'] },
): Promise<RestOutcome<{ created: boolean }>> => {
  const handed = await callPlugin(plugin, {
    method: 'POST',
    route: '/puente/v1/saved-cards',
    body: { customer_id: Number(customerId), card },
    schema: z.object({ created: z.boolean() }),
  })
  await noteAccess(plugin.access, 'saved-cards', handed)
  return handed
}

/** Removes a card that the gateway no longer has. */
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
  const { storeId, timeoutMs, allowPrivateAddresses } = plugin
  const text = body && JSON.stringify(body)
  const signed = signCall({
    storeId,
    secret: plugin.pairingSecret,
    method,
    path: route,
    body: Buffer.from(text ?? ''),
    now: plugin.clock.now(),
    nonce: plugin.ids.secret(24),
  })
  const { sendCall = callSite } = plugin
  const answer = await sendCall({
    method,
    url: routeUrl(plugin.restUrl, route),
    headers: { ...signed },
    body: text,
    timeoutMs,
    allowPrivateAddresses,
  })
  const answered = readAnswer(answer, schema)
  return answered.outcome === 'failed' ? withRetry(answered) : answered
}

/** Clock skew can be fixed and a retry has a fresh nonce; a wrong secret stays wrong. */
const withRetry = (failed: RestFailure): RestFailure =>
  failed.code === 'clock_differs' || failed.code === 'replayed_call'
    ? { ...failed, retry: 'retry', refusesAccess: false }
    : failed
