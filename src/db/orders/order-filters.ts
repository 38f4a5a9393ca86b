import { type RawBuilder, sql } from 'kysely'
import type { OrderId, PaymentLinkId } from '../../domain/ids.ts'
import type { OrderSource } from '../../domain/order-source.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import { isOfCustomer } from '../customers/customers.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { type MoneyFilter, moneyConditions } from '../lists/money-filter.ts'
import type { OrderConflict, PaymentMode } from '../tables/orders.ts'

export interface OrderListFilter extends MoneyFilter {
  source?: OrderSource | undefined
  paymentLinkId?: PaymentLinkId | undefined
  status?: OrderStatus | undefined
  conflict?: OrderConflict | undefined
  /** Orders with a declined charge, even if paid since. */
  isDeclined?: boolean | undefined
  /** Mode of the current payment. */
  mode?: PaymentMode | undefined
  /** Id of an order: lists the orders of its customer. */
  customer?: OrderId | undefined
}

/** Conditions on `row`, an order. */
export const orderConditions = ({
  source,
  paymentLinkId,
  status,
  conflict,
  isDeclined,
  mode,
  customer,
  amount,
  created,
}: OrderListFilter): {
  indexed: RawBuilder<unknown> | undefined
  filter: RawBuilder<unknown> | undefined
} => {
  const { indexed: within, conditions } = moneyConditions('ord', { amount, created })
  // A literal, for the partial index of orders made at Puente.
  const ofSource = ifGiven(source, (value) => sql`row.source = ${sql.lit(value)}`)
  const ofLink = ifGiven(paymentLinkId, (value) => sql`row.payment_link_id = ${value}`)
  const filter = allOf([
    ifGiven(status, (value) => sql`row.status = ${value}`),
    ifGiven(conflict, (value) => sql`row.conflict = ${value}`),
    ifGiven(
      mode,
      (value) => sql`(SELECT mode FROM payments WHERE id = row.current_payment_id) = ${value}`,
    ),
    ifGiven(
      isDeclined,
      // OFFSET 0 keeps the planner from hashing all declines for one page.
      (value) => sql`EXISTS (
        SELECT FROM declines WHERE declines.order_id = row.id OFFSET 0) = ${value}`,
    ),
    ...conditions,
  ])
  return { indexed: allOf([within, ofSource, ofLink, ifGiven(customer, isOfCustomer)]), filter }
}
