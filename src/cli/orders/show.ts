import { publicUrl } from '../../../config/addresses.ts'
import { timelineOf } from '../../db/orders/timeline.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { refundsOfOrder } from '../../db/payments/refunds.ts'
import { orderAddress } from '../../domain/dashboard-addresses.ts'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import type { ProgramEnd } from '../../runtime/process/program.ts'
import { printable } from '../../runtime/text/printable.ts'
import { actorText } from '../../texts/timeline/actor-text.ts'
import { timelineText } from '../../texts/timeline/timeline-texts.ts'
import { viewOfOrder, viewOfPayment, viewOfRefund } from '../../wire/order-view.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print-json.ts'
import { printTable } from '../terminal/table.ts'
import { findOneOrder } from './find-order.ts'

export const showOrder = async (
  program: CommandProgram,
  text: string,
  { store: storeId, json }: { store?: string; json: boolean },
): Promise<ProgramEnd> => {
  const { db, settings } = await openCommandDb(program, 'orders')
  const { order } = await findOneOrder(db.query, { text, storeId })
  const payments = await paymentsOfOrder(db.query, order.id)
  const refunds = await refundsOfOrder(db.query, order.id)
  const timeline = (await timelineOf(db.query, order.id)).map(
    ({ at, kind, payment_id, details, actor }) => {
      const payment = payments.find(({ id }) => id === payment_id)
      const said = timelineText({ kind, details, payment }, 'en')
      const by = actor && actorText(actor, 'en')
      return { at: at.toISOString(), kind, text: said, by, actor, payment_id, details }
    },
  )
  const shown = {
    store_id: order.store_id,
    puente_id: order.id,
    order: viewOfOrder(order),
    pay_url: payUrlOf({ publicUrl: publicUrl(settings) }, order),
    dashboard_url: `${publicUrl(settings)}${orderAddress(order.id)}`,
    payments: payments.flatMap((payment) => viewOfPayment(payment) ?? []),
    refunds: refunds.map(viewOfRefund),
    timeline,
  }
  if (json) printReportJson(shown)
  else printOrder(shown)
  return 'ended'
}

interface Shown {
  store_id: string
  puente_id: string
  order: ReturnType<typeof viewOfOrder>
  pay_url: string
  dashboard_url: string
  payments: NonNullable<ReturnType<typeof viewOfPayment>>[]
  refunds: ReturnType<typeof viewOfRefund>[]
  timeline: { at: string; text: string; by: string | null }[]
}

const printOrder = (shown: Shown): void => {
  const { order, payments, refunds, timeline } = shown
  const facts: [string, string | null][] = [
    ['Store', shown.store_id],
    ['Id', shown.puente_id],
    ['Number', order.number],
    ['State', order.conflict ? `${order.status} (${order.conflict})` : order.status],
    ['Amount', `${order.amount} ${order.currency}`],
    ['Created', order.created_at],
    ['Paid', order.paid_at],
    ['Pay link', shown.pay_url],
    ['Dashboard', shown.dashboard_url],
  ]
  console.log(`Order ${printable(order.id)}\n`)
  for (const [name, value] of facts) {
    if (value !== null) console.log(`  ${name.padEnd(9)} ${printable(value)}`)
  }
  console.log('\nPayments')
  printTable(
    ['PAYMENT', 'STATE', 'TOTAL', 'REFUNDED', 'AT GATEWAY', 'TRANSACTION', 'CREATED'],
    payments.map((payment) => [
      payment.id,
      payment.decline ? `${payment.state} (${payment.decline.code})` : payment.state,
      `${payment.total ?? payment.amount} ${payment.currency}`,
      payment.refunded_amount,
      payment.gateway_payment_id ?? '-',
      payment.transaction_id ?? '-',
      payment.created_at,
    ]),
    { none: 'No payments.' },
  )
  console.log('\nRefunds')
  printTable(
    ['REFUND', 'KIND', 'STATE', 'AMOUNT', 'BY', 'CREATED'],
    refunds.map(({ id, kind, state, amount, currency, origin, created_at }) => [
      ...[id, kind, state, `${amount} ${currency}`, origin, created_at],
    ]),
    { none: 'No refunds.' },
  )
  console.log('\nTimeline')
  printTable(
    ['WHEN', 'WHAT', 'BY'],
    timeline.map(({ at, text, by }) => [at, text, by ?? '-']),
    { none: 'No entries.' },
  )
}
