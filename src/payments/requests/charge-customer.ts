import { type GroupingKey, groupingKeyOf } from '../../db/customers/customers.ts'
import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import type { Money } from '../../domain/money.ts'
import { chargeSavedCard, type SavedCardOutcome } from '../checkout/charge-saved-card.ts'
import type { HeldOrder } from '../orders/held-order.ts'
import { isAmountOf } from '../orders/rules/charges/is-amount-of.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { referenceOfKey } from './request-reference.ts'

interface CustomerCharge {
  /** Any order of the customer; the new order copies its customer and language. */
  order: Pick<OrderRow, 'customer' | 'locale'>
  /** `undefined` after an erasure, which only a repetition may follow. */
  customerKey: GroupingKey | undefined
  amount: Money
  /** Reason for the charge. */
  description: string | null
  /** Saved card of the customer. */
  method: string
  /** Dedupe key: a repeated request charges once. */
  idempotencyKey: string
}

/** The first charge with the key was of another customer, card, amount or description. */
interface KeyReused {
  outcome: 'key-reused'
}

/**
 * Charges a saved card of a customer and creates an order that no shop knows. The order's id derives
 * from store and idempotency key alone, so a repeated request finds the order and charges nothing,
 * even if the customer's other orders were erased since.
 */
export const chargeCustomer = (
  ctx: PaymentsContext,
  store: StoreRow,
  charge: CustomerCharge,
): Promise<SavedCardOutcome<KeyReused>> => {
  const { order, amount, description, method, idempotencyKey } = charge
  return chargeSavedCard<KeyReused>(ctx, store, {
    method,
    request: {
      ...referenceOf(store, idempotencyKey),
      source: 'request',
      amount,
      description,
      customer: order.customer,
      metadata: {},
      locale: order.locale,
      mode: 'hosted',
      successUrl: null,
      cancelUrl: null,
      expiresInMinutes: null,
    },
    reopensRefused: true,
    refuseOther: async (held, trx) =>
      held.isNew || (await isOrderOf(trx, held, charge)) ? undefined : { outcome: 'key-reused' },
  })
}

/**
 * Reports whether an earlier request with this key charged this card, or may have. A repetition gets
 * its answer, even if the card was revoked or the customer erased since.
 */
export const isKeyOfCharge = async (
  { db: { query } }: Pick<PaymentsContext, 'db'>,
  store: StoreRow,
  { method, idempotencyKey }: Pick<CustomerCharge, 'method' | 'idempotencyKey'>,
): Promise<boolean> => {
  const { externalId } = referenceOf(store, idempotencyKey)
  const order = await findOrderOfStore(query, store.id, externalId)
  const attempts = order ? await paymentsOfOrder(query, order.id) : []
  return attempts.some(
    ({ payment_method_id, state }) =>
      payment_method_id === method && state !== 'refused' && state !== 'abandoned',
  )
}

const referenceOf = ({ id: storeId }: StoreRow, key: string) =>
  referenceOfKey('request', { storeId, key, of: 'charge' })

/** An erasure leaves the amount and the card, which belongs to one customer. */
const isOrderOf = async (
  trx: DbQuery,
  { order, payments }: HeldOrder,
  { amount, description, method, customerKey }: CustomerCharge,
): Promise<boolean> => {
  const isOfCard =
    payments.length === 0 || payments.some(({ payment_method_id }) => payment_method_id === method)
  if (!isOfCard || !isAmountOf(order, amount)) return false
  if (order.people_erased_at !== null) return true
  if (order.description !== description) return false
  return customerKey === undefined || (await groupingKeyOf(trx, order)) === customerKey
}
