import { moneyFromMinor } from '../../../../src/domain/money.ts'
import {
  type OrderMessage,
  recordedRefunds,
  refundsKnown,
  withoutInQuestion,
} from '../../../adapter.ts'
import type { FailedDelivery } from '../../delivery-result.ts'
import { type Note, noteAbout } from '../notes.ts'
import { type ObservationToRecord, textOf } from '../payments/mark-paid.ts'
import type { RefundOfOrder } from '../reading/money-of-order.ts'
import { requestKeyOfShopifyRefund } from '../reading/order-state.ts'
import type { ShopClient } from '../shop.ts'
import { SHOPIFY_NOTE_TEXTS } from '../texts.ts'
import { enterRefund } from './enter-refund.ts'
import { planRefunds } from './plan-refunds.ts'

type Refund = OrderMessage['refunds'][number]

/**
 * Enters succeeded voids and refunds in Shopify, one entry each. Its note names our refund, so its
 * webhook is a no-op. Returns further notes for staff, or the failure.
 */
export const enterRefunds = async (
  shop: ShopClient,
  { order, money }: ObservationToRecord,
  message: OrderMessage,
): Promise<{ outcome: 'entered'; notes: Note[] } | FailedDelivery> => {
  const speaking = withoutInQuestion(message.refunds).filter((refund) =>
    isOfEffectivePayment(message, refund),
  )
  const recorded = recordedBy(money, message)
  const superseded = entriesOfSuperseded(money, message)
  const { missing, unusedMinor } = planRefunds(
    money,
    speaking
      .filter((refund) => isDone(refund) && !recorded.has(refund.id))
      .map(({ id, amount_minor, idempotency_key }) => ({
        id,
        amountMinor: amount_minor,
        requestKey: idempotency_key,
      })),
    sumOf(superseded),
  )
  const notes: Note[] = []
  for (const storeRefund of missing) {
    const refund = speaking.find(({ id }) => id === storeRefund.refundId)
    if (!refund) continue
    const entered = await enterRefund(shop, { order, money }, { refund, missing: storeRefund })
    if (entered.outcome !== 'entered') return entered
    const beyondMinor = refund.amount_minor - entered.enteredMinor
    if (beyondMinor > 0n) notes.push(beyondNote(shop, { refund, beyondMinor }))
  }
  const last = superseded.at(-1)
  if (last && unusedMinor > 0n) notes.push(enteredTwiceNote(shop, last, unusedMinor))
  return { outcome: 'entered', notes: [...notes, ...notesOfOutcomes(shop, message)] }
}

/**
 * Finds portal refunds that staff entered in Shopify first. Their webhook syncs the order, which
 * links both.
 */
const recordedBy = (
  money: ObservationToRecord['money'],
  { order, refunds }: OrderMessage,
): ReadonlySet<string> => {
  // A database restored from backup may lack a named refund.
  const named = new Set<string>(refunds.map(({ id }) => id))
  const storeRefunds = money.refunds.map((storeRefund) => ({
    ...storeRefund,
    requestKey: requestKeyOfShopifyRefund(storeRefund.id),
  }))
  const requested = refundsKnown(storeRefunds, refunds).flatMap(({ storeRefund, isKnown }) =>
    isKnown || named.has(storeRefund.refundId ?? '') ? [] : [storeRefund],
  )
  const paymentId = order.current_payment_id
  const recorded = recordedRefunds({ requested, storeRefunds, refunds, paymentId })
  return new Set(recorded.map(({ refundId }) => refundId))
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

const isDone = ({ state }: Refund): boolean => state === 'succeeded'

const isNeverMade = ({ state }: Refund): boolean => state === 'cancelled' || state === 'failed'

const isOfEffectivePayment = ({ order }: OrderMessage, refund: Refund): boolean =>
  refund.payment_id === order.current_payment_id && refund.currency === order.currency

const amountOf = ({ amount_minor, currency }: Refund): string =>
  textOf(moneyFromMinor(amount_minor, currency))

const beyondNote = (
  shop: ShopClient,
  { refund, beyondMinor }: { refund: Refund; beyondMinor: bigint },
): Note => {
  const beyond = textOf(moneyFromMinor(beyondMinor, refund.currency))
  const text = SHOPIFY_NOTE_TEXTS[shop.locale].refundedBeyond(amountOf(refund), beyond)
  return noteAbout(refund.id, text)
}

const enteredTwiceNote = (
  shop: ShopClient,
  { id, refundId, amount }: RefundOfOrder,
  excessMinor: bigint,
): Note => {
  const excess = textOf(moneyFromMinor(excessMinor, amount.currency.code))
  return noteAbout(refundId ?? id, SHOPIFY_NOTE_TEXTS[shop.locale].refundEnteredTwice(excess))
}

/**
 * Reports refunds that staff entered, and refunds of other charges, which Shopify cannot record.
 */
const notesOfOutcomes = (shop: ShopClient, message: OrderMessage): Note[] => {
  const texts = SHOPIFY_NOTE_TEXTS[shop.locale]
  const otherPrograms = message.refunds.filter(
    (refund) => isDone(refund) && !isOfEffectivePayment(message, refund),
  )
  const entered = message.refunds.filter(
    (refund) => isOfEffectivePayment(message, refund) && isEnteredInShopify(refund),
  )
  const made = entered.filter(isDone)
  const neverMade = entered.filter(isNeverMade)
  return [
    ...made.map((one) => noteAbout(one.id, texts.refundMade[one.kind](amountOf(one)))),
    ...otherPrograms.map((one) => noteAbout(one.id, texts.refundedOfAnother(amountOf(one)))),
    ...neverMade.map((one) => noteAbout(one.id, texts.refundNotMade(amountOf(one)))),
  ]
}

const isEnteredInShopify = ({ idempotency_key: key }: Refund): boolean =>
  key?.startsWith(requestKeyOfShopifyRefund('')) ?? false

/** Notes refunds that stay out of Shopify's books. */
export const notesOfRefunds = (shop: ShopClient, message: Pick<OrderMessage, 'refunds'>): Note[] =>
  message.refunds
    .filter(isDone)
    .map((one) => noteAbout(one.id, SHOPIFY_NOTE_TEXTS[shop.locale].refundedSums(amountOf(one))))
