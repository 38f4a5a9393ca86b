import { type Money, moneyFromDecimal } from '../../../src/domain/money.ts'
import { MINUTE } from '../../../src/runtime/clock.ts'
import { type Core, orderById, type Store } from '../../adapter.ts'
import { type FailedDelivery, retryDelivery } from '../../delivery-result.ts'
import { connectionOf } from '../shops/connection.ts'
import {
  findPaymentSession,
  insertRefundSession,
  type PaymentSessionRow,
  type RefundSessionRow,
} from '../tables/payment-sessions.ts'
import type { RefundSessionBody } from './session-bodies.ts'
import type { SessionShop } from './session-shop.ts'
import { endRefundSession } from './settle/end-refund-session.ts'

const THAW_POLL_MS = 15 * MINUTE

export const keyOfRefundSession = ({ kind, id }: Pick<RefundSessionRow, 'kind' | 'id'>): string =>
  `shopify-${kind}-session-${id}`

/**
 * Requests a session's void or refund; a notification reports the outcome later. Rejects an
 * impossible request.
 */
export const requestSessionRefund = async (
  core: Core,
  shop: SessionShop,
  { kind, body }: { kind: RefundSessionRow['kind']; body: RefundSessionBody },
): Promise<{ outcome: 'asked' | 'rejected' } | FailedDelivery> => {
  const { query } = core.db
  const { store, clock } = shop
  const name = connectionOf(store).shop
  const paid = await findPaymentSession(query, { shop: name, id: body.payment_id })
  const now = clock.now()
  const session = await insertRefundSession(query, {
    shop: name,
    id: body.id,
    kind,
    store_id: store.id,
    gid: body.gid,
    order_id: paid?.order_id ?? null,
    state: 'open',
    created_at: now,
    updated_at: now,
  })
  if (session.state !== 'open') return { outcome: 'asked' }
  const requested = await sendRequest(core, store, { paid, session, body })
  if (requested === 'asked') return { outcome: 'asked' }
  if (requested === 'under-way') return UNDER_WAY
  if (requested === 'store-frozen') return FROZEN
  return (await endRefundSession(shop, session, 'rejected')) ?? { outcome: 'rejected' }
}

/** The gateway allows one void or refund at a time. */
const UNDER_WAY = retryDelivery('another void or refund of the payment is under way')

/** Waits for the thaw without a limit of tries: Shopify has its answer and sends no second request. */
const FROZEN: FailedDelivery = {
  ...retryDelivery('the store is frozen'),
  waitsMs: [THAW_POLL_MS],
}

const sendRequest = async (
  core: Core,
  store: Store,
  {
    paid,
    session,
    body,
  }: { paid: PaymentSessionRow | undefined; session: RefundSessionRow; body: RefundSessionBody },
): Promise<'asked' | 'under-way' | 'store-frozen' | 'not-possible'> => {
  if (!paid?.order_id || paid.store_id !== store.id) return 'not-possible'
  const amount = session.kind === 'refund' ? amountOf(body) : undefined
  if (session.kind === 'refund' && !amount) return 'not-possible'
  const order = await orderById(core.db.query, paid.order_id)
  const requested = await core.requestRefund(store, {
    orderExternalId: order.external_id,
    amount,
    idempotencyKey: keyOfRefundSession(session),
    origin: 'store',
    refundLimit: undefined,
    refundDayLimit: undefined,
  })
  if (requested.outcome === 'accepted') return 'asked'
  if (requested.outcome === 'store-frozen') return requested.outcome
  const isUnderWay = requested.outcome === 'refused' && requested.because === 'under_way'
  return isUnderWay ? 'under-way' : 'not-possible'
}

const amountOf = ({ amount, currency }: RefundSessionBody): Money | undefined => {
  const money = moneyFromDecimal(amount ?? '', currency ?? '')
  return money && money.minor > 0n ? money : undefined
}
