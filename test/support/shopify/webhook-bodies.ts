import {
  canMarkAsPaid,
  decimalOf,
  financialStatus,
  moneyOf,
  type StoredOrder,
  type StoredRefund,
} from './stored-order.ts'

/** Number with more digits than a double holds. */
const exactNumber = (digits: string) => `exact:${digits}`

const written = (body: object): string => JSON.stringify(body).replace(/"exact:(\d+)"/g, '$1')

const tailOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)

/** Omits amounts in the shop currency. */
export const orderBody = (order: StoredOrder): string => {
  const money = moneyOf(order)
  const status = financialStatus(order)?.toLowerCase() ?? null
  return written({
    id: exactNumber(order.id),
    admin_graphql_api_id: order.gid,
    name: order.name,
    email: order.email,
    phone: order.phone,
    note: order.note,
    test: order.test,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    financial_status: status,
    presentment_currency: order.currency,
    total_outstanding: decimalOf(money.outstanding, order.currency),
    payment_gateway_names: [...new Set(order.transactions.map(({ gateway }) => gateway))],
    can_mark_as_paid: canMarkAsPaid(order),
  })
}

const refundedOf = ({ transactions }: StoredRefund): bigint =>
  transactions.reduce((sum, { amount }) => sum + amount, 0n)

/** Has a numeric order id only. Line item sums exclude tax. */
export const refundBody = (order: StoredOrder, refund: StoredRefund): string =>
  written({
    id: exactNumber(tailOf(refund.id)),
    admin_graphql_api_id: refund.id,
    order_id: exactNumber(order.id),
    created_at: refund.createdAt,
    note: refund.note,
    transactions: refund.transactions.map((transaction) => ({
      id: exactNumber(tailOf(transaction.id)),
      admin_graphql_api_id: transaction.id,
      order_id: exactNumber(order.id),
      kind: transaction.kind.toLowerCase(),
      status: transaction.status.toLowerCase(),
      gateway: transaction.gateway,
      amount: decimalOf(transaction.amount, order.currency),
      currency: order.currency,
    })),
    refund_line_items: [
      {
        quantity: 1,
        subtotal: decimalOf(refundedOf(refund) - refund.tax, order.currency),
      },
    ],
  })

/** Has a numeric order id only. */
export const editBody = (order: StoredOrder): string =>
  written({
    order_edit: {
      id: exactNumber(`${order.id}7`),
      order_id: exactNumber(order.id),
      created_at: order.updatedAt,
      notify_customer: false,
    },
  })
