import { z } from 'zod'
import { findCustomerNote } from '../../../db/customers/customer-notes.ts'
import {
  countOrdersOfCustomers,
  findFirstOrder,
  type GroupingKey,
  MOST_COUNTED,
  newestOrdersOfCustomer,
} from '../../../db/customers/customers.ts'
import type { DbQuery, OrderRow, StoreRow } from '../../../db/db.ts'
import { sumOrders } from '../../../db/orders/order-sums.ts'
import { countOrdersOfPerson } from '../../../db/privacy/people-of-orders.ts'
import { tracesOf } from '../../../payments/privacy/customer.ts'
import {
  IDENTIFIERS,
  type Identifier,
  identifiersOfOrders,
} from '../../../payments/privacy/identifiers.ts'
import { MOST_ORDERS } from '../../../payments/privacy/traces.ts'
import { customerView } from '../../../wire/order-view.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'
import { orderSums, viewOfOrderSums } from '../orders/order-sums.ts'

/** Upper bound on the newest orders that supply a customer's names and contacts. */
export const NEWEST_ORDERS = 200

export const customerOfStore = z
  .object({
    id: z.string().meta({
      description:
        "Id of the customer's newest order. Any of their orders names the customer in the paths of this API.",
      example: 'ord_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    store_id: storeIdField,
    customer: customerView,
    order_count: z
      .int()
      .meta({ description: `Number of orders in the store, up to ${MOST_COUNTED}.` }),
    newest_order: orderReference.extend({ created_at: z.iso.datetime() }),
  })
  .meta({ id: 'CustomerOfStore' })

const customerNote = z
  .object({
    text: z.string(),
    by: z.string().meta({ description: 'Name of the person who wrote it.' }),
    at: z.iso.datetime(),
  })
  .nullable()
  .meta({ id: 'CustomerNote', description: 'Note of the team; `null` without one.' })

export const wholeCustomer = customerOfStore
  .extend({
    grouped_by: z.enum(IDENTIFIERS).meta({
      description:
        'Value that groups the orders: the identity number, else the e-mail address, else the phone.',
    }),
    first_order_at: z.iso.datetime(),
    sums: orderSums.meta({ description: 'Sums of the newest 5,000 orders.' }),
    names: z.array(z.string()).meta({ description: 'Names in the newest orders, newest first.' }),
    identifiers: z
      .array(
        z.object({
          kind: z.enum(IDENTIFIERS),
          value: z.string(),
          orders: z.int().meta({ description: 'Number of orders in the store with this value.' }),
          others: z.int().meta({
            description:
              'Number of these orders that belong to other customers, such as family members.',
          }),
        }),
      )
      .meta({ description: 'Values that identify the customer in an export or an erasure.' }),
    note: customerNote,
  })
  .meta({ id: 'WholeCustomer' })

/** Shows customers by their newest orders. */
export const viewsOfCustomers = async (
  query: DbQuery,
  newest: readonly OrderRow[],
): Promise<z.input<typeof customerOfStore>[]> => {
  const counts = await countOrdersOfCustomers(
    query,
    newest.map(({ id }) => id),
  )
  return newest.map(({ id, store_id, external_id, number, customer, created_at }) => ({
    id,
    store_id,
    customer,
    order_count: counts.get(id) ?? 0,
    newest_order: { id, external_id, number, created_at: created_at.toISOString() },
  }))
}

/** Reads a customer of a store. `undefined`: a concurrent erasure emptied their last order. */
export const readWholeCustomer = async (
  query: DbQuery,
  { store, key }: { store: Pick<StoreRow, 'id'>; key: GroupingKey },
): Promise<z.input<typeof wholeCustomer> | undefined> => {
  const customer = { storeId: store.id, key }
  const orders = await newestOrdersOfCustomer(query, { ...customer, limit: NEWEST_ORDERS })
  const [newest] = orders
  const [view] = newest ? await viewsOfCustomers(query, [newest]) : []
  if (!newest || !view) return undefined
  const identifiers = identifiersOfOrders(orders)
  const names = orders.flatMap(({ customer: { name } }) => name ?? [])
  const note = await findCustomerNote(query, customer)
  const first = await findFirstOrder(query, customer)
  const sums = await sumOrders(query, {
    storeIds: [store.id],
    customer: newest.id,
    amount: {},
    created: {},
  })
  return {
    ...view,
    grouped_by: IDENTIFIERS.find((kind) => identifiers.some((one) => one.kind === kind)) ?? 'phone',
    first_order_at: (first ?? newest).created_at.toISOString(),
    sums: viewOfOrderSums(sums),
    names: [...new Set(names)].slice(0, 5),
    identifiers: await withCounts(query, identifiers, customer),
    note: note ? { text: note.note, by: note.noted_by, at: note.noted_at.toISOString() } : null,
  }
}

const withCounts = (
  query: DbQuery,
  identifiers: readonly Identifier[],
  { storeId, key }: { storeId: StoreRow['id']; key: GroupingKey },
) =>
  Array.fromAsync(identifiers, async ({ kind, value }) => {
    const traces = tracesOf({ [kind]: value })
    const counted = await countOrdersOfPerson(query, { storeId, traces, key, limit: MOST_ORDERS })
    return { kind, value, ...counted }
  })
