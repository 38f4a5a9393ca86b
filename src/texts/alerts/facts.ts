import { z } from 'zod'
import type { AlertRow, OrderRow, PaymentRow, RefundRow } from '../../db/db.ts'
import { formatMinor } from '../../domain/money.ts'
import { hasCharge } from '../../payments/orders/rules/advance.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import { type ChargeToName, chargeOfPayment } from '../charges.ts'

export type RefundRequestFacts = z.output<typeof refundRequest>
export type ObservedStateFacts = z.output<typeof observedState>

export interface ChargeOfAlert extends ChargeToName {
  amount: string
  currency: string
  isEffective: boolean
}

/** Input of the alert sentences; amounts are decimal strings. */
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
  /** Order reference of an unmatched payment. */
  reference: string | undefined
  meanings: Readonly<Record<'es' | 'en', string>> | undefined
  method: string | undefined
  command: string | undefined
  fields: readonly string[]
}

const text = z.string().min(1).optional().catch(undefined)
/** Accepts strings only: coercing `null` yields the epoch. */
const anInstant = z.string().pipe(z.coerce.date())
const instant = anInstant.optional().catch(undefined)
const decimalText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d+(\.\d+)?$/))
  .optional()
  .catch(undefined)
const numberText = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items): z.output<Item>[] =>
      items.flatMap((each) => {
        const read = item.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )

const refundRequest = z.object({ at: anInstant, kind: text, answer: text })
const observedState = z.object({ at: anInstant, state: text, refunded_amount: decimalText })
const charge = z.object({
  id: text,
  amount: decimalText,
  currency: text,
  attempt: z.int().optional().catch(undefined),
  paid_at: instant,
  gateway_payment_id: numberText,
  transaction_id: text,
  is_effective: z.boolean().optional().catch(undefined),
})

/** Parses details of any version: drops unparsable fields. */
const details = z.object({
  payments: listOf(charge),
  payment: text,
  refund: text,
  amount: decimalText,
  currency: text,
  words: listOf(z.string()),
  asked: listOf(refundRequest),
  shown: listOf(observedState),
  because: text,
  external_reference: text,
  gateway_payment_id: numberText,
  differs: z
    .record(z.string(), z.tuple([z.string().nullable(), z.coerce.string().nullable()]))
    .catch({}),
  meanings: z.object({ es: z.string(), en: z.string() }).optional().catch(undefined),
  method: text,
  command: text,
  fields: listOf(z.string()),
})

/** Current rows of the alert's order: details of older alerts lack most facts. */
export interface DbOfAlert {
  order: OrderRow | undefined
  payments: readonly PaymentRow[]
  refunds: readonly RefundRow[]
}

/** Extracts an alert's facts from its details and the database rows of its order. */
export const factsOfAlert = (
  alert: Pick<AlertRow, 'kind' | 'details'>,
  { order, payments, refunds }: DbOfAlert,
  platform?: Pick<PlatformAdapter, 'title' | 'alertTexts'>,
): AlertFacts => {
  const said = details.parse(alert.details)
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
    platform: platform?.alertTexts && platform.title,
    order: order && {
      id: order.external_id,
      puenteId: order.id,
      name: order.number ?? order.external_id,
      amount: formatMinor(order.amount_minor, order.currency),
      currency: order.currency,
    },
    amount: said.amount ?? decimalOf(refund) ?? one?.amount ?? differs.amount?.[1] ?? undefined,
    currency: said.currency ?? refund?.currency ?? one?.currency ?? order?.currency,
    refund: said.refund,
    charge:
      one ?? (said.gateway_payment_id ? { gatewayPaymentId: said.gateway_payment_id } : undefined),
    charges: chargesOf(said.payments, { order, payments }),
    words: said.words.join(' ') || undefined,
    asked: said.asked,
    shown: said.shown,
    differs,
    side: alert.kind === 'store_disagrees' ? 'store' : 'gateway',
    isContradicted: about?.charge_check?.result === 'contradicted',
    because: said.because,
    reference: said.external_reference,
    meanings: said.meanings,
    method: said.method,
    command: said.command,
    fields: said.fields,
  }
}

const decimalOf = (refund: RefundRow | undefined): string | undefined =>
  refund && formatMinor(refund.amount_minor, refund.currency)

/** Charges the alert names, completed from the database; by default, the order's kept charges. */
const chargesOf = (
  named: readonly z.output<typeof charge>[],
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

const completed = (
  said: z.output<typeof charge>,
  payments: readonly PaymentRow[],
): ChargeToName => {
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
