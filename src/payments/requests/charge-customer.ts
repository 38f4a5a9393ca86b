import type { OrderRow, StoreRow } from '../../db/db.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import { chargeSavedCard, type SavedCardOutcome } from '../checkout/charge-saved-card.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { referenceOfKey } from './request-reference.ts'

interface CustomerCharge {
  /** Any order of the customer; the new order copies its customer and language. */
  order: Pick<OrderRow, 'customer' | 'locale'>
  /** First order of the customer: a stable name, even after the charge adds an order. */
  firstOrderId: OrderId
  amount: Money
  /** Reason for the charge. */
  description: string | null
  /** Saved card of the customer. */
  method: string
  /** Dedupe key: a repeated request charges once. */
  idempotencyKey: string
}

/**
 * Charges a saved card of a customer and creates an order that no shop knows. The order's id
 * derives from the idempotency key, so a repeated request finds the order and charges nothing.
 */
export const chargeCustomer = (
  ctx: PaymentsContext,
  store: StoreRow,
  { order, firstOrderId, amount, description, method, idempotencyKey }: CustomerCharge,
): Promise<SavedCardOutcome> =>
  chargeSavedCard(ctx, store, {
    method,
    request: {
      ...referenceOfKey('request', { storeId: store.id, key: `${firstOrderId} ${idempotencyKey}` }),
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
  })
