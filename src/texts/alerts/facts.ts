import type { AlertRow, OrderRow, PaymentRow, RefundRow } from '../../db/db.ts'
import { formatMinor } from '../../domain/money.ts'
import { hasCharge } from '../../payments/orders/rules/advance.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { oneLine } from '../../runtime/text/printable.ts'
import { type ChargeToName, chargeOfPayment } from '../charges.ts'
import {
  alertDetails,
  type ChargeDetails,
  type ObservedStateFacts,
  type RefundRequestFacts,
} from './alert-details.ts'

export interface ChargeOfAlert extends ChargeToName {
  amount: string
  currency: string
  isEffective: boolean
}

/** Amounts are decimal strings. */
export interface AlertFacts {
  /** Title, if the platform brings alert texts. */
  platform: string | undefined
  order:
    | { id: string; puenteId: string; name: string; amount: string; currency: string }
    | undefined
  amount: string | undefined
  currency: string | undefined
  refund: string | undefined
  charge: ChargeToName | undefined
  /** The order's charges, without voided or refunded ones unless the alert names them. */
  charges: readonly ChargeOfAlert[]
  words: string | undefined
  asked: readonly RefundRequestFacts[]
  shown: readonly ObservedStateFacts[]
  /** Field name to `[Puente, other side]`. */
  differs: Readonly<Record<string, readonly [string | null, string | null]>>
  /** Other side of `differs`. */
  side: 'gateway' | 'store'
  /** The gateway denied the charge twice after a signed event. */
  isContradicted: boolean
  because: string | undefined
  /** Code of a refund's refusal. */
  refusal: string | undefined
  /** Order reference of an unmatched payment. */
  reference: string | undefined
  meanings: Readonly<Record<'es' | 'en', string>> | undefined
  method: string | undefined
  command: string | undefined
  fields: readonly string[]
  /** Where blocked scripts come from: hosts or keywords. */
  sources: readonly string[]
  error: string | undefined
  /** Name of the person or key behind it. */
  by: string | undefined
  /** Alert channel that fails. */
  channel: string | undefined
  /** Address of a notification endpoint. */
  address: string | undefined
  /** When something began to fail. */
  since: Date | undefined
  /** When something expires. */
  until: Date | undefined
  /** API version of a platform, its part and last day. */
  version: string | undefined
  part: string | undefined
  ends: string | undefined
  /** Differences that have no alert. */
  more: number | undefined
}

/** Limit on values of other sides, in UTF-16 units. */
const MOST_NAME = 40
const MOST_REFERENCE = 80
const MOST_MESSAGE = 300
const MOST_FIELDS = 20

/** Current rows of the alert's order: details of older alerts lack most facts. */
export interface DbOfAlert {
  order: OrderRow | undefined
  payments: readonly PaymentRow[]
  refunds: readonly RefundRow[]
}

/** Facts of alerts in memory: a list needs them for its texts, sums and orders. */
const loaded = new WeakMap<object, { db: DbOfAlert; facts: AlertFacts }>()

/** Extracts an alert's facts from its details and the database rows of its order. */
export const factsOfAlert = (
  alert: Pick<AlertRow, 'kind' | 'details'>,
  db: DbOfAlert,
  platform?: Pick<PlatformAdapter, 'title' | 'alertTexts'>,
): AlertFacts => {
  const known = loaded.get(alert)
  const facts = known?.db === db ? known.facts : extractFacts(alert, db)
  loaded.set(alert, { db, facts })
  return platform?.alertTexts ? { ...facts, platform: platform.title } : facts
}

