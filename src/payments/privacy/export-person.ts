import { attemptsAtOrders, ordersOfPerson, type PersonTraces } from '../../ledger/personal-data.ts'
import { reversalsOfOrder } from '../../ledger/reversals.ts'
import { formatMoney, moneyFromMinor } from '../../platform/money.ts'
import type { PaymentsContext } from '../context.ts'

const MOST_ORDERS = 10_000

/** What is kept of a person, for that person: each order with all that was told of them, and its money. */
export const exportPerson = async (
  { ledger: { query }, clock }: PaymentsContext,
  { storeIds, person }: { storeIds: readonly string[]; person: PersonTraces },
) => {
  const orders = await ordersOfPerson(query, { storeIds, traces: person, limit: MOST_ORDERS })
  const attempts = await attemptsAtOrders(
    query,
    orders.map(({ id }) => id),
  )
  const money = (minor: bigint, currency: string) => formatMoney(moneyFromMinor(minor, currency))
  return {
    exported_at: clock.now().toISOString(),
    orders: await Promise.all(
      orders.map(async (order) => ({
        id: order.external_id,
        number: order.number,
        placed_at: order.created_at.toISOString(),
        status: order.status,
        amount: money(order.amount_minor, order.currency),
        currency: order.currency,
        description: order.description,
        customer: order.customer,
        metadata: order.metadata,
        payments: attempts
          .filter(({ order_id }) => order_id === order.id)
          .map((payment) => ({
            state: payment.state,
            mode: payment.mode,
            amount: money(payment.amount_minor, payment.currency),
            transaction_id: payment.transaction_id,
            paid_at: payment.paid_at?.toISOString() ?? null,
          })),
        refunds: (await reversalsOfOrder(query, order.id)).map((reversal) => ({
          kind: reversal.kind,
          amount: money(reversal.amount_minor, reversal.currency),
          state: reversal.state,
          reason: reversal.reason,
        })),
      })),
    ),
  }
}
