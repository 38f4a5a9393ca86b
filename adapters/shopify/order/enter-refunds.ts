import { recordedRefunds } from '../../../src/payments/rules/recorded-refunds.ts'
import { refundsKnown } from '../../../src/payments/rules/store-change.ts'
import type { OrderMessage } from '../../../src/payments/storefront.ts'
import { moneyFromMinor } from '../../../src/platform/money.ts'
import type { NotTold } from '../told.ts'
import { enterRefund } from './enter-refund.ts'
import { type Seen, textOf } from './mark-paid.ts'
import { type Note, noteAbout } from './notes.ts'
import { planRefunds } from './plan-refunds.ts'
import type { Shop } from './shop.ts'
import { requestKeyOf } from './standing.ts'
import { TEXTS } from './texts.ts'

type Reversal = OrderMessage['reversals'][number]

/**
 * Brings an order's refunds in Shopify in line with the voids and refunds that are done: each has one
 * there, which names ours in its note, so that its own webhook brings about nothing. Returns what the
 * shop's people have to read besides, or why it could not be done.
 */
export const enterRefunds = async (
  shop: Shop,
  { order, money }: Seen,
  message: OrderMessage,
): Promise<{ notes: Note[] } | NotTold> => {
  const speaking = message.reversals.filter((reversal) => isOfSpeaker(message, reversal))
  const recorded = recordedBy(money, message)
  const missing = planRefunds(
    money,
    speaking
      .filter((reversal) => isDone(reversal) && !recorded.has(reversal.id))
      .map(({ id, amount_minor, idempotency_key }) => ({
        id,
        amountMinor: amount_minor,
        requestKey: idempotency_key,
      })),
  )
  const notes: Note[] = []
  for (const refund of missing) {
    const reversal = speaking.find(({ id }) => id === refund.reversalId)
    if (!reversal) continue
    const entered = await enterRefund(shop, { order, money }, { reversal, refund })
    if ('outcome' in entered) return entered
    const beyondMinor = reversal.amount_minor - entered.enteredMinor
    if (beyondMinor > 0n) notes.push(beyondNote(shop, { reversal, beyondMinor }))
  }
  return { notes: [...notes, ...notesOfOutcomes(shop, message)] }
}

/**
 * Refunds of the portal that somebody was quicker to write down in Shopify: the look at the order,
 * which its webhook asks for, ties both together.
 */
const recordedBy = (
  money: Seen['money'],
  { order, reversals }: OrderMessage,
): ReadonlySet<string> => {
  const refunds = money.refunds.map((refund) => ({
    ...refund,
    requestKey: requestKeyOf(refund.id),
  }))
  const wishes = refundsKnown(refunds, reversals).flatMap(({ refund, isKnown }) =>
    isKnown || refund.reversalId !== null ? [] : [refund],
  )
  const paymentId = order.current_payment_id
  const recorded = recordedRefunds({ wishes, refunds, reversals, paymentId })
  return new Set(recorded.map(({ reversalId }) => reversalId))
}

const isDone = ({ state }: Reversal): boolean => state === 'done'

/** Nothing was given back by it, and nothing will be. */
const isNeverMade = ({ state }: Reversal): boolean => state === 'withdrawn' || state === 'refused'

const isOfSpeaker = ({ order }: OrderMessage, reversal: Reversal): boolean =>
  reversal.payment_id === order.current_payment_id && reversal.currency === order.currency

const amountOf = ({ amount_minor, currency }: Reversal): string =>
  textOf(moneyFromMinor(amount_minor, currency))

const beyondNote = (
  shop: Shop,
  { reversal, beyondMinor }: { reversal: Reversal; beyondMinor: bigint },
): Note => {
  const beyond = textOf(moneyFromMinor(beyondMinor, reversal.currency))
  const text = TEXTS[shop.locale].givenBackBeyond(amountOf(reversal), beyond)
  return noteAbout(reversal.id, text)
}

/**
 * What came of refunds that somebody entered in Shopify, which shows them at once; and refunds of
 * another charge of the order, which its books have no place for.
 */
const notesOfOutcomes = (shop: Shop, message: OrderMessage): Note[] => {
  const texts = TEXTS[shop.locale]
  const ofOthers = message.reversals.filter(
    (reversal) => isDone(reversal) && !isOfSpeaker(message, reversal),
  )
  const entered = message.reversals.filter(
    (reversal) => isOfSpeaker(message, reversal) && isEnteredInShopify(reversal),
  )
  const made = entered.filter(isDone)
  const neverMade = entered.filter(isNeverMade)
  return [
    ...made.map((one) => noteAbout(one.id, texts.refundMade[one.kind](amountOf(one)))),
    ...ofOthers.map((one) => noteAbout(one.id, texts.givenBackOfAnother(amountOf(one)))),
    ...neverMade.map((one) => noteAbout(one.id, texts.refundNotMade(amountOf(one)))),
  ]
}

const isEnteredInShopify = ({ idempotency_key: key }: Reversal): boolean =>
  key?.startsWith(requestKeyOf('')) ?? false

/** For an order whose books in Shopify stay as they are: what was given back is in its note. */
export const notesOfReversals = (shop: Shop, message: Pick<OrderMessage, 'reversals'>): Note[] =>
  message.reversals
    .filter(isDone)
    .map((one) => noteAbout(one.id, TEXTS[shop.locale].givenBack(amountOf(one))))
