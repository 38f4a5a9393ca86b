import { type Access, openAccess } from './access.ts'
import { adminResolvers } from './admin-api.ts'
import type { AdminState } from './admin-state.ts'
import { answerGraphql } from './answer-graphql.ts'
import { type Books, type NewOrder, openBooks, type RefundDetails } from './books.ts'
import { type Bucket, fullBucket } from './cost.ts'
import { openPaymentSessions, type PaymentSessions, paymentsResolvers } from './payment-sessions.ts'
import type { Reply } from './reply.ts'
import { minorOf, type StoredOrder, type StoredRefund } from './stored-order.ts'
import { startWebhooks, type Webhooks } from './webhooks.ts'

/** One shop of the stand-in. */
export interface StandInShop {
  /** `cafe.myshopify.com` */
  name: string
  books: Books
  webhooks: Webhooks
  access: Access
  payments: PaymentSessions
  /** Settings of the shop: its currency, what can be captured, what the app is not approved for. */
  facts: AdminState['facts']
  /** Root fields that answer `ACCESS_DENIED`: `orderCapture`. */
  denied: Set<string>
  /** Ids of orders that the shop fails to read out. */
  failing: Set<string>
  /** The points of the Admin API. */
  bucket: Bucket

  /** A buyer orders, or an app does. */
  placeOrder(order?: NewOrder): StoredOrder
  /** By its id or `gid://…`; throws where there is none. */
  order(id: string): StoredOrder
  /** People of the shop, in its admin. Amounts are decimals of the presentment currency. */
  cancelInAdmin(id: string, options?: { restock?: boolean }): void
  markPaidInAdmin(id: string, how?: { gateway?: string }): void
  editInAdmin(id: string, total: string): void
  deleteInAdmin(id: string): void
  /** Of the latest payment by another means than a gift card, if nothing else is said. */
  refundInAdmin(id: string, amount: string, how?: AdminRefund): StoredRefund
  /** The app is thrown out; its last webhook says so. */
  uninstall(): void
  /** Jobs that were answered with (a cancellation) come about; else they do after each answer. */
  finishJobs(): void
  /** Leaves jobs undone until they are finished. */
  holdJobs: boolean
  answerAdmin(body: Record<string, unknown>): Promise<Reply>
  answerPayments(body: Record<string, unknown>): Promise<Reply>
}

export interface AdminRefund extends RefundDetails {
  /** Whose payment it is of: `gift_card`. */
  gateway?: string
  /** The first payment of that kind instead of the latest. */
  isOfFirst?: boolean
}

export interface ShopOptions {
  currency?: string
  /** Units of the shop's currency for one of another, by its code. */
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
  const webhooks = startWebhooks({ shop: name, clientSecret, address: webhookUrl })
  const books = openBooks({ now, webhooks })
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
    answerPayments: (body) =>
      answerGraphql(
        { api: 'payments-apps', resolvers: paymentsApps, bucket: paymentsBucket },
        body,
      ),
  }
  return shop
}