const extractFacts = (
  alert: Pick<AlertRow, 'kind' | 'details'>,
  { order, payments, refunds }: DbOfAlert,
): AlertFacts => {
  const said = alertDetails.parse(alert.details)
  const refund = refunds.find(({ id }) => id === said.refund)
  const paymentOf = (id: string | undefined) => payments.find((payment) => payment.id === id)
  const about =
    paymentOf(said.payment ?? refund?.payment_id) ??
    payments.find(
      ({ gateway_payment_id: id }) => id !== null && id.toString() === said.gateway_payment_id,
    )
  const one = about && chargeOfPayment(about)
  const differs = said.differs
  return {
    platform: undefined,
    order: order && {
      id: order.external_id,
      puenteId: order.id,
      name: nameOfOrder(order),
      amount: formatMinor(order.amount_minor, order.currency),
      currency: order.currency,
    },
    amount: said.amount ?? decimalOf(refund) ?? one?.amount ?? differs.amount?.[1] ?? undefined,
    currency: said.currency ?? refund?.currency ?? one?.currency ?? order?.currency,
    refund: said.refund,
    charge:
      one ?? (said.gateway_payment_id ? { gatewayPaymentId: said.gateway_payment_id } : undefined),
    charges: chargesOf(said.payments, { order, payments }),
    words: quotable(said.words.join(' ')),
    asked: said.asked,
    shown: said.shown,
    differs,
    side: alert.kind === 'store_disagrees' ? 'store' : 'gateway',
    isContradicted: about?.charge_check?.result === 'contradicted',
    because: said.because,
    refusal: said.refusal,
    reference: named(said.external_reference),
    meanings: said.meanings,
    method: named(said.method),
    command: said.command,
    fields: said.fields.slice(0, MOST_FIELDS).map((field) => oneLine(field, MOST_REFERENCE)),
    sources: said.sources.slice(0, MOST_FIELDS).map((source) => oneLine(source, MOST_REFERENCE)),
    error: quotable(said.last_error ?? said.reason ?? ''),
    by: named(said.by),
    channel: said.channel,
    address: named(said.url),
    since: said.since,
    until: said.until,
    version: said.version,
    part: said.part,
    ends: said.ends,
    more: said.more,
  }
}

/** The number that customers and shops know, bounded. */
export const nameOfOrder = (order: Pick<OrderRow, 'number' | 'external_id'>): string =>
  oneLine(order.number ?? '', MOST_NAME) || oneLine(order.external_id, MOST_NAME)

const named = (name: string | undefined): string | undefined =>
  oneLine(name ?? '', MOST_REFERENCE) || undefined

/** A message to quote, without its final period; `undefined` if empty. */
const quotable = (message: string): string | undefined =>
  oneLine(message, MOST_MESSAGE).replace(/[.\s]+$/, '') || undefined

const decimalOf = (refund: RefundRow | undefined): string | undefined =>
  refund && formatMinor(refund.amount_minor, refund.currency)

/** Charges the alert names, completed from the database; by default, the order's kept charges. */
const chargesOf = (
  named: readonly ChargeDetails[],
  { order, payments }: Pick<DbOfAlert, 'order' | 'payments'>,
): ChargeOfAlert[] => {
  const isCurrent = (id: string | undefined) => id !== undefined && id === order?.current_payment_id
  const saysWhich = named.some(({ is_effective }) => is_effective)
  const charges =
    named.length > 0
      ? named.map((each) => ({
          ...completed(each, payments),
          isEffective: saysWhich ? each.is_effective === true : isCurrent(each.id),
        }))
      : payments
          .filter(isKept)
          .map((row) => ({ ...chargeOfPayment(row), isEffective: isCurrent(row.id) }))
  return charges
    .flatMap(({ amount, currency, ...rest }) =>
      amount && currency ? [{ ...rest, amount, currency }] : [],
    )
    .sort((one, other) => (one.attempt ?? 0) - (other.attempt ?? 0))
}

const completed = (said: ChargeDetails, payments: readonly PaymentRow[]): ChargeToName => {
  const row = payments.find(({ id }) => id === said.id)
  return {
    ...(row && chargeOfPayment(row)),
    ...defined({
      id: said.id,
      attempt: said.attempt,
      paidAt: said.paid_at,
      gatewayPaymentId: said.gateway_payment_id,
      transactionId: said.transaction_id,
    }),
    // The row has the amount charged, the alert the amount requested.
    ...(row ? {} : defined({ amount: said.amount, currency: said.currency })),
  }
}

const isKept = ({ state }: PaymentRow): boolean =>
  hasCharge({ state }) && state !== 'voided' && state !== 'refunded'

const defined = <Facts extends object>(facts: Facts): Partial<Facts> =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as Partial<Facts>
