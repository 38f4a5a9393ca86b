import {
  type Core,
  emptyMessage,
  notePrivacyRequest,
  type PlatformMessage,
  type PlatformMessageOutcome,
  replaceConnection,
  type StoreRow,
  sealStoreSecret,
} from '../../adapter.ts'
import { shopCredentials } from '../connection.ts'
import type { ShopifyDeps } from '../deps.ts'
import { uninstall } from '../install/uninstall.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'
import { openDataRequest } from './data-requests.ts'
import { messagesOfShop } from './messages-of-shop.ts'
import { type ComplianceRequest, readComplianceRequest } from './request.ts'

type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number]

export const isComplianceTopic = (topic: string): topic is ComplianceTopic =>
  (COMPLIANCE_TOPICS as readonly string[]).includes(topic)

interface Taken {
  message: PlatformMessage
  topic: ComplianceTopic
  shop: string
  /** See `ownAppOf`. */
  ownApp: string | undefined
  stores: readonly StoreRow[]
}

type Deps = Pick<ShopifyDeps, 'open' | 'sealer'>

/**
 * Handles Shopify's mandatory privacy webhooks: lists a data request, or erases one customer, or
 * all of them two days after an uninstall. Records each outcome.
 */
export const takeCompliance = async (
  core: Core,
  deps: Deps,
  taken: Taken,
): Promise<PlatformMessageOutcome> => {
  const { message, topic, shop, stores } = taken
  const request = readComplianceRequest(message.body)
  if (!request) {
    return { outcome: 'failed', retry: 'ask-a-person', detail: `unreadable request: ${topic}` }
  }
  // An earlier delivery carried out this request and emptied its body.
  if (request.shop === undefined) return { outcome: 'handled', note: 'carried-out' }
  if (request.shop !== shop) return noted(core, taken, { note: 'of-another-shop', orders: 0 })
  if (topic === 'customers/data_request') {
    return noted(core, taken, await openDataRequest(core, { message, stores, request }))
  }
  if (topic === 'shop/redact') {
    const gone = await forgetShop(core, deps, taken)
    if (gone.outcome !== 'handled') return gone
    if (gone.note !== 'uninstalled')
      return noted(core, taken, { note: String(gone.note), orders: 0 })
  }
  return erase(core, taken, request)
}

const erase = async (
  core: Core,
  taken: Taken,
  request: ComplianceRequest,
): Promise<PlatformMessageOutcome> => {
  const { message, topic, shop, stores } = taken
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
  await emptyMessage(core.db.query, message.address)
  core.log.info({ shop, topic, orders: erased.orders }, 'personal data was erased')
  return noted(core, taken, { note: 'erased', orders: erased.orders })
}

/** Records requests that match no orders, too. */
const noted = async (
  { db, clock }: Core,
  { message, topic }: Taken,
  { note, orders }: { note: string; orders: number },
): Promise<PlatformMessageOutcome> => {
  await notePrivacyRequest(db.query, {
    source: 'shopify',
    message_id: message.messageId,
    store_id: message.storeId,
    topic,
    outcome: note,
    orders,
    received_at: message.at,
    handled_at: clock.now(),
  })
  return { outcome: 'handled', note }
}

/**
 * Uninstalls the shop and drops its credentials, in case the uninstall webhook got lost. Skips a
 * shop that reinstalled the app.
 */
const forgetShop = async (
  core: Core,
  { open, sealer }: Deps,
  { message, shop, ownApp, stores }: Taken,
): Promise<PlatformMessageOutcome> => {
  const gone = await uninstall(core, { open }, { shop, ownApp, at: message.at })
  if (gone.outcome !== 'handled' || gone.note !== 'uninstalled') return gone
  for (const store of stores.filter(({ sealed_connection }) => sealed_connection !== null)) {
    const { client_id } = shopCredentials.parse(open(store))
    const secret = JSON.stringify({ client_id })
    const field = 'sealed_connection' as const
    const sealed = sealStoreSecret(sealer, { storeId: store.id, field, secret })
    await replaceConnection(core.db.query, store, { sealed, now: core.clock.now() })
  }
  return gone
}
