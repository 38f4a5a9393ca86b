import { randomBytes } from 'node:crypto'

/** Behaves like WooCommerce 10.0.2, quirks included. Amounts stay the given decimals. */
export interface StoredWooOrder {
  id: number
  order_key: string
  status: string
  currency: string
  total: string
  customer_id: number
  payment_method: string
  payment_method_title: string
  transaction_id: string
  date_paid_gmt: string | null
  date_created_gmt: string
  date_modified_gmt: string
  meta_data: Meta[]
  line_items: { id: number; name: string; product_id: number; quantity: number; total: string }[]
  /** Without shipping, so a payment completes it. */
  isVirtual: boolean
  refunds: StoredWooRefund[]
  notes: { id: number; note: string; customer_note: boolean }[]
}

export interface StoredWooRefund {
  id: number
  amount: string
  reason: string
  date_created_gmt: string
  meta_data: Meta[]
  line_items: { id: number; quantity: number; meta_data: Meta[] }[]
}

export interface Meta {
  id: number
  key: string
  value: unknown
}

export interface NewMeta {
  key: string
  value: unknown
}

export interface WooBooks {
  /** Displayed decimals; default precision of totals and amounts. */
  priceDecimals: number
  orders: Map<number, StoredWooOrder>
  nextId(): number
  /** UTC without a zone, whole seconds, like WooCommerce. */
  stamp(): string
  add(order: Partial<StoredWooOrder>): StoredWooOrder
  setStatus(order: StoredWooOrder, status: string): void
  completePayment(order: StoredWooOrder): void
  setMeta(holder: { meta_data: Meta[] }, all: readonly NewMeta[]): void
  note(order: StoredWooOrder, text: string): StoredWooOrder['notes'][0]
  book(
    order: StoredWooOrder,
    refund: Partial<StoredWooRefund> & { amount: string },
  ): StoredWooRefund
  touch(order: StoredWooOrder): void
  remove(order: StoredWooOrder): void
}

const DECIMALS = 2

/** Minor units, rounded as WooCommerce rounds its input. */
export const wooMinorOf = (decimal: string): number => Math.round(Number(decimal) * 10 ** DECIMALS)
export const wooDecimalOf = (minor: number, decimals = DECIMALS): string =>
  (minor / 10 ** DECIMALS).toFixed(decimals)

export const refundedMinorOf = (order: StoredWooOrder): number =>
  order.refunds.reduce((sum, { amount }) => sum + wooMinorOf(amount), 0)

const NEEDS_PAYMENT = ['pending', 'failed']
export const needsPayment = ({ status, total }: StoredWooOrder): boolean =>
  NEEDS_PAYMENT.includes(status) && wooMinorOf(total) > 0

export const openWooBooks = ({
  now,
  changed,
}: {
  now(): Date
  changed(id: number, event?: 'deleted'): void
}): WooBooks => {
  let latestId = 10
  const shown = (minor: number): number => wooMinorOf(wooDecimalOf(minor, books.priceDecimals))
  const books: WooBooks = {
    priceDecimals: DECIMALS,
    orders: new Map(),
    nextId: () => ++latestId,
    stamp: () => now().toISOString().slice(0, 19),
    add: (given) => {
      const order: StoredWooOrder = {
        id: books.nextId(),
        order_key: `wc_order_${randomBytes(7).toString('hex').slice(0, 13)}`,
        status: 'pending',
        currency: 'HNL',
        total: '100.00',
        customer_id: 0,
        payment_method: 'puente',
        payment_method_title: 'Tarjeta',
        transaction_id: '',
        date_paid_gmt: null,
        date_created_gmt: books.stamp(),
        date_modified_gmt: books.stamp(),
        meta_data: [],
        line_items: [],
        isVirtual: false,
        refunds: [],
        notes: [],
        ...given,
      }
      books.orders.set(order.id, order)
      if (order.status !== 'pending') setDatePaid(order)
      changed(order.id)
      return order
    },
    setStatus: (order, status) => {
      const { status: before } = order
      if (before === status) return
      order.status = status
      setDatePaid(order)
      books.note(order, `Order status changed from ${before} to ${status}.`)
      const rest = wooMinorOf(order.total) - refundedMinorOf(order)
      // WooCommerce books the refund when the status becomes refunded.
      if (status === 'refunded' && rest > 0) {
        books.book(order, { amount: wooDecimalOf(rest), reason: 'Order fully refunded.' })
      }
      books.touch(order)
    },
    completePayment: (order) => {
      if (!order.date_paid_gmt) order.date_paid_gmt = books.stamp()
      books.setStatus(order, order.isVirtual ? 'completed' : 'processing')
    },
    setMeta: (holder, all) => {
      for (const { key, value } of all) {
        const known = holder.meta_data.find((one) => one.key === key)
        if (known) known.value = value
        else holder.meta_data.push({ id: books.nextId(), key, value })
      }
    },
    note: (order, text) => {
      const note = { id: books.nextId(), note: text, customer_note: false }
      order.notes.unshift(note)
      return note
    },
    book: (order, given) => {
      const refund = {
        id: books.nextId(),
        reason: '',
        date_created_gmt: books.stamp(),
        meta_data: [],
        line_items: [],
        ...given,
      }
      // With the rest as displayed: 27.50 does not end an order of 28.
      const isFull =
        wooMinorOf(refund.amount) >= shown(wooMinorOf(order.total) - refundedMinorOf(order))
      order.refunds.unshift(refund)
      if (isFull && order.status !== 'refunded') books.setStatus(order, 'refunded')
      books.touch(order)
      return refund
    },
    touch: (order) => {
      order.date_modified_gmt = books.stamp()
      changed(order.id)
    },
    remove: (order) => {
      books.orders.delete(order.id)
      changed(order.id, 'deleted')
    },
  }

  /**
   * `WC_Order::maybe_set_date_paid`: only the status that follows a payment sets it, or a later
   * completion.
   */
  const setDatePaid = (order: StoredWooOrder) => {
    if (order.date_paid_gmt) return
    const byPayment = order.isVirtual || order.payment_method === 'cod' ? 'completed' : 'processing'
    const isBeyond = byPayment === 'processing' && order.status === 'completed'
    if (order.status === byPayment || isBeyond) order.date_paid_gmt = books.stamp()
  }
  return books
}
