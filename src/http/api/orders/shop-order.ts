import { z } from 'zod'
import { openAlertsOfOrders } from '../../../db/alerts/alerts-of-stores.ts'
import { atOneMoment, type PaymentRow, type RefundRow } from '../../../db/db.ts'
import { findOrderOfStore } from '../../../db/orders/orders.ts'
import { timelineOf } from '../../../db/orders/timeline.ts'
import { cardsOfPayments } from '../../../db/payments/known-cards.ts'
import { paymentsOfOrder } from '../../../db/payments/payments.ts'
import { refundsOfOrder } from '../../../db/payments/refunds.ts'
import { formatMinor } from '../../../domain/money.ts'
import type { Language } from '../../../locales/language.ts'
import { hasCharge } from '../../../payments/orders/rules/advance.ts'
import { planRefund } from '../../../payments/orders/rules/refunds/plan-refund.ts'
import { mayBeSameOrder } from '../../../payments/orders/rules/same-order.ts'
import { stateName } from '../../../texts/state-names.ts'
import { viewsOfAlerts } from '../alerts/alert-view.ts'
import { alertView } from '../checkouts/schemas.ts'
import { merchantInputOf, type PlatformInput } from '../route.ts'
import { cardView, orderOfStore, viewOfOrderOfStore } from './order-of-store.ts'
import { timelineLine, viewsOfTimeline } from './timeline.ts'
import { viewOfPaymentAttempt } from './views-of-stores.ts'

const MOST_LINES = 8

const text = z.string().meta({ description: 'Text in the requested language.' })

const refundable = z.object({
  payment_id: z.string(),
  attempt: z.int(),
  amount: z.string().meta({ description: 'Amount that can still be refunded.', example: '100.00' }),
  currency: z.string(),
  paid_at: z.iso.datetime().nullable(),
  is_under_way: z
    .boolean()
    .meta({ description: 'Whether another refund of the order is in progress.' }),
  tries: z
    .int()
    .meta({ description: 'Number of refunds of this payment that failed or were cancelled.' }),
})

/** An order for the shop's own order page. */
export const shopOrder = z.object({
  order: orderOfStore.pick({
    status: true,
    conflict: true,
    amount: true,
    currency: true,
    paid_amount: true,
    refunded_amount: true,
  }),
  status_text: text,
  payment: z
    .object({
      id: z.string(),
      attempt: z.int(),
      state: z.string(),
      state_text: text,
      transaction_id: z.string().nullable(),
      is_charged: z.boolean(),
    })
    .nullable()
    .meta({ description: 'Effective payment, or else the latest one.' }),
  card: cardView,
  refundable: refundable.nullable().meta({
    description:
      'Refundable part of that payment; `null` if it was not charged or nothing is left.',
  }),
  duplicates: z
    .array(refundable)
    .meta({ description: 'Other charges of an order that was paid twice.' }),
  timeline: z
    .array(timelineLine.pick({ at: true, text: true }))
    .meta({ description: 'The latest entries, oldest first.' }),
  alerts: z
    .array(alertView.pick({ id: true, kind: true, what: true, why: true, todo: true }))
    .meta({ description: 'Open alerts, newest first.' }),
  gateway_portal_url: z.string().nullable(),
})

interface WhichOrder {
  orderExternalId: string
  /** Current fingerprint in the shop; a different one means a reused id. */
  fingerprint: string | undefined
  language: Language
}

/** Reads an order for the shop's order page, without asking the gateway; `null` if unknown. */
export const readShopOrder = (
  input: PlatformInput,
  { orderExternalId, fingerprint, language }: WhichOrder,
): Promise<z.input<typeof shopOrder> | null> => {
  const { ctx, store } = merchantInputOf(input)
  return atOneMoment(ctx.db.query, async (query) => {
    const order = await findOrderOfStore(query, store.id, orderExternalId)
    if (!order || !mayBeSameOrder(order, { fingerprint })) return null
    const payments = await paymentsOfOrder(query, order.id)
    const refunds = await refundsOfOrder(query, order.id)
    const entries = await timelineOf(query, order.id)
    const alerts = await openAlertsOfOrders(query, [order.id])
    const reader = { ctx: { ...ctx, db: { ...ctx.db, query } }, reader: language }
    const cards = await cardsOfPayments(query, payments)
    const view = viewOfOrderOfStore(ctx, order, { payments, cards, lastDecline: undefined })
    const current = payments.find(({ id }) => id === view.method_payment_id)
    const shown = current && viewOfPaymentAttempt(current)
    const isCharged = current !== undefined && hasCharge(current)
    const others = payments.filter((payment) => payment !== current && hasCharge(payment))
    return {
      order: view,
      status_text: stateName(order.status, language),
      payment: shown
        ? { ...shown, state_text: stateName(shown.state, language), is_charged: isCharged }
        : null,
      card: view.card,
      refundable: isCharged ? restOf(current, refunds) : null,
      duplicates:
        order.conflict === 'paid_twice'
          ? others.flatMap((payment) => restOf(payment, refunds) ?? [])
          : [],
      timeline: viewsOfTimeline(entries.slice(-MOST_LINES), { payments, language }),
      alerts: await viewsOfAlerts(reader, alerts, { isForMerchant: true }),
      gateway_portal_url: ctx.gatewayPortalUrl ?? null,
    }
  })
}

/** Returns the refundable remainder of a charge; `null` if there is none. */
const restOf = (
  charge: PaymentRow,
  refunds: readonly RefundRow[],
): z.input<typeof refundable> | null => {
  const plan = planRefund(charge, refunds, undefined)
  const isUnderWay = plan.plan === 'refuse' && plan.because === 'under_way'
  const minor = plan.plan === 'refund' ? plan.amountMinor : plan.restMinor
  if (minor <= 0n) return null
  const ended = refunds.filter(
    ({ payment_id, state }) =>
      payment_id === charge.id && (state === 'failed' || state === 'cancelled'),
  )
  return {
    payment_id: charge.id,
    attempt: charge.attempt,
    amount: formatMinor(minor, charge.currency),
    currency: charge.currency,
    paid_at: charge.paid_at?.toISOString() ?? null,
    is_under_way: isUnderWay,
    tries: ended.length,
  }
}
