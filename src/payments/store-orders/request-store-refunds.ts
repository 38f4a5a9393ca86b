import type { StoreRow } from '../../ledger/ledger.ts'
import { getOrder } from '../../ledger/orders.ts'
import { reversalsOfOrder } from '../../ledger/reversals.ts'
import { addMs } from '../../platform/clock.ts'
import { formatMoney } from '../../platform/money.ts'
import type { PaymentsContext } from '../context.ts'
import { planToLookAtStoreOrder } from '../follow-ups.ts'
import { closeProblem, openProblem } from '../problems.ts'
import { type ReversalRequestOutcome, requestReversal } from '../request-reversal.ts'
import { refundsKnown } from '../rules/store-change.ts'
import type { RefundAtStore } from '../storefront.ts'

/** One reversal of an order is carried out at a time: the next refund has its turn after it. */
const AGAIN_SOON_MS = 60_000
/** One that waits for the gateway's window waits for hours, and so does the next one. */
const AGAIN_LATER_MS = 15 * 60_000
const SOON_FOR_MS = 60 * 60_000

/**
 * Asks for the refunds that a store wants made by having written them down, each once, whatever was
 * given back before. One that cannot be made is a problem: the store's books say otherwise.
 */
export const requestStoreRefunds = async (
  ctx: PaymentsContext,
  {
    store,
    orderId,
    refunds,
  }: { store: StoreRow; orderId: string; refunds: readonly RefundAtStore[] },
): Promise<void> => {
  const { query } = ctx.ledger
  const wishes = refunds.filter(({ isWish }) => isWish)
  if (wishes.length === 0) return
  const order = await getOrder(query, orderId)
  if (order.paid_at === null) return
  for (const { refund, isKnown } of refundsKnown(wishes, await reversalsOfOrder(query, orderId))) {
    if (isKnown) continue
    const asked = await requestReversal(ctx, store, {
      orderExternalId: order.external_id,
      amount: refund.amount,
      idempotencyKey: refund.requestKey,
      origin: 'store',
    })
    const now = ctx.clock.now()
    const about = {
      kind: 'store_refund_not_possible' as const,
      storeId: store.id,
      orderId,
      subject: `${orderId}:${refund.id}`,
      now,
    }
    if (asked.outcome === 'accepted') {
      await closeProblem(query, about)
      continue
    }
    if (isUnderWay(asked)) {
      const isYoung = now.getTime() - refund.at.getTime() < SOON_FOR_MS
      const runAt = addMs(now, isYoung ? AGAIN_SOON_MS : AGAIN_LATER_MS)
      await planToLookAtStoreOrder(query, order, { runAt, now })
      return
    }
    const { amount, id } = refund
    const details = {
      refund: id,
      amount: formatMoney(amount),
      currency: amount.currency.code,
      because: asked.outcome === 'refused' ? asked.because : asked.outcome,
    }
    await openProblem(query, { ...about, details })
  }
}

const isUnderWay = (asked: ReversalRequestOutcome): boolean =>
  asked.outcome === 'refused' && asked.because === 'under_way'
