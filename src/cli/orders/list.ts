import type { DbQuery, OrderRow } from '../../db/db.ts'
import { latestOrders, searchOrders } from '../../db/orders/order-search.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import { formatMinor } from '../../domain/money.ts'
import { isOrderOpen, type OrderStatus } from '../../domain/order-status.ts'
import { viewOfOrder } from '../../wire/order-view.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { type Cell, printTable } from '../terminal/table.ts'
import { storesNamed } from './find-order.ts'

export interface ListOrdersOptions {
  store?: string
  state?: OrderStatus
  limit: number
  json: boolean
}

export const listOrdersCommand = async (
  program: CommandProgram,
  text: string | undefined,
  options: ListOrdersOptions,
): Promise<void> => {
  const { query } = await openCommandDb(program, 'orders')
  const orders = await readOrders(query, text, options)
  const declines = await declinesOf(query, orders)
  if (options.json) {
    const data = orders.map((order) => ({
      store_id: order.store_id,
      puente_id: order.id,
      ...viewOfOrder(order),
      decline_count: declines.get(order.id) ?? 0,
    }))
    printReportJson({ data })
  } else
    printTable(
      COLUMNS,
      orders.map((order) => rowOf(order, declines.get(order.id) ?? 0)),
      { none: 'No orders.' },
    )
}

const readOrders = async (
  query: DbQuery,
  text: string | undefined,
  { store, state, limit }: ListOrdersOptions,
): Promise<OrderRow[]> => {
  const stores = await storesNamed(query, store)
  if (text === undefined) {
    const storeId = store === undefined ? undefined : stores[0]?.id
    return latestOrders(query, { storeId, status: state, limit })
  }
  const storeIds = stores.map(({ id }) => id)
  const found = await searchOrders(query, { text, storeIds, limit })
  return state === undefined ? found : found.filter(({ status }) => status === state)
}

const COLUMNS = [
  { header: 'ORDER', yields: 'cut' },
  { header: 'NUMBER', yields: 'cut' },
  { header: 'STORE', yields: 'cut' },
  'STATE',
  'AMOUNT',
  'CREATED',
  { header: 'ID', yields: 'extra' },
] as const

const declinesOf = async (
  query: DbQuery,
  orders: readonly OrderRow[],
): Promise<Map<string, number>> => {
  const payments = await paymentsOfOrders(
    query,
    orders.map(({ id }) => id),
  )
  return new Map(
    [...payments].map(([id, attempts]) => [
      id,
      attempts.reduce((count, { decline_count }) => count + decline_count, 0),
    ]),
  )
}

const stateOf = ({ status, conflict }: OrderRow, declines: number): string => {
  if (conflict) return `${status} (${conflict})`
  return isOrderOpen({ status }) && declines > 0 ? `${status} (declined ${declines}x)` : status
}

const rowOf = (order: OrderRow, declines: number): Cell[] => [
  order.external_id,
  order.number ?? '-',
  order.store_id,
  stateOf(order, declines),
  `${formatMinor(order.amount_minor, order.currency)} ${order.currency}`,
  order.created_at,
  order.id,
]
