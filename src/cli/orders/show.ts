import { publicUrl } from '../../../config/addresses.ts'
import type { DbQuery, OrderRow } from '../../db/db.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { timelineOf } from '../../db/orders/timeline.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { refundsOfOrder } from '../../db/payments/refunds.ts'
import { orderAddress } from '../../domain/dashboard-addresses.ts'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import { viewsOfRefunds } from '../../payments/tasks/waiting.ts'
import { printable } from '../../runtime/text/printable.ts'
import { actorText } from '../../texts/timeline/actor-text.ts'
import { timelineText } from '../../texts/timeline/timeline-texts.ts'
import { viewOfOrder, viewOfPayment } from '../../wire/order-view.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { printTable } from '../terminal/table.ts'
import { findOneOrder } from './find-order.ts'
import { nextStepText } from './next-step-text.ts'

export const showOrder = async (
  program: CommandProgram,
  text: string,
  { store: storeId, json }: { store?: string; json: boolean },
): Promise<void> => {
  const { query, settings } = await openCommandDb(program, 'orders')
  const { order } = await findOneOrder(query, { text, storeId })
  const shown = await readShown(query, order, publicUrl(settings))
  if (json) printReportJson(shown)
  else printOrder(shown)
}

type Shown = Awaited<ReturnType<typeof readShown>>

const readShown = async (query: DbQuery, order: OrderRow, address: string) => {
  const payments = await paymentsOfOrder(query, order.id)
  const now = await nowOfInstallation(query)
  const refunds = await viewsOfRefunds(query, await refundsOfOrder(query, order.id), now)
  const timeline = await timelineOf(query, order.id)
  return {
    store_id: order.store_id,
    puente_id: order.id,
    order: viewOfOrder(order),
    pay_url: payUrlOf({ publicUrl: address }, order),
    dashboard_url: `${address}${orderAddress(order.id)}`,
    payments: payments.flatMap((payment) => viewOfPayment(payment) ?? []),
    refunds,
    timeline: timeline.map(({ at, kind, payment_id, details, actor }) => {
      const payment = payments.find(({ id }) => id === payment_id)
      const said = timelineText({ kind, details, payment }, 'en')
      const by = actor && actorText(actor, 'en')
      return { at: at.toISOString(), kind, text: said, by, actor, payment_id, details }
    }),
  }
}

const PAYMENT_COLUMNS = [
  'PAYMENT',
  'STATE',
  'TOTAL',
  'REFUNDED',
  { header: 'AT GATEWAY', yields: 'extra' },
  { header: 'TRANSACTION', yields: 'extra' },
  { header: 'CREATED', yields: 'extra' },
] as const

const stateOf = ({ state, decline, decline_count: count }: Shown['payments'][number]): string => {
  const reason = state === 'declined' ? decline?.code : count > 0 ? `declined ${count}x` : undefined
  return reason ? `${state} (${reason})` : state
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
    PAYMENT_COLUMNS,
    payments.map((payment) => [
      payment.id,
      stateOf(payment),
      `${payment.total ?? payment.amount} ${payment.currency}`,
      payment.refunded_amount,
      payment.gateway_payment_id ?? '-',
      payment.transaction_id ?? '-',
      new Date(payment.created_at),
    ]),
    { none: 'No payments.' },
  )
  console.log('\nRefunds')
  printTable(
    ['REFUND', 'KIND', 'STATE', 'AMOUNT', 'BY', { header: 'CREATED', yields: 'extra' }],
    refunds.map(({ id, kind, state, amount, currency, origin, created_at }) => [
      ...[id, kind, state, `${amount} ${currency}`, origin],
      new Date(created_at),
    ]),
    { none: 'No refunds.' },
  )
  for (const refund of refunds) {
    const said = [refund.refusal?.words.join(' '), nextStepText(refund)].filter(Boolean).join(' ')
    if (said) console.log(`  ${refund.id}: ${printable(said)}`)
  }
  console.log('\nTimeline')
  printTable(
    ['WHEN', { header: 'WHAT', yields: 'cut' }, { header: 'BY', yields: 'cut' }],
    timeline.map(({ at, text, by }) => [new Date(at), text, by ?? '-']),
    { none: 'No entries.' },
  )
}
