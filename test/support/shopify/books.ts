import {
  canMarkAsPaid,
  minorOf,
  moneyOf,
  type StoredOrder,
  type StoredRefund,
  type StoredTransaction,
} from './stored-order.ts'
import { editBody, orderBody, refundBody } from './webhook-bodies.ts'
import type { ShopifyWebhooks } from './webhooks.ts'

/** Amounts are decimals of the presentment currency. */
export interface NewOrder {
  total?: string
  currency?: string
  method?: string
  /** False for a Shopify gateway. */
  isManual?: boolean
  giftCard?: string
  /** Created by API: no status and no transactions. */
  isByApi?: boolean
  lineItems?: { name: string; quantity: number }[]
  email?: string | null
  phone?: string | null
  customerLocale?: string | null
  billingName?: string | null
  note?: string | null
  test?: boolean
}

export interface RefundDetails {
  note?: string | null
  /** A pending refund has moved no money and may never. */
  status?: StoredTransaction['status']
  /** Part of the amount, missing from the webhook's line items. */
  tax?: string
  /** Refund gateway if not the payment's: `gift_card`. */
  by?: string
}

export interface ShopifyBooks {
  orders: Map<string, StoredOrder>
  find(id: string): StoredOrder | undefined
  place(order?: NewOrder): StoredOrder
  markPaid(order: StoredOrder, gateway?: string): void
  payManually(
    order: StoredOrder,
    payment: { amount: bigint; gateway: string; processedAt?: string | undefined },
  ): StoredTransaction
  capture(order: StoredOrder, parent: StoredTransaction, amount: bigint): StoredTransaction
  refund(
    order: StoredOrder,
    parts: { parent: StoredTransaction; amount: bigint }[],
    details?: RefundDetails,
  ): StoredRefund
  cancel(order: StoredOrder, restock?: boolean): void
  edit(order: StoredOrder, total: bigint): void
  touch(order: StoredOrder): void
  remove(order: StoredOrder): void
}

/** Above 2^53: a double would lose digits. */
const FIRST_ID = 820_982_911_946_154_501n

