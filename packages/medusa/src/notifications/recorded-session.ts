import { asPassed, type MedusaAmount, toDecimal } from '../money.js'
import type { Services } from './container.js'

/** A payment session as Medusa has it, with its cart, its order and its payment. */
export interface RecordedSession {
  id: string
  isInitiated: boolean
  status: string
  amount: string
  currency: string
  providerId: string
  collectionId: string
  cartId: string | undefined
  orderId: string | undefined
  /** Orders that show the payment collection. A crash can leave out the placed one, or leave behind another. */
  linkedOrderIds: string[]
  payment: RecordedPayment | undefined
}

export type PaidSession = RecordedSession & { payment: RecordedPayment }

export interface RecordedPayment {
  id: string
  canceled_at: unknown
  data: Record<string, unknown> | null
  metadata: Record<string, unknown> | null
  captures: { id: string; raw_amount: MedusaAmount }[]
  refunds: RecordedRefund[]
}

export interface RecordedRefund {
  id: string
  raw_amount: MedusaAmount
  created_at: string | Date
  metadata: Record<string, unknown> | null
  note: string | null
  refund_reason_id: string | null
}

interface SessionRow {
  id: string
  status: string
  raw_amount: MedusaAmount
  currency_code: string
  provider_id: string
  payment_collection_id: string
  data: Record<string, unknown> | null
}

const SESSION_FIELDS = [
  'id',
  'status',
  'raw_amount',
  'currency_code',
  'provider_id',
  'payment_collection_id',
  'data',
]

const PAYMENT_FIELDS = [
  'id',
  'canceled_at',
  'data',
  'metadata',
  'captures.id',
  'captures.raw_amount',
  'refunds.id',
  'refunds.raw_amount',
  'refunds.created_at',
  'refunds.metadata',
  'refunds.note',
  'refunds.refund_reason_id',
]

const all = async <Row>(
  query: Services['query'],
  entity: string,
  fields: readonly string[],
  filters: Record<string, unknown>,
): Promise<Row[]> => {
  const { data } = await query.graph({ entity, fields, filters })
  return data as Row[]
}

/** Reads a payment session. `undefined`: Medusa deleted it, or never had it. */
export const readSession = async (
  { query }: Services,
  id: string,
): Promise<RecordedSession | undefined> => {
  const [row] = await all<SessionRow>(query, 'payment_session', SESSION_FIELDS, { id })
  if (row === undefined) return undefined
  const currency = row.currency_code.toUpperCase()
  const ofCollection = { payment_collection_id: row.payment_collection_id }
  const [[payment], [cart], linked] = await Promise.all([
    all<RecordedPayment>(query, 'payment', PAYMENT_FIELDS, { payment_session_id: id }),
    all<{ cart_id: string }>(query, 'cart_payment_collection', ['cart_id'], ofCollection),
    all<{ order_id: string }>(query, 'order_payment_collection', ['order_id'], ofCollection),
  ])
  // A cart has the order that it was completed to; a collection without a cart pays an order's change.
  const [placed] =
    cart === undefined
      ? linked
      : await all<{ order_id: string }>(query, 'order_cart', ['order_id'], {
          cart_id: cart.cart_id,
        })
  return {
    id: row.id,
    // Until the provider has answered, the session has no data of Puente.
    isInitiated: row.data?.id === row.id,
    status: row.status,
    amount: toDecimal(asPassed(row.raw_amount), currency),
    currency,
    providerId: row.provider_id,
    collectionId: row.payment_collection_id,
    cartId: cart?.cart_id,
    orderId: placed?.order_id,
    linkedOrderIds: linked.map(({ order_id }) => order_id),
    payment,
  }
}
