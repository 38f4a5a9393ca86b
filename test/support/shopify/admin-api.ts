import { type GraphQLResolveInfo, Kind, valueFromASTUntyped } from 'graphql'
import type { Access } from './access.ts'
import { orderView, refundView, type ShopFacts, transactionView } from './admin-views.ts'
import { type Resolvers, refusal } from './answer-graphql.ts'
import type { Books } from './books.ts'
import { ordersPage } from './orders-page.ts'
import {
  allTransactions,
  canMarkAsPaid,
  minorOf,
  moneyOf,
  type StoredOrder,
  type StoredRefund,
} from './stored-order.ts'

export interface AdminState {
  shop: string
  books: Books
  access: Access
  facts: ShopFacts
  /** Root fields that the app may not use here: `orderCapture`. */
  denied: Set<string>
  subscriptions: { id: string; topic: string; uri: string }[]
  /** Cancellations that were asked for; they come about by `finishJobs`. */
  jobs: (() => void)[]
  /** Refunds by the key that they were asked for with. */
  refundsByKey: Map<string, { asked: string; refund: StoredRefund; order: StoredOrder }>
  now(): Date
}

type Field = (args: never, info: GraphQLResolveInfo) => unknown

const problem = (field: string, message: string, more: object = {}) => ({
  userErrors: [{ field: [field], message, ...more }],
})

