import type { AlertRow, OrderRow } from '../../db/db.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { formatMinor, moneyFromDecimal } from '../../domain/money.ts'
import { type AlertFacts, type DbOfAlert, factsOfAlert } from './facts.ts'

interface DecimalMoney {
  amount: string
  currency: string
}

export interface AffectedOrder {
  order: OrderRow
  /** One sum for each currency. */
  money: readonly DecimalMoney[]
  /** Payment that the alert is about, if it names one. */
  paymentId: string | undefined
}

type About = { alert: Pick<AlertRow, 'kind' | 'details'>; db: DbOfAlert }

/**
 * Lists each order of the alerts once, with the money that they name or its whole amount. `count`
 * includes the orders beyond `most`.
 */
export const affectedOrders = (
  alerts: readonly About[],
  most: number,
): { count: number; first: AffectedOrder[] } => {
  const byOrder = Map.groupBy(
    alerts.filter(({ db }) => db.order),
    ({ db }) => db.order?.id,
  )
  const first = [...byOrder.values()].slice(0, most).flatMap((ofOrder) => {
    const order = ofOrder[0]?.db.order
    return order ? [{ order, money: moneyOf(ofOrder), paymentId: paymentIdOf(ofOrder) }] : []
  })
  return { count: byOrder.size, first }
}

export const affectedWhole = (order: OrderRow): AffectedOrder => ({
  order,
  money: [{ amount: formatMinor(order.amount_minor, order.currency), currency: order.currency }],
  paymentId: undefined,
})

const moneyOf = (alerts: readonly About[]): DecimalMoney[] =>
  [...moneyAtStake(alerts)].map(([currency, minor]) => ({
    amount: formatMinor(minor, currency),
    currency,
  }))

/** Sums the money at stake in minor units, by currency. An order without named money counts once. */
export const moneyAtStake = (alerts: readonly About[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  const wholeOrders = new Set<string>()
  const add = (currency: string, minor: bigint) =>
    sums.set(currency, (sums.get(currency) ?? 0n) + minor)
  for (const { alert, db } of alerts) {
    const { order } = db
    const named = namedMoney(alert.kind, factsOfAlert(alert, db))
    for (const { amount, currency } of named) {
      const money = moneyFromDecimal(amount, currency)
      if (money) add(money.currency.code, money.minor)
    }
    if (named.length > 0 || !order || wholeOrders.has(order.id)) continue
    wholeOrders.add(order.id)
    add(order.currency, order.amount_minor)
  }
  return sums
}

/** Returns the amounts at stake that an alert names; empty if the whole order is at stake. */
export const namedMoney = (
  kind: AlertKind,
  { amount, currency, charges }: AlertFacts,
): readonly DecimalMoney[] => {
  if (kind === 'order_paid_twice') return charges.filter(({ isEffective }) => !isEffective)
  return amount !== undefined && currency !== undefined ? [{ amount, currency }] : []
}

/** Returns the payment of the alerts; for an order paid twice, the payment to refund. */
const paymentIdOf = (alerts: readonly About[]): string | undefined => {
  for (const { alert, db } of alerts) {
    const { charge, charges } = factsOfAlert(alert, db)
    const duplicate = charges.find(({ isEffective }) => !isEffective)
    const id = charge?.id ?? (charges.length > 1 ? duplicate : charges[0])?.id
    if (id !== undefined) return id
  }
  return undefined
}
