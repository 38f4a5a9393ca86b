import type { OrderRow, StoreRow } from '../../ledger/ledger.ts'
import { getOrder, lockOrder } from '../../ledger/orders.ts'
import { findPayment } from '../../ledger/payments.ts'
import { reversalsOfOrder, updateReversal } from '../../ledger/reversals.ts'
import { addMs } from '../../platform/clock.ts'
import { formatMoney } from '../../platform/money.ts'
import { askAboutPayment } from '../ask-gateway.ts'
import type { PaymentsContext } from '../context.ts'
import { planToLookAtStoreOrder } from '../follow-ups.ts'
import { closeProblem, openProblem } from '../problems.ts'
import { type ReversalRequestOutcome, requestReversal } from '../request-reversal.ts'
import { recordedRefunds } from '../rules/recorded-refunds.ts'
import { refundsKnown } from '../rules/store-change.ts'
import { noteReversal } from '../settle-reversals.ts'
import type { RefundAtStore } from '../storefront.ts'

/** One reversal of an order is carried out at a time: the next refund has its turn after it. */
const AGAIN_SOON_MS = 60_000
/** One that waits for the gateway's window waits for hours, and so does the next one. */
const AGAIN_LATER_MS = 15 * 60_000
const SOON_FOR_MS = 60 * 60_000

/**
 * Asks for the refunds that a store wants made by having written them down, each once, whatever was
 * given back before. One that cannot be made is a problem: the store's books say otherwise. One that
 * somebody has made in the gateway's portal, and then written down, is made: so the gateway is asked
 * first, because the news of it may be late or lost.
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
  const known = await getOrder(query, orderId)
  if (known.paid_at === null) return
  const unknown = async () => {
    const all = refundsKnown(refunds, await reversalsOfOrder(query, orderId))
    return all.flatMap(({ refund, isKnown }) => (refund.isWish && !isKnown ? [refund] : []))
  }
  if ((await unknown()).length === 0) return
  if (!(await isUpToDate(ctx, store, known))) {
    const now = ctx.clock.now()
    return planToLookAtStoreOrder(query, known, { runAt: addMs(now, AGAIN_SOON_MS), now })
  }
  await keepRecorded(ctx, { orderId, wishes: await unknown(), refunds })
  const order = await getOrder(query, orderId)
  for (const refund of await unknown()) {
    const asked = await requestReversal(ctx, store, {
      orderExternalId: order.external_id,
      amount: refund.amount,
      idempotencyKey: refund.requestKey,
      origin: 'store',
    })
    const now = ctx.clock.now()
    const about = notPossible(order, refund, now)
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

/** Whether all that was given back of an order is known; nobody is asked about a charge by our own. */
const isUpToDate = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { current_payment_id: id }: OrderRow,
): Promise<boolean> => {
  const payment = id ? await findPayment(ctx.ledger.query, id) : undefined
  if (!payment) return true
  const asked = await askAboutPayment(ctx, { store, payment })
  // One that the store's key does not know or may not see is refused by the request itself.
  return asked.outcome !== 'unreachable'
}

/** What was written down after it had been made is tied to what was made. */
const keepRecorded = (
  ctx: PaymentsContext,
  {
    orderId,
    wishes,
    refunds,
  }: { orderId: string; wishes: readonly RefundAtStore[]; refunds: readonly RefundAtStore[] },
): Promise<void> =>
  ctx.ledger.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const paymentId = order.current_payment_id
    const now = ctx.clock.now()
    const reversals = await reversalsOfOrder(trx, orderId)
    const recorded = recordedRefunds({ wishes, refunds, reversals, paymentId })
    for (const { refund, reversalId } of recorded) {
      const changes = { idempotency_key: refund.requestKey, updated_at: now }
      const reversal = await updateReversal(trx, reversalId, changes)
      await noteReversal(trx, reversal, { kind: 'reversal_recorded', now })
      await closeProblem(trx, notPossible(order, refund, now))
    }
  })

const notPossible = ({ id, store_id }: OrderRow, refund: RefundAtStore, now: Date) => ({
  kind: 'store_refund_not_possible' as const,
  storeId: store_id,
  orderId: id,
  subject: `${id}:${refund.id}`,
  now,
})

const isUnderWay = (asked: ReversalRequestOutcome): boolean =>
  asked.outcome === 'refused' && asked.because === 'under_way'
