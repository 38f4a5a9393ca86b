import type { StoreRow } from '../../../src/ledger/ledger.ts'
import { emptyMessage } from '../../../src/ledger/personal-data.ts'
import { shopifySessionsOf } from '../../../src/ledger/shopify-sessions.ts'
import type { PaymentsContext } from '../../../src/payments/context.ts'
import type {
  PlatformMessage,
  PlatformMessageOutcome,
} from '../../../src/payments/platform-messages.ts'
import { erasePeople } from '../../../src/payments/privacy/erase-people.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'
import { openDataRequest } from './data-requests.ts'
import { type ComplianceRequest, readComplianceRequest } from './request.ts'

type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number]

export const isComplianceTopic = (topic: string): topic is ComplianceTopic =>
  (COMPLIANCE_TOPICS as readonly string[]).includes(topic)

interface Taken {
  message: PlatformMessage
  topic: ComplianceTopic
  shop: string
  /** All stores of the shop, in test and live. */
  stores: readonly StoreRow[]
}

/**
 * What Shopify asks of every app about personal data: what is kept of a customer, and to erase a
 * customer, or everybody of a shop that has thrown the app out two days ago.
 */
export const takeCompliance = async (
  ctx: PaymentsContext,
  taken: Taken,
): Promise<PlatformMessageOutcome> => {
  const { message, topic, shop, stores } = taken
  const request = readComplianceRequest(message.body)
  if (!request) {
    return { outcome: 'failed', remedy: 'ask-a-person', detail: `unreadable request: ${topic}` }
  }
  // A request that was carried out has lost its body.
  if (request.shop === undefined) return { outcome: 'handled', note: 'carried-out' }
  if (request.shop !== shop) return { outcome: 'handled', note: 'of-another-shop' }
  if (topic === 'customers/data_request') return openDataRequest(ctx, { message, stores })
  if (topic === 'shop/redact' && (await isBack(ctx, taken))) {
    return { outcome: 'handled', note: 'before-reinstallation' }
  }
  return erase(ctx, taken, request)
}

const erase = async (
  ctx: PaymentsContext,
  { message, topic, shop, stores }: Taken,
  request: ComplianceRequest,
): Promise<PlatformMessageOutcome> => {
  const erased = await erasePeople(ctx, {
    storeIds: stores.map(({ id }) => id),
    person: topic === 'customers/redact' ? request : undefined,
    reason: topic,
    messages: { source: 'shopify', erasures: COMPLIANCE_TOPICS, storeIds: [shop] },
  })
  if (erased.outcome === 'later') {
    const detail = 'something about these customers is under way'
    return { outcome: 'failed', remedy: 'retry', detail }
  }
  await emptyMessage(ctx.ledger.query, message.address)
  ctx.log.info({ shop, topic, orders: erased.orders }, 'personal data was erased')
  return { outcome: 'handled', note: 'erased' }
}

/** A shop that has installed the app again since has customers again. */
const isBack = async ({ ledger }: PaymentsContext, { shop, message }: Taken): Promise<boolean> =>
  (await shopifySessionsOf(ledger.query, shop)).some(({ created_at }) => created_at > message.at)
