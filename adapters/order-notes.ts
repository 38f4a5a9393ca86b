import { moneyFromMinor } from '../src/domain/money.ts'
import { formatMessage } from '../src/locales/format-message.ts'
import type { Language } from '../src/locales/language.ts'
import type { OrderMessage } from './adapter.ts'
import { chargesInWords, moneyInNote } from './charges-in-words.ts'
import type { RefundOfMessage } from './refund-state.ts'
import { COMMON_TEXTS } from './texts.ts'

/** Formats a message about the `{amount}` of a refund. */
export const textOfRefund = (
  message: string,
  { amount_minor, currency }: Pick<RefundOfMessage, 'amount_minor' | 'currency'>,
  locale: Language,
): string => {
  const amount = moneyInNote(moneyFromMinor(amount_minor, currency), locale)
  return formatMessage(message, { amount }, locale)
}

/** Describes a refund that exceeds the order by `beyondMinor`. */
export const textOfExcess = (
  { amount_minor, currency }: RefundOfMessage,
  beyondMinor: bigint,
  locale: Language,
): string => {
  const text = (minor: bigint) => moneyInNote(moneyFromMinor(minor, currency), locale)
  const values = { amount: text(amount_minor), beyond: text(beyondMinor) }
  return formatMessage(COMMON_TEXTS[locale].notes.refundedBeyond, values, locale)
}

/** A note for staff; platforms dedupe it by its marker. */
export interface OrderNote {
  marker: string
  text: string
}

/** Describes a charge above the order: a fee, tax or tip. Returns its payment, too. */
export const noteOfChargedMore = (
  { order, payment }: OrderMessage,
  locale: Language,
): OrderNote | undefined => {
  const total = payment?.total_minor
  const isEffective = payment?.id === order.current_payment_id
  if (!payment || !isEffective || !total || total === payment.amount_minor) return undefined
  const { id: marker, amount_minor, currency } = payment
  const text = (minor: bigint) => moneyInNote(moneyFromMinor(minor, currency), locale)
  const values = {
    charged: text(total),
    ordered: text(amount_minor),
    more: text(total - amount_minor),
  }
  return {
    marker,
    text: formatMessage(COMMON_TEXTS[locale].notes.chargedMore, values, locale),
  }
}

interface ConflictTexts {
  conflict: Readonly<Record<NonNullable<OrderMessage['order']['conflict']>, string>>
  paidBy: string
}

/** Describes the notification's conflict, if any, in the platform's words. */
export const textOfConflict = (
  message: OrderMessage,
  texts: ConflictTexts,
  locale: Language,
): string | undefined => {
  const { type, order, payment } = message
  if (type === 'order.updated') {
    const charges = chargesInWords(message, locale)
    return charges && formatMessage(texts.paidBy, charges, locale)
  }
  if (type !== 'order.attention_required' || !order.conflict) return undefined
  const text = (minor: bigint, currency: string) =>
    moneyInNote(moneyFromMinor(minor, currency), locale)
  const charged = payment
    ? text(payment.total_minor ?? payment.amount_minor, payment.currency)
    : '?'
  const ordered = text(order.amount_minor, order.currency)
  return formatMessage(texts.conflict[order.conflict], { charged, ordered }, locale)
}
