import { createHash } from 'node:crypto'
import type { OrderRow, StoreRow } from '../../db/db.ts'
import type { Money } from '../../domain/money.ts'
import { referenceOfSource } from '../../domain/order-source.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { chargeSavedCard, type SavedCardOutcome } from './charge-saved-card.ts'

export interface CustomerCharge {
  /** Any order of the customer: the new one gets its customer and language. */
  order: Pick<OrderRow, 'id' | 'customer' | 'locale'>
  amount: Money
  /** What the charge is for. */
  description: string | null
  /** Saved card of the customer. */
  method: string
  /** A repeated request with the same key charges once. */
  idempotencyKey: string
}

/**
 * Charges a saved card of a customer for an order that Puente makes: no shop knows it. The order's id
 * follows from the idempotency key, so a repeated request finds the order and charges nothing.
 */
export const chargeCustomer = (
  ctx: PaymentsContext,
  store: StoreRow,
  { order, amount, description, method, idempotencyKey }: CustomerCharge,
): Promise<SavedCardOutcome> =>
  chargeSavedCard(ctx, store, {
    method,
    request: {
      externalId: referenceOfSource('request', digestOf([store.id, order.id, idempotencyKey])),
      source: 'request',
      number: null,
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

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** 26 characters, as many as a ULID has. */
const digestOf = (texts: readonly string[]): string =>
  [...createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 26)]
    .map((byte) => BASE_32[byte % 32])
    .join('')
