import type { OrderRow } from '../../../db/db.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import {
  insertDiscrepancies,
  type NewDiscrepancy,
} from '../../../db/reconciliation/discrepancies.ts'
import {
  olderOrdersOfWindow,
  ordersOfWindow,
} from '../../../db/reconciliation/reconciliation-batches.ts'
import type {
  DiscrepancyKind,
  RowsPosition,
  RunPosition,
} from '../../../db/tables/reconciliation.ts'
import { hasMoney } from '../../../domain/order-status.ts'
import { aboutStore, closeAlert } from '../../alerts/alerts.ts'
import { isMadeAtPuente } from '../../orders/made-at-puente.ts'
import { mayBeSameOrder } from '../../orders/rules/same-order.ts'
import type { ReadOrdersOutcome } from '../../ports/storefront.ts'
import { comparedOrders } from '../dry-run.ts'
import {
  type FoundDiscrepancy,
  isUnreadableAtStore,
  type KnownOrder,
  orderDifferences,
} from '../rules/classify-discrepancy.ts'
import { instantsOf } from '../window.ts'
import { type RunContext, type StepOutcome, walkInRun, windowOf } from '../work.ts'
import { type DifferenceDetails, detailsOf, type OtherSide } from './describe-discrepancy.ts'
import { serializeStoreOrder } from './order-facts.ts'

const ORDERS_AT_A_TIME = 200
const ORDERS_AT_A_STORE = 100

/**
 * Compares a batch of orders with their notifications and, if offered, the store's version. Queries
 * the store outside any transaction.
 */
export const walkOrders = async (
  work: RunContext,
  position: RowsPosition,
): Promise<StepOutcome> => {
  const { ctx, run, store } = work
  const { start, end } = instantsOf(windowOf(run))
  const { readOrders: ofStore, ordersAtATime = ORDERS_AT_A_STORE } = ctx.storefrontOf(store)
  const readOrders = run.store_side === 'compared' ? ofStore : undefined
  const batch = await (position.phase === 'orders' ? ordersOfWindow : olderOrdersOfWindow)(
    ctx.db.query,
    {
      storeId: store.id,
      start,
      end: end < run.started_at ? end : run.started_at,
      after: position.after,
      limit: readOrders ? ordersAtATime : ORDERS_AT_A_TIME,
    },
  )
  const ids = batch.rows.map(({ order_id }) => order_id)
  const orders = [...(await ordersByIds(ctx.db.query, ids)).values()]
  const askedFor = orders.filter((order) => !isMadeAtPuente(order))
  const read =
    readOrders && askedFor.length > 0
      ? await readOrders(askedFor.map(({ external_id }) => external_id))
      : undefined
  if (read?.outcome === 'not-read') {
    return { outcome: 'waits', detail: read.detail, retryAfterMs: read.retryAfterMs }
  }
  const storeVersionOf = read && storeVersions(read)

  const now = ctx.clock.now()
  return walkInRun(work, async (trx, { counts }) => {
    if (!run.dry && (read || run.store_side === 'not_offered')) {
      await closeAlert(trx, aboutStore(store, 'store_not_compared', now))
    }
    const facts = await comparedOrders(trx, work, orders)
    await insertDiscrepancies(
      trx,
      orders.flatMap((order) => {
        const known = facts.get(order.id)
        if (!known) return []
        const compared: KnownOrder = { ...known, atStore: storeVersionOf?.(order) }
        return orderDifferences(compared).map((difference) =>
          discrepancyOf({ runId: run.id, order, difference, compared, now }),
        )
      }),
    )
    return {
      next: nextPosition(position, batch),
      counts: { ...counts, orders: counts.orders + orders.length },
    }
  })
}

const storeVersions = ({ orders, unreadable = [] }: ReadOrdersOutcome & { outcome: 'read' }) => {
  const read = new Map(orders.map((order) => [order.id, order]))
  const said = new Map<string, KnownOrder['atStore']>(read)
  for (const { id, detail } of unreadable) if (id !== null) said.set(id, { unreadable: detail })
  const nameless = unreadable.find(({ id }) => id === null)
  return (order: OrderRow): KnownOrder['atStore'] => {
    if (isMadeAtPuente(order)) return undefined
    // The store shows a later order with the same id, which says nothing about this one.
    if (!mayBeSameOrder(order, read.get(order.external_id) ?? {})) return 'absent'
    const known = said.get(order.external_id)
    if (known || !nameless) return known ?? 'absent'
    // Without an id, it may be any order that the store seems to lack.
    return hasMoney(order) ? { unreadable: nameless.detail } : 'absent'
  }
}

const nextPosition = (
  { phase }: RowsPosition,
  { last, isLast }: { last: RowsPosition['after']; isLast: boolean },
): RunPosition => {
  if (!isLast) return { phase, after: last }
  return phase === 'orders' ? { phase: 'end' } : { phase: 'orders', after: null }
}

const STORE_KINDS = new Set<DiscrepancyKind>([
  'store_says_paid',
  'missing_in_store',
  'unreadable_order',
])

/** Returns `undefined` if the database contradicts itself. */
export const sideOf = ({ kind, fields }: FoundDiscrepancy): OtherSide | undefined => {
  const isOfStore = STORE_KINDS.has(kind)
  return isOfStore || Object.values(fields).some(([, theirs]) => theirs !== null)
    ? 'store'
    : undefined
}

const discrepancyOf = ({
  runId,
  order,
  difference,
  compared,
  now,
}: {
  runId: string
  order: OrderRow
  difference: FoundDiscrepancy
  compared: KnownOrder
  now: Date
}): NewDiscrepancy => ({
  run_id: runId,
  kind: difference.kind,
  subject: order.id,
  order_id: order.id,
  details: JSON.stringify({
    ...detailsOfOrder(order, difference, compared.atStore),
    store_says: serializeStoreOrder(compared.atStore),
  }),
  action: 'found',
  found_at: now,
})

export const detailsOfOrder = (
  order: OrderRow,
  difference: FoundDiscrepancy,
  atStore: KnownOrder['atStore'],
): DifferenceDetails => {
  const side = sideOf(difference)
  const { currency } = order
  if (!side) return { status: order.status }
  const details = detailsOf(difference, { side, currency })
  return isUnreadableAtStore(atStore) ? { ...details, detail: atStore.unreadable } : details
}
