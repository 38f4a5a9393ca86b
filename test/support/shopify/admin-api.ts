import { changeFields } from './admin-changes.ts'
import { moneyFields } from './admin-money.ts'
import type { AdminState, Field } from './admin-state.ts'
import { orderView, refundView } from './admin-views.ts'
import { type Resolvers, refusal } from './answer-graphql.ts'
import { ordersPage } from './orders-page.ts'

export const adminResolvers = (state: AdminState): Resolvers => {
  const { shop, books, access, facts, denied, failing } = state

  const refundOf = (id: string): object | null => {
    const order = [...books.orders.values()].find((one) => one.refunds.some((two) => two.id === id))
    const refund = order?.refunds.find((one) => one.id === id)
    return order && refund ? refundView(refund, order, facts) : null
  }

  const fields: Record<string, Field> = {
    'QueryRoot.order': ({ id }: { id: string }) => {
      const order = books.find(id)
      if (order && failing.has(order.id)) throw refusal('Internal error', 'INTERNAL_SERVER_ERROR')
      return order ? orderView(order, facts) : null
    },
    'QueryRoot.refund': ({ id }: { id: string }) => refundOf(id),
    'QueryRoot.nodes': ({ ids }: { ids: string[] }) => ids.map(refundOf),
    'QueryRoot.orders': (args: Parameters<typeof ordersPage>[1]) => {
      const { orders, pageInfo } = ordersPage([...books.orders.values()], args)
      const edges = orders.map(({ cursor, order }) => ({ cursor, node: orderView(order, facts) }))
      return { edges, pageInfo }
    },
    'QueryRoot.currentAppInstallation': () => ({
      id: 'gid://shopify/AppInstallation/1',
      accessScopes: access.scopes.map((handle) => ({ handle, description: handle })),
    }),
    'QueryRoot.shop': () => ({
      id: 'gid://shopify/Shop/1',
      name: 'Café',
      myshopifyDomain: shop,
      currencyCode: facts.currency,
      plan: facts.plan,
    }),
    ...moneyFields(state),
    ...changeFields(state),
  }

  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (_source, args, _context, info) => {
        if (denied.has(info.fieldName)) {
          throw refusal(`Access denied for ${info.fieldName} field.`, 'ACCESS_DENIED')
        }
        return field(args as never, info)
      },
    ]),
  )
}
