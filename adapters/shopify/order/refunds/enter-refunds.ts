import { formatMessage } from '../../../../src/locales/format-message.ts'
import { type OrderMessage, refundsRecorded, withoutInQuestion } from '../../../adapter.ts'
import { moneyInNote } from '../../../charges-in-words.ts'
import type { FailedDelivery } from '../../../delivery-result.ts'
import { textOfExcess, textOfRefund } from '../../../order-notes.ts'
import {
  isDone,
  isNeverMade,
  isOfEffectivePayment,
  type RefundOfMessage,
} from '../../../refund-state.ts'
import { COMMON_TEXTS } from '../../../texts.ts'
import { SHOPIFY_TEXTS } from '../../texts.ts'
import { type Note, noteAbout } from '../notes.ts'
import type { ObservationToRecord } from '../payments/mark-paid.ts'
import { type RefundOfOrder, requestKeyOfShopifyRefund } from '../reading/money-of-order.ts'
import type { ShopClient } from '../shop.ts'
import { enterRefund } from './enter-refund.ts'
import { planRefunds } from './plan-refunds.ts'

/**
 * Enters succeeded voids and refunds once each, with a note that names our refund, so its webhook
 * is a no-op. Returns further notes for staff, or the failure.
 */
export const enterRefunds = async (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
  message: OrderMessage,
): Promise<{ outcome: 'entered'; notes: Note[] } | FailedDelivery> => {
  const speaking = withoutInQuestion(message.refunds).filter((refund) =>
    isOfEffectivePayment(message, refund),
  )
  // Portal refunds that staff entered first: their webhook syncs the order, which links both.
  const recorded = refundsRecorded({
    storeRefunds: money.refunds,
    refunds: message.refunds,
    paymentId: message.order.current_payment_id,
  })
  const superseded = entriesOfSuperseded(money, message)
  const { missing, unusedMinor } = planRefunds(
    money,
    speaking.filter((refund) => isDone(refund) && !recorded.has(refund.id)),
    sumOf(superseded),
  )
  const notes: Note[] = []
  for (const { refund, parts } of missing) {
    const entered = await enterRefund(shop, { order, money }, { refund, parts })
    if (entered.outcome !== 'entered') return entered
    const beyondMinor = refund.amount_minor - entered.enteredMinor
    if (beyondMinor > 0n) {
      notes.push(noteAbout(refund.id, textOfExcess(refund, beyondMinor, shop.locale)))
    }
  }
  const last = superseded.at(-1)
  if (last && unusedMinor > 0n) notes.push(enteredTwiceNote(shop, last, unusedMinor))
  return { outcome: 'entered', notes: [...notes, ...notesOfOutcomes(shop, message)] }
}

/** Finds entries of portal refunds that an operator matched to others: Shopify deletes no entry. */
const entriesOfSuperseded = (
  { refunds: entries }: ObservationToRecord['money'],
  { refunds }: OrderMessage,
): RefundOfOrder[] => {
  const superseded = new Set<string | null>(
    refunds.flatMap((one) => (one.origin === 'portal' && isNeverMade(one) ? [one.id] : [])),
  )
  return entries.filter(({ refundId }) => superseded.has(refundId))
}

const sumOf = (entries: readonly RefundOfOrder[]): bigint =>
  entries.reduce((sum, { amount }) => sum + amount.minor, 0n)

const enteredTwiceNote = (
  { locale }: ShopClient,
  { id, refundId, amount }: RefundOfOrder,
  excessMinor: bigint,
): Note => {
  const excess = moneyInNote({ ...amount, minor: excessMinor }, locale)
  const { refundEnteredTwice } = SHOPIFY_TEXTS[locale].notes
  return noteAbout(refundId ?? id, formatMessage(refundEnteredTwice, { excess }, locale))
}

/**
 * Reports refunds that staff entered, and refunds of other charges, which Shopify cannot record.
 */
const notesOfOutcomes = ({ locale }: ShopClient, message: OrderMessage): Note[] => {
  const { refundMade, refundNotMade } = SHOPIFY_TEXTS[locale].notes
  const { refundedOfAnother } = COMMON_TEXTS[locale].notes
  const note = (refund: RefundOfMessage, text: string) =>
    noteAbout(refund.id, textOfRefund(text, refund, locale))
  const otherPrograms = message.refunds.filter(
    (refund) => isDone(refund) && !isOfEffectivePayment(message, refund),
  )
  const entered = message.refunds.filter(
    (refund) => isOfEffectivePayment(message, refund) && isEnteredInShopify(refund),
  )
  const made = entered.filter(isDone)
  const neverMade = entered.filter(isNeverMade)
  return [
    ...made.map((one) => note(one, refundMade[one.kind])),
    ...otherPrograms.map((one) => note(one, refundedOfAnother)),
    ...neverMade.map((one) => note(one, refundNotMade)),
  ]
}

const isEnteredInShopify = ({ idempotency_key: key }: RefundOfMessage): boolean =>
  key?.startsWith(requestKeyOfShopifyRefund('')) ?? false

/** Notes refunds that stay out of Shopify's books. */
export const notesOfRefunds = (
  { locale }: ShopClient,
  { refunds }: Pick<OrderMessage, 'refunds'>,
): Note[] =>
  refunds
    .filter(isDone)
    .map((one) => noteAbout(one.id, textOfRefund(COMMON_TEXTS[locale].notes.refunded, one, locale)))
