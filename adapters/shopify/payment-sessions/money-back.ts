import type { StoreRow } from '../../../src/ledger/ledger.ts'
import { getOrder } from '../../../src/ledger/orders.ts'
import {
  findPaymentSession,
  insertRefundSession,
  type PaymentSessionRow,
  type RefundSessionRow,
} from '../../../src/ledger/shopify-payment-sessions.ts'
import type { PaymentsContext } from '../../../src/payments/context.ts'
import { requestReversal } from '../../../src/payments/request-reversal.ts'
import { currencyByCode } from '../../../src/platform/currencies.ts'
import { type Money, parseMoney } from '../../../src/platform/money.ts'
import { connectionOf } from '../connection.ts'
import type { NotTold } from '../told.ts'
import type { MoneyBackBody } from './session-bodies.ts'
import type { SessionShop } from './session-shop.ts'
import { settleMoneyBack } from './settle-money-back.ts'

/** The key under which a session asks for its void or refund: the same session asks once. */
export const keyOfRefundSession = ({ kind, id }: Pick<RefundSessionRow, 'kind' | 'id'>): string =>
  `shopify-${kind}-session-${id}`

/**
 * Gives back what the merchant wants given back in Shopify. What becomes of it is told with the news
 * of its order; what cannot be asked for at all is told at once.
 */
export const takeMoneyBack = async (
  ctx: PaymentsContext,
  shop: SessionShop,
  { kind, body }: { kind: RefundSessionRow['kind']; body: MoneyBackBody },
): Promise<{ outcome: 'asked' | 'rejected' } | NotTold> => {
  const { query } = ctx.ledger
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
  const asked = await ask(ctx, store, { paid, session, body })
  if (asked === 'asked') return { outcome: 'asked' }
  if (asked === 'under-way') return UNDER_WAY
  return (await settleMoneyBack(shop, session, 'rejected')) ?? { outcome: 'rejected' }
}

/** Another one of the order is under way, and the gateway takes one at a time. */
const UNDER_WAY: NotTold = {
  outcome: 'not-told',
  remedy: 'retry',
  detail: 'another void or refund of the payment is under way',
  unreachable: false,
}

const ask = async (
  ctx: PaymentsContext,
  store: StoreRow,
  {
    paid,
    session,
    body,
  }: { paid: PaymentSessionRow | undefined; session: RefundSessionRow; body: MoneyBackBody },
): Promise<'asked' | 'under-way' | 'not-possible'> => {
  if (!paid?.order_id || paid.store_id !== store.id) return 'not-possible'
  const amount = session.kind === 'refund' ? amountOf(body) : undefined
  if (session.kind === 'refund' && !amount) return 'not-possible'
  const order = await getOrder(ctx.ledger.query, paid.order_id)
  const asked = await requestReversal(ctx, store, {
    orderExternalId: order.external_id,
    amount,
    idempotencyKey: keyOfRefundSession(session),
    origin: 'store',
  })
  if (asked.outcome === 'accepted') return 'asked'
  return asked.outcome === 'refused' && asked.because === 'under_way' ? 'under-way' : 'not-possible'
}

const amountOf = ({ amount, currency: code }: MoneyBackBody): Money | undefined => {
  const currency = currencyByCode(code ?? '')
  const parsed = currency && parseMoney(amount ?? '', currency)
  return parsed?.ok && parsed.money.minor > 0n ? parsed.money : undefined
}
