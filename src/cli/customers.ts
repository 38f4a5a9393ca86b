import { searchCustomers } from '../db/customers/customer-search.ts'
import { customersOfStores } from '../db/customers/customers.ts'
import { viewsOfCustomers } from '../http/api/customers/customer-views.ts'
import { openCommandDb } from './context/open-command-db.ts'
import { storesNamed } from './orders/find-order.ts'
import type { CommandProgram } from './terminal/command-program.ts'
import { printReportJson } from './terminal/print.ts'
import { printTable } from './terminal/table.ts'

interface CustomerOptions {
  store?: string
  limit: number
  json: boolean
}

/** Lists customers, newest orders first, or searches them. */
export const listCustomersCommand = async (
  program: CommandProgram,
  text: string | undefined,
  { store, limit, json }: CustomerOptions,
): Promise<void> => {
  const { query } = await openCommandDb(program, 'customers')
  const storeIds = (await storesNamed(query, store)).map(({ id }) => id)
  const newest =
    text === undefined
      ? (await customersOfStores(query, { storeIds, before: undefined, limit })).rows
      : await searchCustomers(query, { text, storeIds, limit })
  const customers = await viewsOfCustomers(query, newest)
  if (json) printReportJson({ data: customers })
  else
    printTable(
      COLUMNS,
      customers.map(({ id, store_id, customer, order_count, newest_order }) => [
        customer.name ?? '-',
        customer.email ?? '-',
        customer.phone ?? '-',
        store_id,
        String(order_count),
        new Date(newest_order.created_at),
        id,
      ]),
      { none: 'No customers.' },
    )
}

const COLUMNS = [
  { header: 'NAME', yields: 'cut' },
  { header: 'E-MAIL', yields: 'cut' },
  { header: 'PHONE', yields: 'cut' },
  { header: 'STORE', yields: 'cut' },
  'ORDERS',
  'LATEST',
  { header: 'LATEST ORDER', yields: 'extra' },
] as const
