import { randomUUID } from 'node:crypto'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney, moneyFromMinor, parseMoney } from '../../../src/domain/money.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import type { OrderMessage } from '../../adapter.ts'
import { type RefundInput, refundInput, refundOrder } from '../graphql/operations/refund-order.ts'
import {
  findRefundEntry,
  forgetRefundEntry,
  keepRefundEntry,
  noteUnansweredEntry,
  type RefundEntry,
} from '../tables/refund-entries.ts'
import { type NotDone, type NotTold, notTold, notYet, refusedFor, wordsOf } from '../told.ts'
import { numberOf } from './ids.ts'
import { type Seen, textOf } from './mark-paid.ts'
import { moneyOfOrder, refundNote } from './money-of-order.ts'
import { addNotes, noteAbout } from './notes.ts'
import type { MissingRefund, RefundPart } from './plan-refunds.ts'
import { readOrder, type Shop } from './shop.ts'
import { TEXTS } from './texts.ts'

type Refund = OrderMessage['refunds'][number]

const AT_IT_MS = 5_000

/** Upper bound on Shopify's processing of an unanswered call. */
const LONGEST_AT_IT_MS = 2 * 60_000

/**
 * Enters one refund in Shopify exactly once. Stores key and input first and repeats them until
 * Shopify answers. After a refusal, re-reads the order: if it lacks the refund and no earlier call
 * is in flight, drops the entry, so that the next try plans anew. Returns the entered amount.
 */
export const enterRefund = async (
  shop: Shop,
  seen: Seen,
  { refund, missing }: { refund: Refund; missing: MissingRefund },
): Promise<{ outcome: 'entered'; enteredMinor: bigint } | NotTold> => {
  const found = await entryOf(shop, seen, { refund, missing })
  if (!found) return { outcome: 'entered', enteredMinor: 0n }
  const { entry, isNew } = found
  const input = refundInput.parse(JSON.parse(entry.input))
  const entered = await shop.graphql(refundOrder, { key: entry.key, input })
  if (entered.outcome === 'done') return { outcome: 'entered', enteredMinor: sumOf(input) }
  if (entered.outcome === 'failed' && entered.retry === 'retry') {
    // Never reached Shopify: the next try may plan another amount.
    if (isNew && entered.effect === 'none') await forgetRefundEntry(shop.db.query, entry)
    if (entered.effect === 'unknown') {
      await noteUnansweredEntry(shop.db.query, entry, shop.clock.now())
    }
    return notTold(entered)
  }
  const words = entered.outcome === 'failed' ? entered.detail : wordsOf(entered)
  if (IS_UNDER_WAY.test(words)) return notYet('Shopify is still entering the refund', AT_IT_MS)
  const isThere = await isEnteredNow(shop, seen.order.id, refund)
  if (isThere === true) return { outcome: 'entered', enteredMinor: sumOf(input) }
  if (isThere !== false) return isThere
  // An earlier call may still take effect.
  const isOver = addMs(entry.unansweredAt, LONGEST_AT_IT_MS) <= shop.clock.now()
  if (!isNew && !isOver) return notYet(`Shopify may still be at it: ${words}`, LONGEST_AT_IT_MS)
  return isNotEntered(shop, seen, { refund, entry, entered, words })
}

/** Shopify's answers to a premature repeat, and to a spent key. */
const IS_UNDER_WAY = /IDEMPOTENCY_CONCURRENT|currently in progress/i
const IS_OF_KEY = /idempoten/i

const entryOf = async (
  { db: { query }, clock, locale }: Shop,
  { order, money }: Seen,
  { refund, missing: { parts } }: { refund: Refund; missing: MissingRefund },
): Promise<{ entry: RefundEntry; isNew: boolean } | undefined> => {
  const name = { orderGid: order.id, refundId: refund.id }
  const kept = await findRefundEntry(query, name)
  if (kept) return { entry: kept, isNew: false }
  if (parts.length === 0) return undefined
  const input: RefundInput = {
    orderId: order.id,
    note: refundNote(refund.reason ?? TEXTS[locale].refundReason[refund.kind], refund.id),
    notify: false,
    currency: money.outstanding.currency.code,
    transactions: parts.map((part) => transactionOf(order.id, part, refund.currency)),
  }
  const ours = { key: randomUUID(), input: JSON.stringify(input) }
  const about = { name, orderId: refund.order_id, now: clock.now() }
  const entry = await keepRefundEntry(query, { ...about, entry: ours })
  return { entry, isNew: entry.key === ours.key }
}

const transactionOf = (orderId: string, { sale, amountMinor }: RefundPart, currency: string) => ({
  orderId,
  parentId: sale.id,
  kind: 'REFUND' as const,
  gateway: sale.gateway,
  amount: formatMoney(moneyFromMinor(amountMinor, currency)),
})

const sumOf = ({ currency: code, transactions }: RefundInput): bigint => {
  const currency = currencyByCode(code)
  return transactions.reduce((sum, { amount }) => {
    const parsed = currency && parseMoney(amount, currency)
    return parsed?.ok ? sum + parsed.money.minor : sum
  }, 0n)
}

const isEnteredNow = async (
  shop: Shop,
  orderGid: string,
  { id }: Refund,
): Promise<boolean | NotTold> => {
  const read = await readOrder(shop, numberOf(orderGid))
  if (read.outcome !== 'done') return notTold(read)
  const money = read.value && moneyOfOrder(read.value, shop.policy)
  return money?.refunds.some(({ refundId }) => refundId === id) ?? false
}

const isNotEntered = async (
  shop: Shop,
  { order }: Seen,
  {
    refund,
    entry,
    entered,
    words,
  }: { refund: Refund; entry: RefundEntry; entered: NotDone; words: string },
): Promise<NotTold> => {
  // Certainly without effect: a new key cannot enter it twice.
  const isRefused = entered.outcome === 'user-errors' || entered.effect === 'none'
  if (isRefused) await forgetRefundEntry(shop.db.query, entry)
  if (isRefused && IS_OF_KEY.test(words)) return notYet(`Shopify wants another key: ${words}`)
  if (entered.outcome === 'failed') return notTold(entered)
  const amount = textOf(moneyFromMinor(refund.amount_minor, refund.currency))
  const note = noteAbout(refund.id, TEXTS[shop.locale].refundedNotEntered(amount))
  const notNoted = await addNotes(shop, order, [note])
  return notNoted ?? refusedFor(`Shopify does not take a refund of ours: ${words}`)
}
