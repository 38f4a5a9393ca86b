import { z } from 'zod'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../../db/db.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { storesByIds } from '../../../db/stores/stores.ts'
import type { OrderId, StoreId } from '../../../domain/ids.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { viewsOfRefunds } from '../../../payments/tasks/waiting.ts'
import { paymentView, viewOfPayment } from '../../../wire/order-view.ts'
import { refundView } from '../checkouts/schemas.ts'
import { type orderReference, storeAndOrder } from '../operator/list-schemas.ts'

export const paymentOfStore = paymentView
  .extend({
    state: z.string().meta({
      description:
        'State as in the merchant API, or `intended`, `refused` or `abandoned` for an attempt without a payment at the gateway.',
      example: 'paid',
    }),
    ...storeAndOrder,
  })
  .meta({ id: 'PaymentOfStore' })

export const refundOfStore = refundView.extend(storeAndOrder).meta({ id: 'RefundOfStore' })

export const referenceOf = (order: OrderRow | undefined): z.input<typeof orderReference> | null =>
  order ? { id: order.id, external_id: order.external_id, number: order.number } : null

const ordersOf = (
  query: DbQuery,
  rows: readonly { order_id: OrderId | string | null }[],
): Promise<Map<string, OrderRow>> =>
  ordersByIds(query, [...new Set(rows.flatMap(({ order_id: id }) => (id ? [id as OrderId] : [])))])

export const storesOf = async (
  query: DbQuery,
  rows: readonly { store_id: StoreId }[],
): Promise<Map<string, StoreRow>> => {
  const stores = await storesByIds(query, [...new Set(rows.map(({ store_id: id }) => id))])
  return new Map(stores.map((store) => [store.id, store]))
}

/** Adds store and order reference to each view; drops rows without a view. */
export const withReferences = async <View extends object>(
  query: DbQuery,
  rows: readonly { store_id: StoreId; order_id: OrderId | string | null }[],
  views: readonly (View | null | undefined)[],
) => {
  const orders = await ordersOf(query, rows)
  return rows.flatMap(({ store_id, order_id }, index) => {
    const view = views[index]
    return view ? [{ ...view, store_id, order: referenceOf(orders.get(order_id ?? '')) }] : []
  })
}

/** Also shows attempts that the gateway does not have. */
export const viewOfPaymentAttempt = (payment: PaymentRow) => {
  const view = viewOfPayment(payment)
  if (view) return view
  const asPending = viewOfPayment({ ...payment, state: 'pending' })
  return asPending && { ...asPending, state: payment.state }
}

export const viewsOfPaymentsOfStores = (
  query: DbQuery,
  payments: readonly PaymentRow[],
): Promise<z.input<typeof paymentOfStore>[]> =>
  withReferences(query, payments, payments.map(viewOfPaymentAttempt))

export const viewsOfRefundsOfStores = async (
  { db: { query }, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  refunds: readonly RefundRow[],
): Promise<z.input<typeof refundOfStore>[]> =>
  withReferences(query, refunds, await viewsOfRefunds(query, refunds, clock.now()))

/** Makes views over stores of merchant API views. */
export const withStoreAndOrder =
  <
    Input extends { ctx: PaymentsContext },
    Row extends { store_id: StoreId; order_id: OrderId | string | null },
    View extends { order_id: unknown },
  >(
    viewsOf: (input: Input, rows: readonly Row[]) => Promise<View[]>,
  ) =>
  async (input: Input, rows: readonly Row[]) => {
    const views = (await viewsOf(input, rows)).map(({ order_id: _, ...view }) => view)
    return withReferences(input.ctx.db.query, rows, views)
  }