/** The Admin API as far as we use it, with the words of real shops where they are known. */
export const adminResolvers = (state: AdminState): Resolvers => {
  const { shop, books, access, facts, denied } = state
  const money = (minor: bigint) => `$${(Number(minor) / 100).toFixed(2)}`

  const fields: Record<string, Field> = {
    'QueryRoot.order': ({ id }: { id: string }) => {
      const order = books.find(id)
      return order ? orderView(order, facts) : null
    },
    'QueryRoot.orders': (args: Parameters<typeof ordersPage>[1]) => {
      const { orders, pageInfo } = ordersPage([...books.orders.values()], args)
      return { nodes: orders.map((order) => orderView(order, facts)), pageInfo }
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
      plan: { shopifyPlus: false, partnerDevelopment: true },
    }),
    'QueryRoot.webhookSubscriptions': () => ({ nodes: state.subscriptions }),
    'Mutation.webhookSubscriptionCreate': ({
      topic,
      webhookSubscription: { uri },
    }: {
      topic: string
      webhookSubscription: { uri: string }
    }) => {
      const webhookSubscription = {
        id: `gid://shopify/WebhookSubscription/${state.subscriptions.length + 1}`,
        topic,
        uri,
      }
      state.subscriptions.push(webhookSubscription)
      return { webhookSubscription, userErrors: [] }
    },
    'Mutation.orderMarkAsPaid': ({ input: { id } }: { input: { id: string } }) => {
      const order = books.find(id)
      if (!order) return problem('id', 'Order does not exist')
      if (!canMarkAsPaid(order)) {
        return {
          order: orderView(order, facts),
          ...problem('id', 'Order cannot be marked as paid.'),
        }
      }
      books.markPaid(order)
      return { order: orderView(order, facts), userErrors: [] }
    },
    'Mutation.orderCapture': ({ input }: { input: CaptureInput }) => {
      const order = books.find(input.id)
      const parent = order?.transactions.find(({ id }) => id === input.parentTransactionId)
      if (!order || !parent) return problem('parentTransactionId', 'Transaction does not exist')
      if (!facts.manuallyCapturable || parent.status !== 'PENDING' || order.cancelledAt) {
        return problem('parentTransactionId', 'The transaction cannot be captured')
      }
      const amount = minorOf(input.amount, order.currency)
      if (input.currency !== order.currency || amount === undefined) {
        return problem('currency', `Currency must be ${order.currency}`)
      }
      if (amount === 0n || amount > moneyOf(order).outstanding) {
        return problem('amount', 'Amount is greater than what is outstanding')
      }
      const taken = books.capture(order, parent, amount)
      return { transaction: transactionView(taken, order, facts), userErrors: [] }
    },
    'Mutation.refundCreate': ({ input }: { input: RefundInput }, info) => {
      const key = idempotencyKey(info)
      if (!key) {
        throw refusal('The @idempotent directive is required for this mutation', 'BAD_REQUEST')
      }
      const asked = JSON.stringify(input)
      const known = state.refundsByKey.get(key)
      if (known && known.asked !== asked) {
        return problem('input', 'The idempotency key was used with other parameters')
      }
      if (known) return refunded(known.order, known.refund)
      const order = books.find(input.orderId)
      if (!order) return problem('orderId', 'Order does not exist')
      const parts = (input.transactions ?? []).map(({ parentId, amount }) => ({
        parent: allTransactions(order).find(({ id }) => id === parentId),
        amount: minorOf(amount, order.currency) ?? 0n,
      }))
      const [missing] = parts.filter(({ parent }) => parent?.status !== 'SUCCESS')
      if (missing) return problem('transactions', 'Parent transaction is not a payment')
      const total = parts.reduce((sum, { amount }) => sum + amount, 0n)
      const { net } = moneyOf(order)
      if (total > net) {
        const message = `Refund amount ${money(total)} is greater than net payment received ${money(net)}`
        return problem('transactions', message)
      }
      const refund = books.refund(
        order,
        parts.flatMap(({ parent, amount }) => (parent ? [{ parent, amount }] : [])),
        input.note,
      )
      state.refundsByKey.set(key, { asked, refund, order })
      return refunded(order, refund)
    },
    'Mutation.orderCancel': ({
      orderId,
      restock,
      staffNote,
    }: {
      orderId: string
      restock: boolean
      staffNote?: string | null
    }) => {
      const refused = (message: string, code: string) => ({
        orderCancelUserErrors: [{ field: ['orderId'], message, code }],
        userErrors: [],
      })
      const order = books.find(orderId)
      if (!order) return refused('Order does not exist', 'NOT_FOUND')
      if (order.cancelledAt) {
        return refused('Cannot cancel an order that has already been canceled', 'INVALID')
      }
      if ((staffNote ?? '').length > 255) {
        return refused('Staff note is too long (maximum is 255 characters)', 'INVALID')
      }
      state.jobs.push(() => {
        if (!order.cancelledAt) books.cancel(order, restock)
      })
      const job = { id: `gid://shopify/Job/${state.jobs.length}`, done: false }
      return { job, orderCancelUserErrors: [], userErrors: [] }
    },
    'Mutation.metafieldsSet': ({ metafields }: { metafields: MetafieldInput[] }) => {
      for (const { ownerId, namespace = '$app', key, value } of metafields) {
        const order = books.find(ownerId)
        if (!order) {
          return problem('ownerId', 'Owner does not exist', { code: 'INVALID', elementIndex: 0 })
        }
        order.metafields.set(`${namespace}.${key}`, value)
        books.touch(order)
      }
      const set = metafields.map(({ namespace, key }, index) => ({
        id: `gid://shopify/Metafield/${index + 1}`,
        namespace,
        key,
      }))
      return { metafields: set, userErrors: [] }
    },
    'Mutation.orderUpdate': ({
      input,
    }: {
      input: { id: string; note?: string; tags?: string[] }
    }) => {
      const order = books.find(input.id)
      if (!order) return problem('id', 'Order does not exist')
      if (input.note !== undefined) order.note = input.note
      if (input.tags) order.tags = input.tags
      books.touch(order)
      return { order: orderView(order, facts), userErrors: [] }
    },
    'Mutation.tagsAdd': ({ id, tags }: { id: string; tags: string[] }) => {
      const order = books.find(id)
      if (!order) return problem('id', 'Order does not exist')
      order.tags = [...new Set([...order.tags, ...tags])]
      books.touch(order)
      return { node: orderView(order, facts), userErrors: [] }
    },
  }

  const refunded = (order: StoredOrder, refund: StoredRefund) => ({
    refund: refundView(refund, order, facts),
    order: orderView(order, facts),
    userErrors: [],
  })

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

interface CaptureInput {
  id: string
  parentTransactionId: string
  amount: string
  currency?: string
}

interface RefundInput {
  orderId: string
  note?: string | null
  transactions?: { parentId?: string; amount: string }[]
}

interface MetafieldInput {
  ownerId: string
  namespace?: string
  key: string
  value: string
}

const idempotencyKey = ({ fieldNodes, variableValues }: GraphQLResolveInfo): string | undefined => {
  const directive = fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent')
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value
  if (!value) return undefined
  return value.kind === Kind.VARIABLE
    ? String(variableValues[value.name.value])
    : String(valueFromASTUntyped(value))
}
