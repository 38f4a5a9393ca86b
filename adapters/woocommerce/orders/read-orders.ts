import { z } from 'zod'
import { type Money, moneyFromDecimal, moneyFromMinor } from '../../../src/domain/money.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import type {
  ChangedOrdersOutcome,
  OrderAtStore,
  ReadOrdersOutcome,
  RefundAtStore,
} from '../../adapter.ts'
import { notRead } from '../delivery-result.ts'
import { requestKeyOfWooRefund } from '../refunds/claim-refund-rows.ts'
import { readRefundRows } from '../refunds/refund-rows.ts'
import type { RestClient, RestOutcome } from '../rest/rest-client.ts'
import type { RestFailure } from '../rest/rest-failure.ts'
import {
  derivePaymentState,
  fingerprintOf,
  ORDER_FIELDS,
  type WooOrder,
  wooOrder,
} from './order.ts'
import { shownUnits } from './shown-unit.ts'

/** WooCommerce's maximum page size. */
const PER_PAGE = 100

/**
 * Statuses that `any` omits: the trash and, since WooCommerce 11, drafts. WooCommerce's PayPal
 * buttons make a pending order a draft again.
 */
const OMITTED = 'trash,checkout-draft'
const TRASH = 'trash'

/**
 * Reads omitted orders with a second query, trashed ones as cancelled; the rest were deleted.
 */
export const readWooOrders = async (
  rest: RestClient,
  orderIds: readonly string[],
): Promise<ReadOrdersOutcome> => {
  const ids = orderIds.filter((id) => /^\d{1,19}$/.test(id))
  const orders: OrderAtStore[] = []
  const unreadable: { id: string | null; detail: string }[] = []
  const reader = { rest, unitOf: shownUnits(rest) }
  let missing = ids
  for (const status of ['any', OMITTED]) {
    if (missing.length === 0) break
    const read = await readStatus(rest, { missing, status })
    if (read.outcome === 'failed') return notRead(read)
    for (const item of read.value) {
      const said = await readItem(reader, item)
      if (said.outcome === 'failed') return notRead(said)
      if (said.outcome === 'unreadable') unreadable.push(said)
      else if (missing.includes(said.order.id)) orders.push(said.order)
    }
    const known = [...orders, ...unreadable].map(({ id }) => id)
    missing = missing.filter((id) => !known.includes(id))
  }
  return { outcome: 'read', orders, unreadable }
}

/** Lists the trash alone in a shop that knows no drafts and refuses to list them. */
const readStatus = async (
  rest: RestClient,
  { missing, status }: { missing: readonly string[]; status: string },
): Promise<RestOutcome<unknown[]>> => {
  const query = { include: missing.join(','), status, per_page: PER_PAGE }
  const read = await readPage(rest, query)
  const isRefused = read.outcome === 'failed' && read.code === 'rest_invalid_param'
  return isRefused && status === OMITTED ? readPage(rest, { ...query, status: TRASH }) : read
}

/**
 * Overlap of pages: an order changed between requests moves to the end and shifts later ones up.
 */
const OVERLAP = 20
const STEP = PER_PAGE - OVERLAP
/** Tolerated clock skew of the store. */
const CLOCKS_APART_MS = 60 * 60_000

/**
 * Lists the oldest change first. Timestamps are whole seconds and `modified_after` is exclusive, so
 * the query starts a second earlier.
 */
export const changedWooOrders = async (
  rest: RestClient,
  { since, page, now }: { since: Date; page: number; now: Date },
): Promise<ChangedOrdersOutcome> => {
  const read = await readPage(rest, {
    modified_after: new Date(since.getTime() - 1_000).toISOString().slice(0, 19),
    dates_are_gmt: 'true',
    orderby: 'modified',
    order: 'asc',
    per_page: PER_PAGE,
    offset: (page - 1) * STEP,
  })
  if (read.outcome === 'failed') return notRead(read)
  const orders: OrderAtStore[] = []
  const reader = { rest, unitOf: shownUnits(rest) }
  let until = since
  for (const item of read.value) {
    const order = wooOrder.safeParse(item).data
    const changedAt = order?.date_modified_gmt
    // A future timestamp must not advance the cursor.
    if (changedAt && changedAt > until && changedAt <= addMs(now, CLOCKS_APART_MS))
      until = changedAt
    // A draft cart changes with every keystroke.
    if (order?.status === 'checkout-draft') continue
    const said = await readItem(reader, item)
    if (said.outcome === 'failed') return notRead(said)
    // Reconciliation reports unreadable orders.
    if (said.outcome === 'read') orders.push(said.order)
  }
  return { outcome: 'read', orders, until, isLast: read.value.length < PER_PAGE }
}

const readPage = (
  rest: RestClient,
  query: Record<string, string | number>,
): Promise<RestOutcome<unknown[]>> =>
  rest.get('orders', z.array(z.unknown()), { ...query, _fields: ORDER_FIELDS })

type ReadItem =
  | { outcome: 'read'; order: OrderAtStore }
  | { outcome: 'unreadable'; id: string | null; detail: string }
  | RestFailure

const named = z.object({ id: z.int() })

interface Reader {
  rest: RestClient
  unitOf: ReturnType<typeof shownUnits>
}

const readItem = async ({ rest, unitOf }: Reader, item: unknown): Promise<ReadItem> => {
  const read = wooOrder.safeParse(item)
  const id = named.safeParse(item).data?.id.toString() ?? null
  if (!read.success) {
    const [issue] = read.error.issues
    return { outcome: 'unreadable', id, detail: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  const order = read.data
  const amount = moneyFromDecimal(order.total, order.currency)
  if (!amount) {
    const detail = `no amount of ${order.currency}: ${order.total}`
    return { outcome: 'unreadable', id, detail }
  }
  const refunds = await refundsOf(rest, order)
  if (refunds.outcome === 'failed') {
    return refunds.code === 'unreadable_answer'
      ? { outcome: 'unreadable', id, detail: refunds.detail }
      : refunds
  }
  const unit = await unitOf(order, amount)
  if (unit.outcome === 'failed') return unit
  const refundedMinor = refunds.value.reduce((sum, refund) => sum + refund.amount.minor, 0n)
  return {
    outcome: 'read',
    order: {
      id: String(order.id),
      fingerprint: fingerprintOf(order.order_key),
      status: statusOf(order, { amount, refundedMinor }),
      amount,
      unitMinor: unit.value,
      refunded: moneyFromMinor(refundedMinor, order.currency),
      refunds: refunds.value,
    },
  }
}

const refundsOf = async (
  rest: RestClient,
  order: WooOrder,
): Promise<RestOutcome<RefundAtStore[]>> => {
  if (order.refunds.length === 0) return { outcome: 'done', value: [] }
  const rows = await readRefundRows(rest, order)
  if (rows.outcome === 'failed') return rows
  const value = rows.value.map(({ id, amount, at, refundId, adoptedFor }) => ({
    id: String(id),
    requestKey: requestKeyOfWooRefund(id),
    amount,
    at,
    refundId: refundId ?? adoptedFor,
  }))
  return { outcome: 'done', value }
}

const statusOf = (
  order: WooOrder,
  { amount, refundedMinor }: { amount: Money; refundedMinor: bigint },
): OrderAtStore['status'] => {
  const derived = derivePaymentState(order)
  switch (derived) {
    case 'paid-otherwise':
      return 'cancelled'
    case 'paid':
      if (refundedMinor === 0n) return 'paid'
      return refundedMinor < amount.minor ? 'partially_refunded' : 'refunded'
    default:
      return derived
  }
}
