import type { DbQuery, OrderRow } from '../../db/db.ts'
import { latestOrders, searchOrders } from '../../db/orders/order-search.ts'
import { formatMinor } from '../../domain/money.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
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
  if (options.json) {
    const data = orders.map((order) => ({
      store_id: order.store_id,
      puente_id: order.id,
      ...viewOfOrder(order),
    }))
    printReportJson({ data })
  } else printTable(COLUMNS, orders.map(rowOf), { none: 'No orders.' })
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

const rowOf = (order: OrderRow): Cell[] => [
  order.external_id,
  order.number ?? '-',
  order.store_id,
  order.conflict ? `${order.status} (${order.conflict})` : order.status,
  `${formatMinor(order.amount_minor, order.currency)} ${order.currency}`,
  order.created_at,
  order.id,
]
