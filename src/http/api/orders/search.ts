import { z } from 'zod'
import { mayBeName, ordersByCopiedText } from '../../../db/orders/order-search.ts'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { ordersByCustomerName } from '../../../db/orders/orders-by-customer.ts'
import { cardsOfPayments } from '../../../db/payments/known-cards.ts'
import { searchPayments } from '../../../db/payments/payment-search.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { customerView } from '../../../wire/order-view.ts'
import { listFields, orderReference, storeIdField } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'
import { customersOfOrders } from './customers-of-orders.ts'
import { cardView, orderOfStore, viewsOfOrdersOfStores } from './order-of-store.ts'
import { paymentOfStore, referenceOf, viewsOfPaymentsOfStores } from './views-of-stores.ts'

const MOST_ROWS = 8
/** Upper bound on the orders that a search groups into customers. */
const ORDERS_OF_NAMES = 50

const paymentFound = paymentOfStore.extend({ card: cardView }).meta({ id: 'PaymentFound' })

const customerFound = customerView
  .pick({ name: true, email: true })
  .extend({
    store_id: storeIdField,
    search: z.string().meta({
      description:
        "Value of `search` in `GET /operator/v1/orders` that finds the customer's orders.",
    }),
    newest_order: orderReference.extend({ created_at: z.iso.datetime() }),
  })
  .meta({ id: 'CustomerFound' })

const found = z
  .object({
    orders: z.array(orderOfStore),
    payments: z.array(paymentFound),
    customers: z.array(customerFound).meta({
      description: 'Customers among the newest 50 orders whose name or e-mail matches.',
    }),
  })
  .meta({ id: 'Found' })

const search = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/search',
  operationId: 'search',
  tag: 'Orders',
  scope: 'read',
  summary: 'Search orders, payments and customers',
  query: z.strictObject({
    store_id: listFields.store_id,
    text: plainText(191).describe(
      "Words of a customer's name (without accents, in any case), an e-mail address, an order number, an id of Puente, the store or the gateway, or the last four digits of a saved card.",
    ),
  }),
  answers: { 200: { description: 'The newest matches of each kind', schema: found } },
  problems: { 404: "No such store in the person's organizations", 422: 'The text is not valid' },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'orders', { store_id: query.store_id, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const db = ctx.db.query
    const sought = { text: query.text, storeIds: scope.storeIds, limit: MOST_ROWS }
    const named = await ordersByCopiedText(db, sought)
    const [nameIds, payments] = await Promise.all([
      mayBeName(query.text, named)
        ? ordersByCustomerName(db, { ...sought, limit: ORDERS_OF_NAMES })
        : [],
      searchPayments(db, sought),
    ])
    const paidIds = payments.map(({ order_id }) => order_id)
    const byId = await ordersByIds(db, [...new Set([...nameIds, ...paidIds])])
    const ofCustomers = nameIds.flatMap((id) => byId.get(id) ?? [])
    const ofPayments = paidIds.flatMap((id) => byId.get(id) ?? [])
    const matches = [...named, ...ofCustomers, ...ofPayments]
    const orders = new Map(matches.map((order) => [order.id, order]))
    const isEmail = query.text.includes('@')
    const cards = await cardsOfPayments(db, payments)
    const views = await viewsOfPaymentsOfStores(db, payments)
    const body: z.input<typeof found> = {
      orders: await viewsOfOrdersOfStores(ctx, db, [...orders.values()].slice(0, MOST_ROWS)),
      payments: views.map((view) => ({ ...view, card: cards.get(view.id) ?? null })),
      customers: customersOfOrders(isEmail ? named : ofCustomers)
        .slice(0, MOST_ROWS)
        .flatMap(({ search: text, newest }) => {
          const reference = referenceOf(newest)
          if (!reference) return []
          const { name, email } = newest.customer
          return {
            name,
            email,
            store_id: newest.store_id,
            search: text,
            newest_order: { ...reference, created_at: newest.created_at.toISOString() },
          }
        }),
    }
    return { status: 200, body }
  },
})

export const searchRoutes: readonly OperatorRoute[] = [search]