export const openShopifyBooks = ({
  now,
  webhooks,
}: {
  now(): Date
  webhooks: ShopifyWebhooks
}): ShopifyBooks => {
  const orders = new Map<string, StoredOrder>()
  let latestId = FIRST_ID
  const gid = (type: string) => `gid://shopify/${type}/${++latestId}`
  /** Whole seconds, like Shopify. */
  const instant = () => `${now().toISOString().slice(0, 19)}Z`

  const transaction = (
    given: Pick<StoredTransaction, 'kind' | 'status' | 'gateway' | 'amount'> &
      Partial<StoredTransaction>,
  ): StoredTransaction => ({
    id: gid('OrderTransaction'),
    isManual: true,
    parentId: null,
    processedAt: instant(),
    ...given,
  })

  const notify = (order: StoredOrder, ...topics: string[]): void => {
    order.updatedAt = instant()
    for (const topic of topics) webhooks.add(topic, orderBody(order))
  }

  const take = (order: StoredOrder, taken: StoredTransaction): StoredTransaction => {
    order.transactions.push(taken)
    const isPaid = moneyOf(order).outstanding === 0n
    notify(order, 'orders/updated', ...(isPaid ? ['orders/paid'] : []))
    return taken
  }

  const books: ShopifyBooks = {
    orders,
    find: (id) => orders.get(id.slice(id.lastIndexOf('/') + 1)),
    place: (given = {}) => {
      const { currency = 'HNL', method = 'Tarjeta (Puente)', isByApi = false } = given
      const total = amountOf(given.total ?? '100.00', currency)
      const giftCard = amountOf(given.giftCard ?? '0', currency)
      const orderGid = gid('Order')
      const order: StoredOrder = {
        id: orderGid.slice(orderGid.lastIndexOf('/') + 1),
        gid: orderGid,
        name: `#${1001 + orders.size}`,
        currency,
        total,
        lineItems: given.lineItems ?? [{ name: 'Café de altura', quantity: 1 }],
        transactions: [],
        refunds: [],
        checkoutToken: isByApi ? null : `c${latestId.toString(36)}`,
        isByApi,
        test: given.test ?? false,
        edited: false,
        closed: false,
        cancelledAt: null,
        restocked: false,
        note: given.note ?? null,
        metafields: new Map(),
        email: given.email === undefined ? 'ana@example.com' : given.email,
        phone: given.phone ?? null,
        customerLocale: given.customerLocale === undefined ? 'es' : given.customerLocale,
        billingName: given.billingName === undefined ? 'Ana Pérez' : given.billingName,
        createdAt: instant(),
        updatedAt: instant(),
      }
      if (giftCard > 0n) {
        const gateway = 'gift_card'
        const card = { kind: 'SALE', status: 'SUCCESS', gateway, isManual: false } as const
        order.transactions.push(transaction({ ...card, amount: giftCard }))
      }
      if (!isByApi && total > giftCard) {
        const { isManual = true } = given
        const rest = { kind: 'SALE', status: 'PENDING', gateway: method, isManual } as const
        order.transactions.push(transaction({ ...rest, amount: total - giftCard }))
      }
      orders.set(order.id, order)
      notify(order, 'orders/create')
      return order
    },
    markPaid: (order, gateway) => {
      if (!canMarkAsPaid(order)) throw new Error('Order cannot be marked as paid.')
      const { outstanding: amount } = moneyOf(order)
      const pending = pendingOf(order)
      take(
        order,
        transaction({
          kind: pending ? 'CAPTURE' : 'SALE',
          status: 'SUCCESS',
          gateway: gateway ?? pending?.gateway ?? 'manual',
          parentId: pending?.id ?? null,
          amount,
        }),
      )
    },
    payManually: (order, { amount, gateway, processedAt = instant() }) =>
      take(order, transaction({ kind: 'SALE', status: 'SUCCESS', gateway, amount, processedAt })),
    capture: (order, { id: parentId, gateway }, amount) =>
      take(order, transaction({ kind: 'CAPTURE', status: 'SUCCESS', gateway, parentId, amount })),
    refund: (order, parts, { note = null, status = 'SUCCESS', tax = '0', by } = {}) => {
      const refund: StoredRefund = {
        id: gid('Refund'),
        note,
        createdAt: instant(),
        tax: amountOf(tax, order.currency),
        transactions: parts.map(({ parent, amount }) =>
          transaction({
            kind: 'REFUND',
            status,
            gateway: by ?? parent.gateway,
            isManual: by === undefined && parent.isManual,
            parentId: parent.id,
            amount,
          }),
        ),
      }
      order.refunds.push(refund)
      webhooks.add('refunds/create', refundBody(order, refund))
      notify(order, 'orders/updated')
      return refund
    },
    cancel: (order, restock = true) => {
      order.cancelledAt = instant()
      order.closed = true
      order.restocked = restock
      notify(order, 'orders/cancelled', 'orders/updated')
    },
    edit: (order, total) => {
      order.total = total
      order.edited = true
      notify(order, 'orders/updated')
      webhooks.add('orders/edited', editBody(order))
    },
    touch: (order) => notify(order, 'orders/updated'),
    remove: (order) => {
      orders.delete(order.id)
      webhooks.add('orders/delete', `{"id":${order.id}}`)
    },
  }
  return books
}

export const pendingOf = ({ transactions }: StoredOrder): StoredTransaction | undefined =>
  transactions.find(({ kind, status }) => kind === 'SALE' && status === 'PENDING')

const amountOf = (decimal: string, currency: string): bigint => {
  const minor = minorOf(decimal, currency)
  if (minor === undefined) throw new Error(`${decimal} is no amount of ${currency}`)
  return minor
}
