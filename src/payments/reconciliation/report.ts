import type { DbQuery, OrderRow } from '../../db/db.ts'
import { ordersByIds } from '../../db/orders/orders.ts'
import {
  countDiscrepancies,
  type DifferenceCount,
  type DiscrepancyRow,
  listDiscrepancies,
} from '../../db/reconciliation/discrepancies.ts'
import type { RunRow } from '../../db/reconciliation/reconciliations.ts'
import type { DifferenceAction } from '../../db/tables/reconciliation.ts'
import { orderAddress, reconciliationAddress } from '../../domain/dashboard-addresses.ts'
import type { DifferenceDetails } from './compare/describe-discrepancy.ts'
import { sawAll } from './rules/walk-pages.ts'
import { MOST_ALERTS } from './run-alerts.ts'

export const viewOfRun = (run: RunRow, counts: readonly DifferenceCount[], publicUrl: string) => {
  const { gatewayTotal, payments } = run.counts
  const forPerson = counts
    .filter(({ action }) => action === 'for_a_person')
    .reduce((sum, { count }) => sum + Number(count), 0)
  return {
    id: run.id,
    // A nightly backfill counts as scheduled.
    trigger: run.store_side === 'not_asked' ? ('schedule' as const) : run.trigger,
    dry: run.dry,
    state: run.state,
    reason: run.reason,
    from: run.from_day,
    to: run.to_day,
    started_at: run.started_at.toISOString(),
    ended_at: run.ended_at?.toISOString() ?? null,
    progress: {
      phase: run.position.phase,
      pages: run.counts.pages,
      payments,
      payments_at_gateway: gatewayTotal,
      foreign: run.counts.foreign,
      unreadable: run.counts.unreadable,
      orders: run.counts.orders,
    },
    /** The gateway never showed some payments of its total. */
    is_incomplete: run.position.phase !== 'pages' && !sawAll(run.counts),
    store_side: run.store_side,
    totals: run.totals,
    problems_not_listed: Math.max(0, forPerson - MOST_ALERTS),
    summary: counts.map(({ kind, action, count }) => ({ kind, action, count: Number(count) })),
    page_url: `${publicUrl}${reconciliationAddress(run.id)}`,
  }
}

export type RunView = ReturnType<typeof viewOfRun>

export const readRunViews = async (
  query: DbQuery,
  runs: readonly RunRow[],
  publicUrl: string,
): Promise<RunView[]> => {
  const counts = await countDiscrepancies(
    query,
    runs.map(({ id }) => id),
  )
  return runs.map((run) => viewOfRun(run, counts.get(run.id) ?? [], publicUrl))
}

export const readRunView = async (
  query: DbQuery,
  run: RunRow,
  publicUrl: string,
): Promise<RunView> => {
  const counts = await countDiscrepancies(query, [run.id])
  return viewOfRun(run, counts.get(run.id) ?? [], publicUrl)
}

export const viewOfDifference = (
  row: DiscrepancyRow,
  { order, publicUrl }: { order: OrderRow | undefined; publicUrl: string },
) => {
  // Internal to the run.
  const { store_says: _, planned: __, ...details } = row.details as DifferenceDetails
  return {
    id: `dif_${row.id}`,
    kind: row.kind,
    action: row.action,
    order_id: order?.external_id ?? null,
    payment_id: row.payment_id,
    gateway_payment_id: row.gateway_payment_id === null ? null : String(row.gateway_payment_id),
    details,
    found_at: row.found_at.toISOString(),
    timeline_url: order ? `${publicUrl}${orderAddress(order.id)}` : null,
  }
}

export type DiscrepancyView = ReturnType<typeof viewOfDifference>

export interface DifferencePage {
  data: DiscrepancyView[]
  next: bigint | undefined
  orders: ReadonlyMap<string, OrderRow>
}

export const readDifferences = async (
  query: DbQuery,
  run: RunRow,
  filter: {
    after?: bigint | undefined
    actions?: readonly DifferenceAction[]
    limit: number
    publicUrl: string
  },
): Promise<DifferencePage> => {
  const { after, actions, limit, publicUrl } = filter
  const found = await listDiscrepancies(query, run.id, { after, actions, limit: limit + 1 })
  const page = found.slice(0, limit)
  const orders = await ordersByIds(
    query,
    page.flatMap(({ order_id }) => order_id ?? []),
  )
  const withOrders = page.map((row) => {
    const order = orders.get(row.order_id ?? '')
    return { order, view: viewOfDifference(row, { order, publicUrl }) }
  })
  return {
    data: withOrders.map(({ view }) => view),
    orders: new Map(withOrders.flatMap(({ order, view }) => (order ? [[view.id, order]] : []))),
    next: found.length > limit ? page.at(-1)?.id : undefined,
  }
}
