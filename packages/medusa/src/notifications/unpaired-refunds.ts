import { isOfPuente, nameOf } from '../names.js'
import type { OrderAtPuente } from '../payments/charge.js'
import { pairedIdIn, sharingRows } from '../refunds/refund-rows.js'
import { IN_FLIGHT_MS } from '../settings/waiting.js'
import { applyOrder } from './apply-order.js'
import type { Services } from './container.js'

const DAY_MS = 86_400_000
const OLDEST_MS = 3 * DAY_MS

interface RefundRow {
  metadata: Record<string, unknown> | null
  payment: { provider_id: string; payment_session_id: string }
}

/** Brings orders to what Puente says now, if one of their refunds in Medusa has none of its own at Puente. */
export const applyUnpairedRefunds = async (services: Services): Promise<void> => {
  const now = Date.now()
  const { data } = await services.query.graph({
    entity: 'refund',
    fields: ['metadata', 'payment.provider_id', 'payment.payment_session_id'],
    filters: {
      created_at: { $gt: new Date(now - OLDEST_MS), $lt: new Date(now - IN_FLIGHT_MS) },
    },
  })
  const rows = data as RefundRow[]
  const unpaired = rows.filter(({ metadata }) => pairedIdIn(metadata) === undefined)
  const providers = new Map(
    [...unpaired, ...sharingRows(rows)].map(({ payment }) => [
      payment.payment_session_id,
      nameOf(payment.provider_id),
    ]),
  )
  for (const [sessionId, provider] of providers)
    if (isOfPuente(provider)) await applyNow(services, provider, sessionId)
}

const applyNow = async (services: Services, provider: string, sessionId: string): Promise<void> => {
  try {
    const seen = await orderNow(services, provider, sessionId)
    const applied = seen && (await applyOrder(services, provider, seen))
    if (applied && applied.outcome !== 'applied') services.log.warn(`Puente: ${applied.why}`)
  } catch (error) {
    services.log.warn(`Puente: the refunds of ${sessionId} are not known: ${String(error)}`)
  }
}

/** Reads an order through the provider, which has the key of its store. */
const orderNow = async (
  { payments }: Services,
  provider: string,
  orderId: string,
): Promise<OrderAtPuente | undefined> => {
  const payload = { data: undefined, rawData: '', headers: {}, orderId }
  const { data } = await payments.getWebhookActionAndData({ provider, payload })
  return data.verified.outcome === 'order' ? data.verified.seen : undefined
}
