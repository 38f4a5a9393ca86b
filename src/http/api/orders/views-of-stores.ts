import { z } from 'zod'
import type { DbQuery, OrderRow, PaymentRow, RefundRow, StoreRow } from '../../../db/db.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { storesByIds } from '../../../db/stores/stores.ts'
import type { OrderId, StoreId } from '../../../domain/ids.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { viewsOfRefunds } from '../../../payments/tasks/waiting.ts'
import { paymentView, viewOfPayment } from '../../../wire/order-view.ts'
import { refundView } from '../checkouts/schemas.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'

export const paymentOfStore = paymentView
  .extend({
    state: z.string().meta({
      description:
        'A state of the merchant API, or `intended`, `refused` or `abandoned` for an attempt that the gateway does not have.',
      example: 'paid',
    }),
    store_id: storeIdField,
    order: orderReference.nullable(),
  })
  .meta({ id: 'PaymentOfStore' })

export const refundOfStore = refundView
  .extend({ store_id: storeIdField, order: orderReference.nullable() })
  .meta({ id: 'RefundOfStore' })

export const referenceOf = (order: OrderRow | undefined): z.input<typeof orderReference> | null =>
  order ? { id: order.id, external_id: order.external_id, number: order.number } : null

export const ordersOf = (
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

const viewOfAttempt = (payment: PaymentRow) => {
  const view = viewOfPayment(payment) ?? viewOfPayment({ ...payment, state: 'pending' })
  return view && { ...view, ...(viewOfPayment(payment) ? {} : { state: payment.state }) }
}

export const viewsOfPaymentsOfStores = async (
  query: DbQuery,
  payments: readonly PaymentRow[],
): Promise<z.input<typeof paymentOfStore>[]> => {
  const orders = await ordersOf(query, payments)
  return payments.flatMap((payment) => {
    const view = viewOfAttempt(payment)
    if (!view) return []
    const order = referenceOf(orders.get(payment.order_id))
    return [{ ...view, store_id: payment.store_id, order }]
  })
}

export const viewsOfRefundsOfStores = async (
  { db: { query }, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  refunds: readonly RefundRow[],
): Promise<z.input<typeof refundOfStore>[]> => {
  const orders = await ordersOf(query, refunds)
  const views = await viewsOfRefunds(query, refunds, clock.now())
  return refunds.flatMap((refund, index) => {
    const view = views[index]
    const order = referenceOf(orders.get(refund.order_id))
    return view ? [{ ...view, store_id: refund.store_id, order }] : []
  })
}

/** Adds the store and an order reference to merchant API views. */
export const withStoreAndOrder =
  <
    Input extends { ctx: PaymentsContext },
    Row extends { store_id: StoreId; order_id: OrderId | string | null },
    View extends { order_id: unknown },
  >(
    viewsOf: (input: Input, rows: readonly Row[]) => Promise<View[]>,
  ) =>
  async (input: Input, rows: readonly Row[]) => {
    const orders = await ordersOf(input.ctx.db.query, rows)
    const views = await viewsOf(input, rows)
    return rows.flatMap(({ store_id, order_id }, index) => {
      const view = views[index]
      if (!view) return []
      const { order_id: _, ...words } = view
      return [{ ...words, store_id, order: referenceOf(orders.get(order_id ?? '')) }]
    })
  }
