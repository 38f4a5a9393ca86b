import { randomUUID } from 'node:crypto'
import { formatMinor, moneyFromDecimal } from '../../../../src/domain/money.ts'
import { addMs } from '../../../../src/runtime/clock.ts'
import { type FailedDelivery, retryDelivery } from '../../../delivery-result.ts'
import { textOfRefund } from '../../../order-notes.ts'
import type { RefundOfMessage } from '../../../refund-state.ts'
import { COMMON_TEXTS } from '../../../texts.ts'
import { type FailedOperation, failedDelivery, wordsOf } from '../../delivery-result.ts'
import {
  type RefundInput,
  refundInput,
  refundOrderMutation,
} from '../../graphql/operations/refund-order.ts'
import {
  deleteRefundEntry,
  findRefundEntry,
  keepRefundEntry,
  noteUnansweredEntry,
  type RefundEntry,
} from '../../tables/refund-entries.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import { numberOf } from '../ids.ts'
import { rejectWithNote } from '../notes.ts'
import type { ObservationToRecord } from '../payments/mark-paid.ts'
import { moneyOfOrder, refundNote } from '../reading/money-of-order.ts'
import { readShopifyOrder, type ShopClient } from '../shop.ts'
import type { MissingRefund, RefundPart } from './plan-refunds.ts'

type ToEnter = Pick<MissingRefund<RefundOfMessage>, 'refund' | 'parts'>

const IN_FLIGHT_RETRY_MS = 5_000

/** Upper bound on Shopify's processing of an unanswered call. */
const LONGEST_IN_FLIGHT_MS = 2 * 60_000

/**
 * Enters one refund exactly once. Stores key and input first and repeats them until Shopify
 * answers. After a refusal, re-reads the order: if it lacks the refund and no earlier call is in
 * flight, drops the entry, so the next try plans anew. Returns the entered amount.
 */
export const enterRefund = async (
  shop: ShopClient,
  seen: ObservationToRecord,
  missing: ToEnter,
): Promise<{ outcome: 'entered'; enteredMinor: bigint } | FailedDelivery> => {
  const { refund } = missing
  const found = await entryOf(shop, seen, missing)
  if (!found) return { outcome: 'entered', enteredMinor: 0n }
  const { entry, isNew } = found
  const input = refundInput.parse(JSON.parse(entry.input))
  const entered = await shop.graphql(refundOrderMutation, { key: entry.key, input })
  if (entered.outcome === 'done') return { outcome: 'entered', enteredMinor: sumOf(input) }
  if (entered.outcome === 'failed' && entered.retry === 'retry') {
    // Never reached Shopify, so the next try may plan another amount.
    if (isNew && entered.effect === 'none') await deleteRefundEntry(shop.db.query, entry)
    if (entered.effect === 'unknown') {
      await noteUnansweredEntry(shop.db.query, entry, shop.clock.now())
    }
    return failedDelivery(entered)
  }
  const words = entered.outcome === 'failed' ? entered.detail : wordsOf(entered)
  if (IN_FLIGHT.test(words))
    return retryDelivery('Shopify is still entering the refund', IN_FLIGHT_RETRY_MS)
  const isThere = await isEnteredNow(shop, seen.order.id, refund)
  if (isThere === true) return { outcome: 'entered', enteredMinor: sumOf(input) }
  if (isThere !== false) return isThere
  // An earlier call may still take effect.
  const isOver = addMs(entry.unanswered_at, LONGEST_IN_FLIGHT_MS) <= shop.clock.now()
  if (!isNew && !isOver)
    return retryDelivery(`Shopify may still be at it: ${words}`, LONGEST_IN_FLIGHT_MS)
  return isNotEntered(shop, seen, { refund, entry, entered, words })
}

/** Shopify's answers to a premature repeat, and to a spent key. */
const IN_FLIGHT = /IDEMPOTENCY_CONCURRENT|currently in progress/i
const KEY_SPENT = /idempoten/i

const entryOf = async (
  { db: { query }, clock, locale }: ShopClient,
  { order, money }: ObservationToRecord,
  { refund, parts }: ToEnter,
): Promise<{ entry: RefundEntry; isNew: boolean } | undefined> => {
  const name = { order_gid: order.id, refund_id: refund.id }
  const kept = await findRefundEntry(query, name)
  if (kept) return { entry: kept, isNew: false }
  if (parts.length === 0) return undefined
  const input: RefundInput = {
    orderId: order.id,
    note: refundNote(refund.reason ?? COMMON_TEXTS[locale].refundReason[refund.kind], refund.id),
    notify: false,
    currency: money.outstanding.currency.code,
    transactions: parts.map((part) => transactionOf(order.id, part, refund.currency)),
  }
  const key = randomUUID()
  const now = clock.now()
  const entry = await keepRefundEntry(query, {
    ...name,
    order_id: refund.order_id,
    key,
    input: JSON.stringify(input),
    created_at: now,
    unanswered_at: now,
  })
  return { entry, isNew: entry.key === key }
}

const transactionOf = (orderId: string, { sale, amountMinor }: RefundPart, currency: string) => ({
  orderId,
  parentId: sale.id,
  kind: 'REFUND' as const,
  gateway: sale.gateway,
  amount: formatMinor(amountMinor, currency),
})

const sumOf = ({ currency, transactions }: RefundInput): bigint =>
  transactions.reduce(
    (sum, { amount }) => sum + (moneyFromDecimal(amount, currency)?.minor ?? 0n),
    0n,
  )

const isEnteredNow = async (
  shop: ShopClient,
  orderGid: string,
  { id }: RefundOfMessage,
): Promise<boolean | FailedDelivery> => {
  const read = await readShopifyOrder(shop, numberOf(orderGid))
  if (read.outcome !== 'done') return failedDelivery(read)
  const money = read.value && moneyOfOrder(read.value, shop.policy)
  return money?.refunds.some(({ refundId }) => refundId === id) ?? false
}

const isNotEntered = async (
  shop: ShopClient,
  { order }: ObservationToRecord,
  {
    refund,
    entry,
    entered,
    words,
  }: { refund: RefundOfMessage; entry: RefundEntry; entered: FailedOperation; words: string },
): Promise<FailedDelivery> => {
  // Certainly without effect, so a new key cannot enter it twice.
  const isRefused = entered.outcome === 'user-errors' || entered.effect === 'none'
  if (isRefused) await deleteRefundEntry(shop.db.query, entry)
  if (isRefused && KEY_SPENT.test(words))
    return retryDelivery(`Shopify wants another key: ${words}`)
  if (entered.outcome === 'failed') return failedDelivery(entered)
  const { refundedNotEntered } = SHOPIFY_TEXTS[shop.locale].notes
  const text = textOfRefund(refundedNotEntered, refund, shop.locale)
  const detail = `Shopify does not take a refund of ours: ${words}`
  return rejectWithNote(shop, order, { marker: refund.id, text, detail })
}
