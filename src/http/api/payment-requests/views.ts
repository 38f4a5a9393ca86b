import type { z } from 'zod'
import type { DbQuery, OrderRow } from '../../../db/db.ts'
import { requestsOfOrders } from '../../../db/payments/payment-requests.ts'
import { paymentsByIds } from '../../../db/payments/payments.ts'
import { formatMinor } from '../../../domain/money.ts'
import { payUrlOf } from '../../../payments/checkout/pay-link.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { stateOfRequest } from '../../../payments/requests/rules/request-state.ts'
import type { paymentRequestOfStore, paymentRequestView } from './schemas.ts'

type RequestView = z.input<typeof paymentRequestView>

export const viewsOfPaymentRequests = async (
  ctx: Pick<PaymentsContext, 'publicUrl'>,
  query: DbQuery,
  orders: readonly OrderRow[],
): Promise<RequestView[]> => {
  const requests = await requestsOfOrders(
    query,
    orders.map(({ id }) => id),
  )
  const payments = await paymentsByIds(
    query,
    orders.flatMap(({ current_payment_id }) => current_payment_id ?? []),
  )
  return orders.map((order) => {
    const request = requests.get(order.id)
    const payment = payments.get(order.current_payment_id ?? '')
    const expiresAt = payment?.expires_at ?? order.payable_until
    return {
      id: order.external_id,
      state: stateOfRequest(order, request),
      amount: formatMinor(order.amount_minor, order.currency),
      currency: order.currency,
      conflict: order.conflict,
      description: order.description,
      reference: order.number ?? order.external_id,
      note: request?.note ?? null,
      customer: order.customer,
      pay_url: payUrlOf(ctx, order),
      paid_otherwise: request?.paid_otherwise ?? null,
      expires_at: expiresAt?.toISOString() ?? null,
      created_at: order.created_at.toISOString(),
      paid_at: order.paid_at?.toISOString() ?? null,
      closed_at: order.cancelled_at?.toISOString() ?? null,
    }
  })
}

export const viewsOfRequestsOfStores = async (
  ...[ctx, query, orders]: Parameters<typeof viewsOfPaymentRequests>
): Promise<z.input<typeof paymentRequestOfStore>[]> => {
  const views = await viewsOfPaymentRequests(ctx, query, orders)
  return orders.flatMap(({ id, store_id, external_id, number }, index) => {
    const view = views[index]
    if (!view) return []
    const { id: _, ...fields } = view
    return [{ store_id, order: { id, external_id, number }, ...fields }]
  })
}
