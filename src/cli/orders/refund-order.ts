import type { OrderRow, PaymentRow, RefundRow, StoreRow } from '../../db/db.ts'
import { findPayment, findPaymentOfStore, paymentsOfOrder } from '../../db/payments/payments.ts'
import { refundsOfOrder } from '../../db/payments/refunds.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { PaymentId } from '../../domain/ids.ts'
import { formatMinor, formatMoney, type Money, moneyFromMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import { refundRequest } from '../../http/api/checkouts/schemas.ts'
import { refuseRefund } from '../../http/api/refunds/refund-refusals.ts'
import { hasCharge } from '../../payments/orders/rules/advance.ts'
import { planRefund, type RefundPlan } from '../../payments/orders/rules/refunds/plan-refund.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { awaitRefund, requestRefund } from '../../payments/refunds/request-refund.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { chargeAfterAmount, chargeOfPayment } from '../../texts/charges.ts'
import { refundSentence } from '../../texts/refunds.ts'
import { viewOfRefund } from '../../wire/order-view.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { printReportJson } from '../terminal/print.ts'
import { findOneOrder } from './find-order.ts'

export interface RefundOptions {
  store?: string
  amount?: string
  payment?: string
  reason?: string
  /** Idempotency key: repeating the command refunds once. */
  key?: string
  yes: boolean
  json: boolean
}

const PATIENCE_MS = 15_000
const NOT_OVER_YET = 2

/** Refunds an order's rest or a part, after the user confirms the exact amount. */
export const refundOrder = async (
  program: CommandProgram,
  text: string,
  options: RefundOptions,
): Promise<number> => {
  const ctx = await openCommandContext(program, 'refund')
  const { query } = ctx.db
  const { order, store } = await findOneOrder(query, { text, storeId: options.store })
  const payment = await paymentToRefund(ctx, { store, order, options })
  const amount = await amountToRefund(ctx, { order, payment, options })
  await confirm(whatWouldBeDone(amount, { order, payment }), { yes: options.yes })
  const toRefund = {
    amount: options.amount === undefined ? undefined : amount && formatMoney(amount),
    reason: refundRequest.shape.reason.parse(options.reason),
    payment_id: options.payment === undefined ? undefined : PaymentId.parse(options.payment),
  }
  const about = { action: 'refund', subject: order.external_id, storeId: store.id }
  const { reason: _, ...request } = toRefund
  const requested = await auditedCommand(query, { ...about, request }, async () => {
    const outcome = await requestRefund(ctx, store, {
      orderExternalId: order.external_id,
      paymentId: toRefund.payment_id,
      // Without an amount, a full refund never exceeds the confirmed rest, and a retry under the
      // same key stays identical.
      amount: options.amount === undefined ? undefined : amount,
      reason: toRefund.reason,
      idempotencyKey: options.key ?? ctx.ids.next('cli'),
      origin: 'operator',
      refundLimit: undefined,
      refundDayLimit: undefined,
    })
    if (outcome.outcome !== 'accepted') {
      throw refusalOf(outcome, { id: order.external_id, body: toRefund, payment })
    }
    return outcome.refund
  })
  const isCircuitOpenFor = await ctx.circuits.isOpen({ needs: 'gateway', storeId: store.id })
  const refund = await awaitRefund(ctx, requested, isCircuitOpenFor ? 0 : PATIENCE_MS)
  return report(ctx, refund, options)
}

const paymentToRefund = async (
  ctx: PaymentsContext,
  { store, order, options }: { store: StoreRow; order: OrderRow; options: RefundOptions },
): Promise<PaymentRow | undefined> => {
  if (options.payment === undefined) {
    if (order.conflict === 'paid_twice') throw await whichOfSeveral(ctx, order)
    return order.current_payment_id
      ? findPayment(ctx.db.query, order.current_payment_id)
      : undefined
  }
  const id = PaymentId.parse(options.payment)
  const payment = await findPaymentOfStore(ctx.db.query, store.id, id)
  if (payment?.order_id !== order.id) {
    throw new UserError(`--payment: the order has no payment ${options.payment}.`)
  }
  return payment
}

const whichOfSeveral = async (
  { db: { query } }: PaymentsContext,
  order: OrderRow,
): Promise<UserError> => {
  const charged = (await paymentsOfOrder(query, order.id)).filter(hasCharge)
  const lines = charged.map((payment) => {
    const amount = formatMinor(payment.amount_minor, payment.currency)
    const money = moneyInWords(amount, payment.currency, 'en')
    const isEffective = payment.id === order.current_payment_id
    const meaning = isEffective ? 'pays the order' : 'the duplicate: the one to refund'
    return printable(
      `  --payment ${payment.id}   ${money} ${chargeAfterAmount(chargeOfPayment(payment), 'en')}, ${meaning}`,
    )
  })
  return new UserError(
    `The order was charged more than once. Name the payment to refund:\n${lines.join('\n')}`,
  )
}

const nothingToRefund = (
  plan: Extract<RefundPlan, { plan: 'refuse' }>,
  {
    order,
    payment,
    refunds,
  }: { order: OrderRow; payment: PaymentRow; refunds: readonly RefundRow[] },
): UserError => {
  const outcome = {
    outcome: 'refused' as const,
    because: plan.because,
    order,
    rest: moneyFromMinor(plan.restMinor, payment.currency),
    underWay: refunds.find(({ id }) => id === plan.underWayId),
  }
  return refusalOf(outcome, { id: order.external_id, body: {}, payment })
}

const refusalOf = (...given: Parameters<typeof refuseRefund>): UserError => {
  const { title, detail } = refuseRefund(...given)
  return new UserError(detail ? `${title}. ${detail}` : `${title}.`)
}

/** Returns `undefined` if only the core knows the amount. */
const amountToRefund = async (
  ctx: PaymentsContext,
  {
    order,
    payment,
    options: { amount: typed, key },
  }: { order: OrderRow; payment: PaymentRow | undefined; options: RefundOptions },
): Promise<Money | undefined> => {
  const currency = currencyByCode(payment?.currency ?? order.currency)
  if (typed !== undefined && currency) {
    const read = readPositiveAmount(typed, currency)
    if (!read.ok) throw new WrongUse(`--amount: ${read.message.en}`)
    return read.money
  }
  if (!payment) return undefined
  const refunds = await refundsOfOrder(ctx.db.query, order.id)
  const plan = planRefund(payment, refunds, undefined)
  if (plan.plan === 'refund') return moneyFromMinor(plan.amountMinor, payment.currency)
  // A repetition returns its earlier refund.
  if (key !== undefined) return undefined
  throw nothingToRefund(plan, { order, payment, refunds })
}

const whatWouldBeDone = (
  amount: Money | undefined,
  { order, payment }: { order: OrderRow; payment: PaymentRow | undefined },
): string => {
  const name = `order ${order.number ?? order.external_id} of store ${order.store_id}`
  if (!amount || !payment) return printable(`This refunds what is left of ${name}.`)
  const money = moneyInWords(formatMoney(amount), amount.currency.code, 'en')
  const charge = chargeAfterAmount(chargeOfPayment(payment), 'en')
  return printable(`This refunds ${money} ${charge}: ${name}.`)
}

const report = async (
  ctx: PaymentsContext,
  refund: RefundRow,
  { json }: RefundOptions,
): Promise<number> => {
  const payment = await findPayment(ctx.db.query, refund.payment_id)
  const sentence = refundSentence(refund, { payment, locale: 'en' })
  const said = refund.refusal?.words.join(' ')
  const message = said ? `${sentence} ${said}` : sentence
  if (json) printReportJson({ refund: viewOfRefund(refund), message })
  else console.log(`${refund.id}  ${printable(message)}`)
  if (refund.state === 'succeeded') return 0
  const hasFailed = refund.state === 'failed' || refund.state === 'cancelled'
  return hasFailed ? 1 : NOT_OVER_YET
}
