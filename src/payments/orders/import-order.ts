import { isDeepStrictEqual } from 'node:util'
import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { importAndLockOrder } from '../../db/orders/orders.ts'
import type { RequestDetails } from '../../db/payments/payment-requests.ts'
import type { OrderTerms, PendingUpdate } from '../../db/tables/orders.ts'
import { writeNewOrder } from '../../db/write-changes.ts'
import { formatMoney, type Money, moneyFromMinor } from '../../domain/money.ts'
import { withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import { signalDueTasks } from '../ports/wake.ts'
import { addLine, updateOrder } from './change-held.ts'
import { decideOrder, type HeldOrder, heldBy, holdNew } from './held-order.ts'
import { addRequestMails } from './mails-to-customer.ts'

/** Imports an order unless it exists, and locks it. The caller writes the changes. */
export const importOrder = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { store, request, createdAt }: NewOrder,
): Promise<HeldOrder> => {
  const order = newOrder(ctx, { store, request, createdAt })
  const imported = await importAndLockOrder(trx, {
    ...order,
    customer: JSON.stringify(order.customer),
    metadata: JSON.stringify(order.metadata),
    last_payment_error: null,
  })
  const held = await heldBy(trx, ctx, { ...imported, store })
  if (held.isNew) beginOrder(held, request)
  return held
}

interface NewOrder {
  store: StoreRow
  request: CheckoutRequest
  /** Default: now. */
  createdAt?: Date | undefined
}

const newOrder = (
  ctx: PaymentsContext,
  { store, request, createdAt = ctx.clock.now() }: NewOrder,
): OrderRow => {
  const now = ctx.clock.now()
  const terms = termsOf(request)
  return {
    id: ctx.ids.next('ord'),
    store_id: store.id,
    external_id: request.externalId,
    source: request.source ?? 'storefront',
    payment_link_id: request.paymentLinkId ?? null,
    fingerprint: request.fingerprint ?? null,
    ...terms,
    customer: asStored(terms.customer),
    metadata: asStored(terms.metadata),
    ...NEW_ORDER,
    pay_token: ctx.ids.secret(18),
    created_at: createdAt,
    updated_at: now,
  }
}

const NEW_ORDER = {
  status: 'awaiting_payment',
  conflict: null,
  current_payment_id: null,
  request_number: 0,
  last_payment_error: null,
  payable_until: null,
  time_over_at: null,
  paid_at: null,
  cancelled_at: null,
  cancelled_by: null,
  people_erased_at: null,
} as const satisfies Partial<OrderRow>

const beginOrder = (held: HeldOrder, request: CheckoutRequest): void => {
  addLine(held, { kind: 'order_taken', details: amountDetails(request.amount) })
  if (request.isMailed) addRequestMails(held, request)
  if (request.details) addRequestDetails(held, request.details)
}

const addRequestDetails = ({ order, changes }: HeldOrder, details: RequestDetails): void => {
  const { note, counter, tip_minor } = details
  if (note === null && counter === null && tip_minor === null) return
  changes.requestDetails.push({ ...details, order_id: order.id, store_id: order.store_id })
}

const logImported = (ctx: PaymentsContext, { order }: HeldOrder): void => {
  const { external_id: externalId, number } = order
  orderLog(ctx.log, order).info({ externalId, number }, 'order imported')
}

/**
 * Decides about a new order before it is written, then writes both in one statement. Returns
 * `undefined`, with nothing written, if the order exists or the gateway may have charged it; then
 * `decideImported` decides.
 */
export const decideNew = async <T>(
  ctx: PaymentsContext,
  { store, request }: { store: StoreRow; request: CheckoutRequest },
  decide: (held: HeldOrder, query: DbQuery) => T | Promise<T>,
): Promise<T | undefined> => {
  const { query } = ctx.db.hot
  const held = holdNew(ctx, { order: newOrder(ctx, { store, request }), store })
  beginOrder(held, request)
  const decided = await decide(held, query)
  if (!(await writeNewOrder(query, held.order, held.changes))) return undefined
  logImported(ctx, held)
  signalDueTasks(ctx, held.changes.tasks)
  return decided
}

