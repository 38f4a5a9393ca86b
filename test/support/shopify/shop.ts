import { type Access, openAccess } from './access.ts'
import { adminResolvers } from './admin-api.ts'
import type { AdminState } from './admin-state.ts'
import { answerGraphql } from './answer-graphql.ts'
import { type NewOrder, openShopifyBooks, type RefundDetails, type ShopifyBooks } from './books.ts'
import { type Bucket, fullBucket } from './cost.ts'
import { openPaymentSessions, type PaymentSessions, paymentsResolvers } from './payment-sessions.ts'
import type { Reply } from './reply.ts'
import { minorOf, type StoredOrder, type StoredRefund } from './stored-order.ts'
import { type ShopifyWebhooks, startShopifyWebhooks } from './webhooks.ts'

export interface StandInShop {
  name: string
  books: ShopifyBooks
  webhooks: ShopifyWebhooks
  access: Access
  payments: PaymentSessions
  facts: AdminState['facts']
  denied: Set<string>
  failing: Set<string>
  bucket: Bucket

  placeOrder(order?: NewOrder): StoredOrder
  order(id: string): StoredOrder
  /** Admin actions; amounts are decimals of the presentment currency. */
  cancelInAdmin(id: string, options?: { restock?: boolean }): void
  markPaidInAdmin(id: string, how?: { gateway?: string }): void
  editInAdmin(id: string, total: string): void
  deleteInAdmin(id: string): void
  /** Refunds the latest manual payment by default. */
  refundInAdmin(id: string, amount: string, how?: AdminRefund): StoredRefund
  uninstall(): void
  /** Completes pending cancellations, by default after each response. */
  finishJobs(): void
  holdJobs: boolean
  answerAdmin(body: Record<string, unknown>): Promise<Reply>
  plannedAnswers(body: Record<string, unknown>): Promise<Reply>
}

export interface AdminRefund extends RefundDetails {
  gateway?: string
  isOfFirst?: boolean
}

export interface ShopOptions {
  currency?: string
  rates?: Record<string, number>
  manuallyCapturable?: boolean
}

export const openShop = ({
  name,
  clientId,
  clientSecret,
  webhookUrl,
  now,
  options: { currency = 'HNL', rates = {}, manuallyCapturable = false },
}: {
  name: string
  clientId: string
  clientSecret: string
  webhookUrl: string | undefined
  now(): Date
  options: ShopOptions
}): StandInShop => {
  const webhooks = startShopifyWebhooks({ shop: name, clientSecret, address: webhookUrl })
  const books = openShopifyBooks({ now, webhooks })
  const access = openAccess({ shop: name, clientId, clientSecret })
  const payments = openPaymentSessions(name)
  const state: AdminState = {
    shop: name,
    books,
    access,
    facts: {
      currency,
      rateOf: (other) => (other === shop.facts.currency ? 1 : (rates[other] ?? 1)),
      manuallyCapturable,
      plan: { shopifyPlus: false, partnerDevelopment: true },
      unapproved: new Set(),
    },
    denied: new Set(),
    failing: new Set(),
    jobs: [],
    refundsByKey: new Map(),
    now,
  }
  const admin = adminResolvers(state)
  const paymentsApps = paymentsResolvers(name, payments)
  const paymentsBucket = fullBucket({ restoreRate: 910 })

  const order = (id: string): StoredOrder => {
    const found = books.find(id)
    if (!found) throw new Error(`${name} has no order ${id}`)
    return found
  }
  const amountOf = (decimal: string, { currency: code }: StoredOrder): bigint => {
    const minor = minorOf(decimal, code)
    if (minor === undefined) throw new Error(`${decimal} is no amount of ${code}`)
    return minor
  }

  const shop: StandInShop = {
    name,
    books,
    webhooks,
    access,
    payments,
    facts: state.facts,
    denied: state.denied,
    failing: state.failing,
    bucket: fullBucket(),
    placeOrder: books.place,
    order,
    cancelInAdmin: (id, { restock } = {}) => books.cancel(order(id), restock),
    markPaidInAdmin: (id, { gateway } = {}) => books.markPaid(order(id), gateway),
    editInAdmin: (id, total) => books.edit(order(id), amountOf(total, order(id))),
    deleteInAdmin: (id) => books.remove(order(id)),
    refundInAdmin: (id, amount, { gateway, isOfFirst = false, ...how } = {}) => {
      const of = order(id)
      const paidWith = of.transactions.filter(
        (one) => one.status === 'SUCCESS' && (gateway ? one.gateway === gateway : one.isManual),
      )
      const parent = paidWith.at(isOfFirst ? 0 : -1)
      if (!parent) throw new Error(`Nothing was paid for ${of.name}`)
      return books.refund(of, [{ parent, amount: amountOf(amount, of) }], how)
    },
    uninstall: () => {
      access.revokeAll()
      webhooks.add('app/uninstalled', { id: 1, myshopify_domain: name })
    },
    finishJobs: () => {
      for (const job of state.jobs.splice(0)) job()
    },
    holdJobs: false,
    answerAdmin: async (body) => {
      const answer = await answerGraphql(
        { api: 'admin', resolvers: admin, bucket: shop.bucket },
        body,
      )
      if (!shop.holdJobs) setImmediate(() => shop.finishJobs())
      return answer
    },
    plannedAnswers: (body) =>
      answerGraphql(
        { api: 'payments-apps', resolvers: paymentsApps, bucket: paymentsBucket },
        body,
      ),
  }
  return shop
}
