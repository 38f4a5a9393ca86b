import { sql } from 'kysely'
import type { DbQuery, PaymentRow, RefundRow } from '../db.ts'
import { allOf, ifGiven } from '../lists/conditions.ts'
import { type MoneyFilter, moneyConditions } from '../lists/money-filter.ts'
import { type PageOfStores, type RowsOfStores, readRows } from '../lists/page-of-stores.ts'
import type { AttemptState } from '../tables/orders.ts'
import type { ApprovalState, RefundState } from '../tables/refunds.ts'

interface Filter<State> extends PageOfStores, MoneyFilter {
  state?: State | undefined
}

export const paymentsOfStores = (query: DbQuery, filter: Filter<AttemptState>) =>
  rowsWithState<PaymentRow>(query, { table: 'payments', prefix: 'pay', ...filter })

export const refundsOfStores = (
  query: DbQuery,
  filter: Filter<RefundState> & { approval?: ApprovalState | undefined },
) => rowsWithState<RefundRow>(query, { table: 'refunds', prefix: 'ref', ...filter })

const rowsWithState = <Row>(
  query: DbQuery,
  {
    prefix,
    state,
    approval,
    amount,
    created,
    ...page
  }: Filter<string> & {
    table: 'payments' | 'refunds'
    prefix: string
    approval?: ApprovalState | undefined
  },
): RowsOfStores<Row> => {
  const { indexed, conditions } = moneyConditions(prefix, { amount, created })
  const ofState = ifGiven(state, (value) => sql`row.state = ${value}`)
  const ofApproval = ifGiven(approval, (value) => sql`row.approval ->> 'state' = ${value}`)
  return readRows(query, { ...page, indexed, filter: allOf([ofState, ofApproval, ...conditions]) })
}
