import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import type { DiscrepancyRow } from '../../ledger/discrepancies.ts'
import type { LedgerQuery, OrderRow } from '../../ledger/ledger.ts'
import { getOrder } from '../../ledger/orders.ts'
import { paymentsOfOrder } from '../../ledger/payments.ts'
import { askAboutPayment } from '../ask-gateway.ts'
import { WORK_SIGNAL } from '../context.ts'
import { planToTell } from '../follow-ups.ts'
import { standingOfOrder } from '../record-observation.ts'
import { announcementsOfChange } from '../rules/announcements.ts'
import { type Difference, type KnownOrder, orderDifferences } from '../rules/classify-difference.ts'
import type { OrderStanding } from '../rules/order-standing.ts'
import { wasTaken } from '../rules/was-taken.ts'
import { conclude, drop } from './conclude.ts'
import { factsOfOrders, hasMoney, type KeptAtStore, storeOrderOf } from './order-facts.ts'
import { detailsOfOrder } from './walk-orders.ts'
import type { Work } from './work.ts'

/**
 * Looks at an order that seemed to differ, as it is now. A store that was not told is told; one that
 * says that an order is paid is not believed before the gateway was asked about all its payments.
 */
export const settleOrder = async (
  work: Work,
  discrepancy: DiscrepancyRow,
): Promise<Failure | undefined> => {
  const { ctx, run } = work
  const orderId = discrepancy.order_id ?? ''
  if (discrepancy.kind === 'store_says_paid' && !run.dry) {
    const failure = await askAboutUnpaid(work, orderId)
    if (failure) return failure
  }
  const order = await getOrder(ctx.ledger.query, orderId)
  if (discrepancy.kind === 'store_says_paid' && hasMoney(order)) {
    // The store was right, and it was the ledger that had not heard of it.
    const details = { side: 'store' as const, status: order.status }
    const conclusion = { kind: 'missed_event', action: 'repaired', details } as const
    return void (await conclude(work, discrepancy, conclusion))
  }
  const said = discrepancy.details.store_says as KeptAtStore
  const compared = await compare(work, order, said)
  const difference =
    compared && orderDifferences(compared).find(({ kind }) => kind === discrepancy.kind)
  if (!compared || !difference) return void (await drop(work, discrepancy))
  const conclusion = {
    kind: difference.kind,
    details: detailsOfOrder(order, difference, compared.atStore),
    day: hondurasDayOf(order.created_at),
  }
  if (difference.remedy !== 'tell') {
    return void (await conclude(work, discrepancy, { ...conclusion, action: 'for_a_person' }))
  }
  await conclude(work, discrepancy, { ...conclusion, action: 'repaired' }, (trx) =>
    tellAgain(trx, work, { order, isNew: isRepetition(compared, difference) }),
  )
  ctx.signals.send(WORK_SIGNAL)
  return undefined
}

const compare = async (
  { ctx, store }: Work,
  order: OrderRow,
  said: KeptAtStore,
): Promise<KnownOrder | undefined> => {
  const canBeTold = store.notify_url !== null
  const facts = await factsOfOrders(ctx.ledger.query, { orders: [order], canBeTold })
  const known = facts.get(order.id)
  return known && { ...known, atStore: storeOrderOf(said) }
}

/** It took the message, and says otherwise all the same: the same message would be left out. */
const isRepetition = ({ telling }: KnownOrder, { fields }: Difference): boolean =>
  telling.wasTold &&
  !telling.isGivenUp &&
  Object.values(fields).some(([, theirs]) => theirs !== null)

/** Tells the store what it would have been told of this order, had it all happened at once. */
const tellAgain = async (
  trx: LedgerQuery,
  { ctx, run }: Work,
  { order, isNew }: { order: OrderRow; isNew: boolean },
): Promise<void> => {
  const attempts = await paymentsOfOrder(trx, order.id)
  const news = announcementsOfChange(UNTOUCHED, standingOfOrder(order, attempts))
  const again = { occasion: run.id, isNew }
  const now = ctx.clock.now()
  for (const announcement of isNew ? news.slice(-1) : news) {
    await planToTell(trx, order, { announcement, again, now })
  }
}

/** How an order stands to which nothing has happened. */
const UNTOUCHED: OrderStanding = {
  status: 'awaiting_payment',
  trouble: null,
  charged: [],
  keptIds: [],
  speaker: undefined,
  timeOverAt: null,
}

const askAboutUnpaid = async (
  { ctx, store }: Work,
  orderId: string,
): Promise<Failure | undefined> => {
  for (const payment of await paymentsOfOrder(ctx.ledger.query, orderId)) {
    if (wasTaken(payment)) continue
    const asked = await askAboutPayment(ctx, { store, payment })
    if (asked.outcome === 'unreachable' || asked.outcome === 'unauthorized') return asked
  }
  return undefined
}