/** Runs `decideOrder`, importing the order first if new. */
export const decideImported = <T>(
  ctx: PaymentsContext,
  about: { store: StoreRow; request: CheckoutRequest },
  decide: (held: HeldOrder, trx: DbQuery) => T | Promise<T>,
): Promise<T> =>
  decideOrder(
    ctx,
    async (trx) => {
      const held = await importOrder(trx, ctx, about)
      if (held.isNew) logImported(ctx, held)
      return held
    },
    decide,
  )

const termsOf = (request: CheckoutRequest): OrderTerms => ({
  ...textsOf(request),
  amount_minor: request.amount.minor,
  currency: request.amount.currency.code,
  locale: request.locale,
  follows_reader: request.followsReader ?? false,
  checkout_mode: request.mode,
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
})

/** Masks card numbers in decorative texts: Puente cannot refuse an adapter's order for them. */
const textsOf = ({ number, description, customer, metadata }: CheckoutRequest) => {
  const { value } = withoutCardNumbers({ number, description, customer, metadata })
  return { ...value, number: value.number ?? null }
}

/** JSON as the database returns it. */
const asStored = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value))

export const amountDetails = (amount: Money) => ({
  amount: formatMoney(amount),
  currency: amount.currency.code,
})

const hasSameTerms = (order: OrderRow, { customer, metadata, ...plain }: OrderTerms): boolean =>
  isDeepStrictEqual(order.customer, asStored(customer)) &&
  isDeepStrictEqual(order.metadata, asStored(metadata)) &&
  Object.entries(plain).every(([field, value]) => order[field as keyof OrderRow] === value)

/** Returns the order as it will be once the gateway accepts the request. */
export const orderAsRequested = (order: OrderRow, request: CheckoutRequest): OrderRow => ({
  ...order,
  ...termsOf(request),
})

/**
 * Returns the changes that a request makes to an order, kept with its payment. `null`: no changes,
 * and no other request has pending ones.
 */
export const pendingUpdateOf = (
  order: OrderRow,
  request: CheckoutRequest,
  attempts: readonly PaymentRow[],
): PendingUpdate | null => {
  const terms = termsOf(request)
  const isAlone = attempts.every(({ pending_update }) => pending_update === null)
  if (isAlone && hasSameTerms(order, terms)) return null
  const { amount_minor, ...plain } = terms
  return { ...plain, amount_minor: String(amount_minor) }
}

export const pendingTerms = ({ amount_minor, ...plain }: PendingUpdate): OrderTerms => ({
  ...plain,
  amount_minor: BigInt(amount_minor),
})

/** Fields that an erasure clears. */
const hasPersonalData = (terms: OrderTerms): boolean =>
  [terms.customer, terms.metadata].some((fields) => Object.keys(fields).length > 0) ||
  [terms.description, terms.success_url, terms.cancel_url].some((text) => text !== null)

export const changeOrder = (held: HeldOrder, request: CheckoutRequest): void =>
  changeTerms(held, termsOf(request))

export const changeTerms = (held: HeldOrder, terms: OrderTerms): void => {
  const { order } = held
  if (hasSameTerms(order, terms)) return
  const hasOtherAmount =
    order.amount_minor !== terms.amount_minor || order.currency !== terms.currency
  updateOrder(held, {
    ...terms,
    ...(hasPersonalData(terms) ? { people_erased_at: null } : {}),
    // Deadline of the card page; a hosted checkout has its own expiry.
    ...(order.checkout_mode === terms.checkout_mode
      ? {}
      : { payable_until: null, time_over_at: null }),
    ...(hasOtherAmount ? { last_payment_error: null } : {}),
  })
  if (hasOtherAmount) noteNewAmount(held, order)
}

export const noteNewAmount = (held: HeldOrder, before: OrderRow): void => {
  const [from, to] = [before, held.order].map(({ amount_minor, currency }) =>
    amountDetails(moneyFromMinor(amount_minor, currency)),
  )
  addLine(held, { kind: 'order_changed', details: { from, to } })
}
