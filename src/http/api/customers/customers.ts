import { z } from 'zod'
import { findCustomerNote, writeCustomerNote } from '../../../db/customers/customer-notes.ts'
import { searchCustomers } from '../../../db/customers/customer-search.ts'
import { customersOfStores } from '../../../db/customers/customers.ts'
import { atOneMoment } from '../../../db/db.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { defineList } from '../operator/lists.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { type OperatorRoute, refuse } from '../route.ts'
import { byCustomer } from './by-customer.ts'
import { chargeCustomerByPerson } from './charge-customer.ts'
import { savedCardRoutes } from './customer-cards.ts'
import {
  customerOfStore,
  readWholeCustomer,
  viewsOfCustomers,
  wholeCustomer,
} from './customer-views.ts'

const listCustomers = defineList({
  path: '/operator/v1/customers',
  operationId: 'listCustomers',
  tag: 'Customers',
  list: 'orders',
  summary: 'List customers of all stores, newest orders first',
  filters: {
    search: plainText(191)
      .optional()
      .describe(
        "Words of the customer's name, an e-mail address, a phone in any form, an identity number, or a reference of an order. Finds the newest 100 customers.",
      ),
  },
  row: customerOfStore,
  id: 'CustomersOfStores',
  description: 'A page of customers',
  read: async ({ ctx, query: { search } }, { storeIds, before, limit }) => {
    const { query } = ctx.db
    if (search !== undefined) {
      const found = await searchCustomers(query, { text: search, storeIds, limit: 100 })
      return { data: await viewsOfCustomers(query, found), next: undefined }
    }
    const { rows, next } = await customersOfStores(query, { storeIds, before, limit })
    return { data: await viewsOfCustomers(query, rows), next }
  },
})

const readCustomer = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/customers/{id}',
  operationId: 'readCustomer',
  tag: 'Customers',
  scope: 'read',
  locate: byCustomer,
  summary: 'Read a customer with sums and note; `GET /operator/v1/orders?customer=` has the orders',
  answers: { 200: { description: 'The customer', schema: wholeCustomer } },
  problems: { 404: "No such customer in the person's organizations" },
  handle: async ({ ctx, store, row: { key } }) => {
    const body = await atOneMoment(ctx.db.query, (query) =>
      readWholeCustomer(query, { store, key }),
    )
    return body ? { status: 200, body } : refuse(NOT_FOUND)
  },
})

const noteCustomer = defineLocatedRoute({
  method: 'patch',
  path: '/operator/v1/customers/{id}',
  operationId: 'changeCustomer',
  tag: 'Customers',
  scope: 'checkout',
  locate: byCustomer,
  summary: "Replace the team's note on a customer",
  body: z
    .strictObject({
      note: z.string().refine(isStorable).trim().max(2_000).meta({
        description: 'An empty text deletes the note.',
      }),
    })
    .meta({ id: 'CustomerChange', example: { note: 'Prefers deliveries after 5 PM' } }),
  answers: { 200: { description: 'The customer', schema: wholeCustomer } },
  problems: { 404: "No such customer in the person's organizations", 422: 'The note is not valid' },
  handle: async ({ ctx, store, row: { order, key }, person, body: { note } }) => {
    const { query } = ctx.db
    const customer = { storeId: store.id, key }
    const before = await findCustomerNote(query, customer)
    await writeCustomerNote(query, {
      ...customer,
      orderId: order.id,
      note,
      by: person.name,
      now: ctx.clock.now(),
    })
    const body = await readWholeCustomer(query, { store, key })
    if (!body) return refuse(NOT_FOUND)
    const isNoted = (text: string | undefined) => ({ is_noted: Boolean(text) })
    return { status: 200, body, change: { before: isNoted(before?.note), after: isNoted(note) } }
  },
})

export const customerRoutes: readonly OperatorRoute[] = [
  listCustomers,
  readCustomer,
  noteCustomer,
  ...savedCardRoutes,
  chargeCustomerByPerson,
]
