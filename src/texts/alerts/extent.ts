import { z } from 'zod'
import type { AlertGroupRow } from '../../db/alerts/alert-groups.ts'
import type { AlertRow, DbQuery } from '../../db/db.ts'
import { ordersByIds } from '../../db/orders/orders.ts'
import { countWaitingWork, type Outage, ordersThatWait } from '../../db/orders/orders-of-outages.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import { refundsOfOrders } from '../../db/payments/refunds.ts'
import type { AlertExtent } from '../../db/tables/alert-messages.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import {
  type AffectedOrder,
  affectedOrders,
  affectedWhole,
  moneyAtStake,
} from './affected-orders.ts'
import type { DbOfAlert } from './facts.ts'

const WAITING_FOR: Partial<Record<AlertKind, Outage['needs']>> = {
  gateway_unreachable: 'gateway',
  shop_unreachable: 'shop',
  shop_paused: 'shop',
}

/** Returns whether alerts of this kind report an outage of the gateway or a storefront. */
export const isOutage = (kind: AlertKind): boolean => WAITING_FOR[kind] !== undefined

const MOST_NAMED = 10

export interface AlertOfGroup {
  alert: AlertRow
  db: DbOfAlert
}

export interface GroupImpact extends AlertExtent {
  /** The first orders, at most 10. */
  affected: AffectedOrder[]
}

/** Loads the orders, payments and refunds of alerts in batches. */
export const withOrders = async (
  query: DbQuery,
  alerts: readonly AlertRow[],
): Promise<AlertOfGroup[]> => {
  const ids = [...new Set(alerts.flatMap(({ order_id }) => order_id ?? []))]
  const [orders, payments, refunds] = await Promise.all([
    ordersByIds(query, ids),
    paymentsOfOrders(query, ids),
    refundsOfOrders(query, ids),
  ])
  return alerts.map((alert) => {
    const id = alert.order_id ?? ''
    const order = orders.get(id)
    const db = { order, payments: payments.get(id) ?? [], refunds: refunds.get(id) ?? [] }
    return { alert, db }
  })
}

/**
 * Counts alerts and orders, sums the money at stake and names the first orders. For an outage, of
 * the queued work.
 */
export const impactOf = async (
  query: DbQuery,
  { kind }: Pick<AlertGroupRow, 'kind'>,
  { alerts, now }: { alerts: readonly AlertOfGroup[]; now: Date },
): Promise<GroupImpact> => {
  const outage = outageOf(
    kind,
    alerts.map(({ alert }) => alert),
    now,
  )
  if (!outage) return extentOfAlerts(alerts)
  const { orders, byCurrency } = await countWaitingWork(query, outage)
  const waiting = orders > 0 ? await ordersThatWait(query, outage, { limit: MOST_NAMED }) : []
  return {
    alerts: alerts.length,
    orders,
    minorByCurrency: Object.fromEntries(
      byCurrency.map(({ currency, minor }) => [currency, minor.toString()]),
    ),
    affected: waiting.map(affectedWhole),
  }
}

/** Returns the outage that open alerts of a kind report; `undefined` for other kinds. */
export const outageOf = (
  kind: AlertKind,
  alerts: readonly Pick<AlertRow, 'store_id' | 'details' | 'opened_at'>[],
  now: Date,
): Outage | undefined => {
  const needs = WAITING_FOR[kind]
  if (!needs) return undefined
  const storeIds = [...new Set(alerts.map(({ store_id }) => store_id))]
  return { needs, storeIds, failingSince: sinceOf(alerts), now }
}

const sinceOf = (alerts: readonly Pick<AlertRow, 'details' | 'opened_at'>[]): Date => {
  const times = alerts.map(({ details, opened_at }) => {
    const { since } = failing.parse(details)
    return since && since < opened_at ? since : opened_at
  })
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

const failing = z.object({ since: z.string().pipe(z.coerce.date()).optional().catch(undefined) })

const extentOfAlerts = (alerts: readonly AlertOfGroup[]): GroupImpact => {
  const { count, first } = affectedOrders(alerts, MOST_NAMED)
  const sums = moneyAtStake(alerts)
  return {
    alerts: alerts.length,
    orders: count,
    minorByCurrency: Object.fromEntries(
      [...sums].sort().map(([currency, minor]) => [currency, minor.toString()]),
    ),
    affected: first,
  }
}
