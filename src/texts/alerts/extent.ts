import { z } from 'zod'
import type { AlertGroupRow } from '../../db/alerts/alert-groups.ts'
import type { AlertRow, DbQuery } from '../../db/db.ts'
import { ordersByIds } from '../../db/orders/orders.ts'
import { countWaitingWork } from '../../db/orders/orders-of-outages.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import { refundsOfOrders } from '../../db/payments/refunds.ts'
import type { AlertExtent } from '../../db/tables/alert-messages.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { moneyFromDecimal } from '../../domain/money.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { printable } from '../../runtime/text/printable.ts'
import { type AlertFacts, type DbOfAlert, factsOfAlert } from './facts.ts'

/** Kinds of outage and the side that is down. */
const WAITING_FOR: Partial<Record<AlertKind, 'gateway' | 'shop'>> = {
  gateway_unreachable: 'gateway',
  shop_unreachable: 'shop',
  shop_paused: 'shop',
}

/** Returns whether alerts of this kind report an outage of the gateway or a storefront. */
export const isOutage = (kind: AlertKind): boolean => WAITING_FOR[kind] !== undefined

const MOST_NUMBERS = 10
const MOST_NUMBER_LENGTH = 40

export interface AlertOfGroup {
  alert: AlertRow
  db: DbOfAlert
}

export interface GroupImpact extends AlertExtent {
  orderNumbers: string[]
}

/** Loads the orders, payments and refunds of alerts in batches. */
export const withOrders = async (
  query: DbQuery,
  alerts: readonly AlertRow[],
): Promise<AlertOfGroup[]> => {
  const ids = [...new Set(alerts.flatMap(({ order_id }) => order_id ?? []))]
  const orders = await ordersByIds(query, ids)
  const payments = await paymentsOfOrders(query, ids)
  const refunds = await refundsOfOrders(query, ids)
  return alerts.map((alert) => {
    const id = alert.order_id ?? ''
    const order = orders.get(id)
    const db = { order, payments: payments.get(id) ?? [], refunds: refunds.get(id) ?? [] }
    return { alert, db }
  })
}

/** Counts alerts and orders and sums the money at stake. For an outage, counts the queued work. */
export const impactOf = async (
  query: DbQuery,
  { kind }: Pick<AlertGroupRow, 'kind'>,
  { alerts, now }: { alerts: readonly AlertOfGroup[]; now: Date },
): Promise<GroupImpact> => {
  const needs = WAITING_FOR[kind]
  if (!needs) return extentOfAlerts(alerts)
  const storeIds = [...new Set(alerts.map(({ alert }) => alert.store_id))]
  const failingSince = sinceOf(alerts)
  const { orders, byCurrency } = await countWaitingWork(query, {
    needs,
    storeIds,
    failingSince,
    now,
  })
  return {
    alerts: alerts.length,
    orders,
    minorByCurrency: Object.fromEntries(
      byCurrency.map(({ currency, minor }) => [currency, minor.toString()]),
    ),
    orderNumbers: [],
  }
}

const sinceOf = (alerts: readonly AlertOfGroup[]): Date => {
  const times = alerts.map(({ alert }) => {
    const { since } = failing.parse(alert.details)
    return since && since < alert.opened_at ? since : alert.opened_at
  })
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

const failing = z.object({ since: z.string().pipe(z.coerce.date()).optional().catch(undefined) })

const extentOfAlerts = (alerts: readonly AlertOfGroup[]): GroupImpact => {
  const sums = new Map<string, bigint>()
  const numbers = new Map<string, string>()
  const wholeOrders = new Set<string>()
  const add = (currency: string, minor: bigint) =>
    sums.set(currency, (sums.get(currency) ?? 0n) + minor)
  for (const { alert, db } of alerts) {
    const { order } = db
    if (order) numbers.set(order.id, order.number ?? order.external_id)
    const named = namedMoney(alert.kind, factsOfAlert(alert, db))
    for (const { amount, currency } of named) {
      if (amount === undefined || currency === undefined) continue
      const money = moneyFromDecimal(amount, currency)
      if (money) add(money.currency.code, money.minor)
    }
    if (named.length > 0 || !order || wholeOrders.has(order.id)) continue
    wholeOrders.add(order.id)
    add(order.currency, order.amount_minor)
  }
  return {
    alerts: alerts.length,
    orders: numbers.size,
    minorByCurrency: Object.fromEntries(
      [...sums].sort().map(([currency, minor]) => [currency, minor.toString()]),
    ),
    orderNumbers: [...numbers.values()]
      .slice(0, MOST_NUMBERS)
      .map((number) => fitText(printable(number), MOST_NUMBER_LENGTH)),
  }
}

/** Returns the amounts at stake that an alert names; empty if the whole order is at stake. */
const namedMoney = (
  kind: AlertKind,
  { amount, currency, charges }: AlertFacts,
): readonly { amount?: string | undefined; currency?: string | undefined }[] => {
  if (kind === 'order_paid_twice') return charges.filter(({ isEffective }) => !isEffective)
  return amount !== undefined && currency !== undefined ? [{ amount, currency }] : []
}
