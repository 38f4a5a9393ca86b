import { z } from 'zod'
import type { DbQuery, OrderRow, PaymentRow } from '../../../db/db.ts'
import { type LatestDecline, latestDeclines } from '../../../db/payments/declines.ts'
import { cardsOfPayments } from '../../../db/payments/known-cards.ts'
import { paymentsOfOrders } from '../../../db/payments/payments.ts'
import { PAYMENT_MODES } from '../../../db/tables/orders.ts'
import { formatMinor } from '../../../domain/money.ts'
import { payUrlOf } from '../../../payments/checkout/pay-link.ts'
import { hasCharge } from '../../../payments/orders/rules/advance.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { orderView, viewOfOrder } from '../../../wire/order-view.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'

export const cardView = z
  .object({ brand: z.string().nullable(), last_four: z.string().nullable() })
  .nullable()
  .meta({
    description: 'Saved card of the payment; `null` if the gateway has not described it.',
  })

export const orderOfStore = orderView
  .extend({
    id: orderReference.shape.id,
    external_id: orderReference.shape.external_id,
    store_id: storeIdField,
    pay_url: z.string().meta({ description: 'Durable link to the payment page of the order.' }),
    payment_mode: z.enum(PAYMENT_MODES).nullable().meta({
      description:
        'Mode of the effective payment, or else of the latest one; `null` without a payment.',
    }),
    card: cardView,
    method_payment_id: z.string().nullable().meta({
      description: 'Payment that `payment_mode` and `card` describe.',
    }),
    paid_amount: z.string().meta({
      description: "Sum of the charges in the order's currency, with fees and tips.",
      example: '130.75',
    }),
    refunded_amount: z.string().meta({
      description: 'Sum of the refunds and voids of these charges.',
      example: '0.00',
    }),
    decline_count: z.int().meta({
      description:
        'Number of declined charges in all attempts, even if the order was paid later; see `status`.',
      example: 0,
    }),
    last_decline: z
      .object({
        at: z.iso.datetime(),
        code: z.string().nullable().meta({ description: '`null`: the gateway gave no reason.' }),
        message: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Latest of these declines; `null` without one.' }),
  })
  .meta({ id: 'OrderOfStore' })

interface PaymentsAndCards {
  /** All attempts of the order. */
  payments: readonly PaymentRow[]
  cards: Awaited<ReturnType<typeof cardsOfPayments>>
  lastDecline: LatestDecline | undefined
}

/** Shows an order with the outcome of its payments. */
export const viewOfOrderOfStore = (
  ctx: Pick<PaymentsContext, 'publicUrl'>,
  order: OrderRow,
  { payments, cards, lastDecline }: PaymentsAndCards,
): z.input<typeof orderOfStore> => {
  const current = payments.find(({ id }) => id === order.current_payment_id) ?? payments.at(-1)
  const charged = payments.filter(
    (payment) => hasCharge(payment) && payment.currency === order.currency,
  )
  const sumOf = (minorOf: (payment: PaymentRow) => bigint): string =>
    formatMinor(
      charged.reduce((sum, payment) => sum + minorOf(payment), 0n),
      order.currency,
    )
  return {
    ...viewOfOrder(order),
    id: order.id,
    external_id: order.external_id,
    store_id: order.store_id,
    pay_url: payUrlOf(ctx, order),
    payment_mode: current?.mode ?? null,
    card: cards.get(current?.id ?? '') ?? null,
    method_payment_id: current?.id ?? null,
    paid_amount: sumOf(paidMinorOf),
    refunded_amount: sumOf(returnedMinorOf),
    decline_count: payments.reduce((count, { decline_count }) => count + decline_count, 0),
    last_decline: lastDecline
      ? {
          at: lastDecline.declined_at.toISOString(),
          code: lastDecline.code,
          message: lastDecline.message,
        }
      : null,
  }
}

const paidMinorOf = ({ total_minor, amount_minor }: PaymentRow): bigint =>
  total_minor ?? amount_minor

const returnedMinorOf = (payment: PaymentRow): bigint =>
  payment.state === 'voided' ? paidMinorOf(payment) : payment.refunded_minor

/** Shows orders with the outcome of their payments. */
export const viewsOfOrdersOfStores = async (
  ctx: Pick<PaymentsContext, 'publicUrl'>,
  query: DbQuery,
  orders: readonly OrderRow[],
): Promise<z.input<typeof orderOfStore>[]> => {
  const payments = await paymentsOfOrders(
    query,
    orders.map(({ id }) => id),
  )
  const all = [...payments.values()].flat()
  const cards = await cardsOfPayments(query, all)
  const declines = await latestDeclines(query, all)
  return orders.map((order) =>
    viewOfOrderOfStore(ctx, order, {
      payments: payments.get(order.id) ?? [],
      cards,
      lastDecline: declines.get(order.id),
    }),
  )
}
