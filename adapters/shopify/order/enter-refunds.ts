import { createHash } from 'node:crypto'
import type { OrderMessage } from '../../../src/payments/storefront.ts'
import { formatMoney, moneyFromMinor } from '../../../src/platform/money.ts'
import { refundOrder } from '../graphql/operations/refund-order.ts'
import type { GraphqlOutcome } from '../graphql/outcome.ts'
import { type NotTold, notTold, refusedFor, wordsOf } from '../told.ts'
import { numberOf } from './ids.ts'
import { type Seen, textOf } from './mark-paid.ts'
import { moneyOfOrder, refundNote } from './money-of-order.ts'
import { addNotes, type Note, noteAbout } from './notes.ts'
import { type MissingRefund, planRefunds, type RefundPart } from './plan-refunds.ts'
import { readOrder, type Shop } from './shop.ts'
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
  const missing = planRefunds(
    money,
    speaking.filter(isDone).map(({ id, amount_minor, idempotency_key }) => ({
      id,
      amountMinor: amount_minor,
      requestKey: idempotency_key,
    })),
  )
  const notes: Note[] = []
  for (const refund of missing) {
    const reversal = speaking.find(({ id }) => id === refund.reversalId)
    if (!reversal) continue
    const refusal = await enter(shop, { order, money }, { reversal, refund })
    if (refusal) return refusal
    if (refund.beyondMinor > 0n) notes.push(beyondNote(shop, { reversal, refund }))
  }
  return { notes: [...notes, ...notesOfOutcomes(shop, message)] }
}

const isDone = ({ state }: Reversal): boolean => state === 'done'

/** Nothing was given back by it, and nothing will be. */
const isNeverMade = ({ state }: Reversal): boolean => state === 'withdrawn' || state === 'refused'

const isOfSpeaker = ({ order }: OrderMessage, reversal: Reversal): boolean =>
  reversal.payment_id === order.current_payment_id && reversal.currency === order.currency

const amountOf = ({ amount_minor, currency }: Reversal): string =>
  textOf(moneyFromMinor(amount_minor, currency))

/** Enters one refund. A refusal says nothing yet: the same one may have been entered before. */
const enter = async (
  shop: Shop,
  { order, money }: Seen,
  { reversal, refund: { parts } }: { reversal: Reversal; refund: MissingRefund },
): Promise<NotTold | undefined> => {
  const [first] = parts
  if (!first) return undefined
  const texts = TEXTS[shop.locale]
  const entered: GraphqlOutcome<unknown> = await shop.graphql(refundOrder, {
    key: keyOf(order.id, reversal.id),
    input: {
      orderId: order.id,
      note: refundNote(reversal.reason ?? texts.refundReason[reversal.kind], reversal.id),
      notify: false,
      currency: money.outstanding.currency.code,
      transactions: parts.map((part) => transactionOf(order.id, part, reversal.currency)),
    },
  })
  if (entered.outcome === 'done') return undefined
  if (entered.outcome === 'failed') return notTold(entered)
  const isThere = await isEnteredNow(shop, order.id, reversal)
  if (isThere === true) return undefined
  if (isThere !== false) return isThere
  const note = noteAbout(reversal.id, texts.givenBackNotEntered(amountOf(reversal)))
  const notNoted = await addNotes(shop, order, [note])
  return notNoted ?? refusedFor(`Shopify does not take a refund of ours: ${wordsOf(entered)}`)
}

const transactionOf = (orderId: string, { sale, amountMinor }: RefundPart, currency: string) => ({
  orderId,
  parentId: sale.id,
  kind: 'REFUND' as const,
  gateway: sale.gateway,
  amount: formatMoney(moneyFromMinor(amountMinor, currency)),
})

/** Shopify wants a UUID; the same void or refund of ours always has the same one. */
const keyOf = (orderGid: string, reversalId: string): string => {
  const hex = createHash('sha256').update(`${orderGid} ${reversalId}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const isEnteredNow = async (
  shop: Shop,
  orderGid: string,
  { id }: Reversal,
): Promise<boolean | NotTold> => {
  const read = await readOrder(shop, numberOf(orderGid))
  if (read.outcome !== 'done') return notTold(read)
  const money = read.value && moneyOfOrder(read.value, shop.policy)
  return money?.refunds.some(({ reversalId }) => reversalId === id) ?? false
}

const beyondNote = (
  shop: Shop,
  {
    reversal,
    refund: { beyondMinor },
  }: { reversal: Reversal; refund: Pick<MissingRefund, 'beyondMinor'> },
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
