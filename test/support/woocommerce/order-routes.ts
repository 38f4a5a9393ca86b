import {
  type NewMeta,
  needsPayment,
  type StoredWooOrder,
  type StoredWooRefund,
  type WooBooks,
  wooDecimalOf,
  wooMinorOf,
} from './books.ts'
import {
  created,
  NO_SUCH_ORDER,
  ok,
  type RestRequest,
  refusalReply,
  type WooReply,
  wpError,
} from './reply.ts'

export const STATUSES = [
  'auto-draft',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
]

/** Between WooCommerce's check and its write. */
export type ConcurrentChange = (order: StoredWooOrder) => void

/**
 * How lists treat the status of drafts: WooCommerce 11 leaves them out of `any`; a plugin may remove
 * the status, and asking for it is refused.
 */
export type Drafts = 'in-any' | 'apart' | 'unknown'

export interface OrderRoutes {
  books: WooBooks
  ownStatuses: readonly string[]
  drafts: Drafts
  nextConcurrentChange(): ConcurrentChange | undefined
}

export const answerOrders = (routes: OrderRoutes, request: RestRequest): WooReply | undefined => {
  if (request.path === 'orders/batch') return ok([])
  const [, id, list, rowId] = /^orders(?:\/(\d+)(?:\/(notes|refunds)(?:\/(\d+))?)?)?$/.exec(
    request.path,
  ) ?? ['no']
  if (id === 'no' || !/^orders/.test(request.path)) return undefined
  const { books } = routes
  if (!id) return request.method === 'GET' ? listOrders(routes, request) : addOrder(books, request)
  const order = books.orders.get(Number(id))
  // WooCommerce quirk: an empty list for an unknown order.
  if (!order && list === 'refunds' && request.method === 'GET') return ok([])
  // WooCommerce quirk: 400 for an unknown order.
  const missing = request.method === 'PUT' ? 400 : 404
  if (!order) return wpError(missing, NO_SUCH_ORDER, 'Invalid ID.')
  if (list === 'notes') return answerNotes(books, order, request)
  if (list === 'refunds') return answerRefunds(routes, order, { request, rowId })
  if (request.method === 'PUT') return changeOrder(routes, order, request)
  if (request.method === 'DELETE') {
    if (request.query.get('force') === 'true') books.remove(order)
    else books.setStatus(order, 'trash')
  }
  return ok(viewOf(order, decimalsFor(books, request)))
}

/** Decimals by `dp`, or by default of the store's display. */
const decimalsFor = ({ priceDecimals }: WooBooks, { query }: RestRequest) => ({
  priceDecimals,
  dp: query.get('dp') === null ? priceDecimals : Number(query.get('dp')),
})

export const viewOf = (
  { isVirtual, notes, refunds, ...order }: StoredWooOrder,
  { priceDecimals, dp = priceDecimals }: { priceDecimals: number; dp?: number },
) => ({
  parent_id: 0,
  version: '10.0.2',
  number: String(order.id),
  billing: { first_name: 'Ana', last_name: 'Mejía', company: '', email: 'ana@example.com' },
  ...order,
  // WooCommerce rounds a loaded order's total, regardless of the call's precision.
  total: padded(shownOf(order.total, priceDecimals), dp),
  needs_processing: !isVirtual,
  refunds: refunds.map(({ id, reason, amount }) => ({
    id,
    reason,
    total: `-${padded(shownOf(amount, Math.min(dp, 2)), dp)}`,
  })),
})

/** Keeps extra decimals, which some plugins write. */
const shownOf = (decimal: string, decimals: number): string =>
  decimals < 2 ? wooDecimalOf(wooMinorOf(decimal), decimals) : decimal

const padded = (decimal: string, decimals: number): string => {
  const [, given = ''] = decimal.split('.')
  return decimals > given.length
    ? `${decimal}${given ? '' : '.'}${'0'.repeat(decimals - given.length)}`
    : decimal
}

const viewOfRefund = (refund: StoredWooRefund) => ({
  ...refund,
  refunded_by: 1,
  refunded_payment: false,
})

const MOST_PER_PAGE = 100
const LISTED = ['any', 'trash', ...STATUSES]
const DRAFT = 'checkout-draft'

const listOrders = ({ books, drafts }: OrderRoutes, request: RestRequest): WooReply => {
  const { query } = request
  const perPage = Number(query.get('per_page') ?? 10)
  if (!(perPage >= 1 && perPage <= MOST_PER_PAGE)) {
    return wpError(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
  }
  const statuses = (query.get('status') ?? 'any').split(',')
  const isRefused = drafts === 'unknown' && statuses.includes(DRAFT)
  if (isRefused || statuses.some((status) => !LISTED.includes(status))) {
    return wpError(400, 'rest_invalid_param', 'Invalid parameter(s): status')
  }
  const include = query.get('include')?.split(',').map(Number)
  const after = query.get('modified_after')
  const found = [...books.orders.values()]
    .filter(({ status }) =>
      statuses.includes('any')
        ? status !== 'trash' && (status !== DRAFT || drafts === 'in-any')
        : statuses.includes(status),
    )
    .filter((order) => !include || include.includes(order.id))
    // UTC needs `dates_are_gmt`; without it WooCommerce compares local time.
    .filter((order) => !after || order.date_modified_gmt > after)
    .sort((a, b) => compare(a, b, query.get('orderby') ?? 'date'))
  if ((query.get('order') ?? 'desc') === 'desc') found.reverse()
  const offset = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * perPage)
  return ok(
    found
      .slice(offset, offset + perPage)
      .map((order) => viewOf(order, decimalsFor(books, request))),
  )
}

