import {
  type Core,
  type PlatformMessage,
  type PlatformMessageOutcome,
  recordPrivacyRequest,
  replaceCredentials,
  type Store,
} from '../../adapter.ts'
import type { ShopifyDeps } from '../deps.ts'
import { uninstall } from '../install/uninstall.ts'
import { shopCredentials } from '../shops/connection.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'
import { openDataRequest } from './data-requests.ts'
import { type ComplianceRequest, messagesOfShop, readComplianceRequest } from './request.ts'

type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number]

export const isComplianceTopic = (topic: string): topic is ComplianceTopic =>
  (COMPLIANCE_TOPICS as readonly string[]).includes(topic)

interface PrivacyWebhook {
  message: PlatformMessage
  topic: ComplianceTopic
  shop: string
  /** See `ownAppOf`. */
  ownApp: string | undefined
  stores: readonly Store[]
}

type Deps = Pick<ShopifyDeps, 'open' | 'sealer'>

/**
 * Handles Shopify's mandatory privacy webhooks: lists a data request, or erases one customer, or
 * all of them two days after an uninstall. Records each outcome.
 */
export const handlePrivacyWebhook = async (
  core: Core,
  deps: Deps,
  webhook: PrivacyWebhook,
): Promise<PlatformMessageOutcome> => {
  const { message, topic, shop } = webhook
  const request = readComplianceRequest(message.body)
  if (!request) {
    return { outcome: 'failed', retry: 'ask-a-person', detail: `unreadable request: ${topic}` }
  }
  // An earlier delivery carried it out and emptied its body.
  if (request.shop === undefined) return { outcome: 'handled', note: 'carried-out' }
  if (request.shop !== shop) return noted(core, webhook, { note: 'of-another-shop' })
  if (topic === 'customers/data_request') {
    return noted(core, webhook, await openDataRequest(core, webhook, request))
  }
  if (topic === 'shop/redact') {
    const note = await uninstallShop(core, deps, webhook)
    if (note !== 'uninstalled') return noted(core, webhook, { note })
  }
  return erase(core, webhook, request)
}

const erase = async (
  core: Core,
  webhook: PrivacyWebhook,
  request: ComplianceRequest,
): Promise<PlatformMessageOutcome> => {
  const { topic, shop, stores } = webhook
  const erased = await core.erasePeople({
    storeIds: stores.map(({ id }) => id),
    person: topic === 'customers/redact' ? request : undefined,
    reason: topic,
    messages: messagesOfShop(shop),
  })
  if (erased.outcome === 'later') {
    const detail = 'something about these customers is under way'
    return { outcome: 'failed', retry: 'retry', detail }
  }
  core.log.info({ shop, topic, orders: erased.orders }, 'personal data was erased')
  return noted(core, webhook, { note: 'erased', orders: erased.orders, isCarriedOut: true })
}

/** Records requests that match no orders, too. */
const noted = async (
  { db, clock }: Core,
  { message }: PrivacyWebhook,
  { note, ...done }: { note: string; orders?: number; isCarriedOut?: boolean },
): Promise<PlatformMessageOutcome> => {
  const request = { message, source: 'shopify', outcome: note, now: clock.now() } as const
  await recordPrivacyRequest(db.query, { orders: 0, isCarriedOut: false, ...request, ...done })
  return { outcome: 'handled', note }
}

/**
 * Uninstalls the shop, in case the uninstall webhook got lost. Skips a shop that reinstalled the
 * app.
 */
const uninstallShop = async (
  core: Core,
  { open, sealer }: Deps,
  { message, shop, ownApp, stores }: PrivacyWebhook,
) => {
  const note = await uninstall(core, { open }, { shop, ownApp, at: message.at })
  if (note !== 'uninstalled') return note
  for (const store of stores.filter(({ sealed_connection }) => sealed_connection !== null)) {
    const { client_id } = shopCredentials.parse(open(store))
    const now = core.clock.now()
    await replaceCredentials(core.db.query, sealer, { store, credentials: { client_id }, now })
  }
  return note
}