const compare = (a: StoredWooOrder, b: StoredWooOrder, by: string): number => {
  const key = by === 'modified' ? 'date_modified_gmt' : 'date_created_gmt'
  return a[key].localeCompare(b[key]) || a.id - b.id
}

interface NewLine {
  product_id?: number
  quantity?: number
  total?: string
  name?: string
}

const addOrder = (books: WooBooks, request: RestRequest): WooReply => {
  const { body } = request
  const lines = (body.line_items ?? []) as NewLine[]
  const total = lines.reduce((sum, line) => sum + wooMinorOf(line.total ?? '0'), feesOf(body))
  const order = books.add({
    total: wooDecimalOf(total),
    // Lines without a product need no shipping.
    isVirtual: !lines.some((line) => line.product_id),
    line_items: lines.map(({ product_id = 0, quantity = 1, total = '0', name = 'Taza' }) => ({
      id: books.nextId(),
      ...{ name, product_id, quantity, total },
    })),
    ...plainFieldsOf(body),
    ...(body.status ? { status: String(body.status) } : {}),
  })
  books.setMeta(order, metaOf(body))
  return created(viewOf(order, decimalsFor(books, request)))
}

const PLAIN = ['transaction_id', 'payment_method', 'payment_method_title', 'total', 'currency']

const plainFieldsOf = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => PLAIN.includes(name)))

const metaOf = (body: Record<string, unknown>): NewMeta[] => (body.meta_data ?? []) as NewMeta[]

/**
 * Writes every field in any status. `set_paid` is a silent no-op unless the order needs payment.
 */
const changeOrder = (
  { books, ownStatuses, nextConcurrentChange }: OrderRoutes,
  order: StoredWooOrder,
  request: RestRequest,
): WooReply => {
  const { body } = request
  nextConcurrentChange()?.(order)
  const { status } = body
  if (status !== undefined && ![...STATUSES, ...ownStatuses].includes(String(status))) {
    const message = 'Invalid parameter(s): status'
    return wpError(400, 'rest_invalid_param', message)
  }
  Object.assign(order, plainFieldsOf(body))
  order.total = wooDecimalOf(wooMinorOf(order.total) + feesOf(body))
  books.setMeta(order, metaOf(body))
  if (status !== undefined) books.setStatus(order, String(status))
  if (body.set_paid === true && needsPayment(order)) books.completePayment(order)
  books.touch(order)
  return ok(viewOf(order, decimalsFor(books, request)))
}

/** Refund lines have negative quantities and reference the order's lines. */
const namedLines = (
  books: WooBooks,
  body: Record<string, unknown>,
): StoredWooRefund['line_items'] =>
  ((body.line_items ?? []) as { id: number; quantity: number }[]).map(({ id, quantity }) => ({
    id: books.nextId(),
    quantity: -quantity,
    meta_data: [{ id: books.nextId(), key: '_refunded_item_id', value: String(id) }],
  }))

/** WooCommerce accepts fees for a paid order too. */
const feesOf = (body: Record<string, unknown>): number =>
  ((body.fee_lines ?? []) as { total: string }[]).reduce(
    (sum, fee) => sum + wooMinorOf(fee.total),
    0,
  )

const answerNotes = (
  books: WooBooks,
  order: StoredWooOrder,
  { method, body }: RestRequest,
): WooReply => (method === 'GET' ? ok(order.notes) : created(books.note(order, String(body.note))))

const answerRefunds = (
  { books, nextConcurrentChange }: OrderRoutes,
  order: StoredWooOrder,
  { request, rowId }: { request: RestRequest; rowId: string | undefined },
): WooReply => {
  const { method, query, body } = request
  if (rowId) {
    const at = order.refunds.findIndex(({ id }) => id === Number(rowId))
    const [row] = at < 0 ? [] : order.refunds.splice(at, 1)
    if (!row) return wpError(404, 'woocommerce_rest_shop_order_refund_invalid_id', 'Invalid ID.')
    books.touch(order)
    return ok(viewOfRefund(row))
  }
  if (method === 'GET') {
    const perPage = Number(query.get('per_page') ?? 10)
    const offset = (Number(query.get('page') ?? 1) - 1) * perPage
    const { dp } = decimalsFor(books, request)
    return ok(
      order.refunds.slice(offset, offset + perPage).map((refund) => ({
        ...viewOfRefund(refund),
        amount: padded(shownOf(refund.amount, Math.min(dp, 2)), dp),
      })),
    )
  }
  const amount = Number(body.amount)
  // WooCommerce rounds total and refunds to displayed decimals.
  const shown = (decimal: string) => Number(wooDecimalOf(wooMinorOf(decimal), books.priceDecimals))
  const rest = order.refunds.reduce((left, row) => left - shown(row.amount), shown(order.total))
  if (!(amount >= 0) || wooMinorOf(String(amount)) > wooMinorOf(String(rest))) {
    return refusalReply('Invalid refund amount.')
  }
  // WooCommerce requests the money from the payment method by default.
  if (body.api_refund !== false) {
    return refusalReply('The payment gateway for this order does not support refunds.')
  }
  // No lock: WooCommerce misses a concurrent change after the check.
  nextConcurrentChange()?.(order)
  const refund = books.book(order, {
    amount: wooDecimalOf(wooMinorOf(String(body.amount))),
    reason: String(body.reason ?? ''),
    line_items: namedLines(books, body),
  })
  books.setMeta(refund, metaOf(body))
  return created(viewOfRefund(refund))
}
