import type { PaymentRow } from '../../db/db.ts'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'
import type { DiscrepancyKind } from '../../db/tables/reconciliation.ts'
import { declineInWords } from '../../domain/decline-text.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import { DOMAIN_TEXTS } from '../../domain/texts.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { alertWording } from '../alerts/alert-text.ts'
import { chargeOfPayment } from '../charges.ts'
import { stateName } from '../state-names.ts'

export interface TimelineEntryText {
  kind: string
  details: Record<string, unknown>
  payment: PaymentRow | undefined
}

/**
 * Renders a timeline entry, with amount and attempt if it concerns money. Falls back to the name of
 * an unknown kind.
 */
export const timelineText = (
  { kind, details, payment }: TimelineEntryText,
  locale: Language,
): string => {
  const messages: Readonly<Record<string, string>> = TEXTS[locale].timeline.events
  const isDecline =
    kind === 'payment_declined' || (kind === 'event_applied' && details.type === 'payment.failed')
  const message = messages[isDecline ? 'payment_declined' : kind]
  if (message === undefined) return kind
  const { amount, currency } = moneyOf(details) ?? (payment && chargeOfPayment(payment)) ?? {}
  const values = {
    amount: amount && currency ? moneyInWords(amount, currency, locale) : NONE,
    attempt: payment?.attempt ?? NONE,
    ...(changeOf(kind, details, locale) ?? { from: NONE, to: NONE }),
    detail: detailOf(kind, details, locale) ?? NONE,
    how: typeof details.how === 'string' ? details.how : NONE,
    reason: isDecline ? reasonOf(details, locale) : NONE,
  }
  return formatMessage(message, values, locale)
}

/** Value of an argument without a fact; messages select on it. */
const NONE = 'none'

const moneyOf = ({
  amount,
  currency,
}: Record<string, unknown>): { amount: string; currency: string } | undefined =>
  typeof amount === 'string' && typeof currency === 'string' && DECIMAL.test(amount)
    ? { amount, currency }
    : undefined

const DECIMAL = /^-?\d+(\.\d+)?$/

const changeOf = (
  kind: string,
  { from, to }: Record<string, unknown>,
  locale: Language,
): { from: string; to: string } | undefined => {
  if (kind === 'order_changed' && isObject(from) && isObject(to)) {
    const [was, is] = [moneyOf(from), moneyOf(to)]
    if (!was || !is) return undefined
    return {
      from: moneyInWords(was.amount, was.currency, locale),
      to: moneyInWords(is.amount, is.currency, locale),
    }
  }
  if (kind !== 'order_status_changed' || typeof from !== 'string' || typeof to !== 'string') {
    return undefined
  }
  return { from: stateName(from, locale), to: stateName(to, locale) }
}

/** Reason of a decline, if the gateway gave one. */
const reasonOf = ({ code, message }: Record<string, unknown>, locale: Language): string => {
  const stated = {
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : null,
  }
  return stated.code === null && stated.message === null ? NONE : declineInWords(stated, locale)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const detailOf = (
  kind: string,
  { problem, difference, fields }: Record<string, unknown>,
  locale: Language,
): string | undefined => {
  if (kind === 'request_fields_refused' && Array.isArray(fields))
    return fields.join(', ') || undefined
  if (kind === 'difference_found' && typeof difference === 'string') {
    const kinds: Record<DiscrepancyKind, string> = DOMAIN_TEXTS[locale].discrepancies.kinds
    return (kinds as Record<string, string>)[difference]
  }
  const known = ALERT_KINDS.find((each) => each === problem)
  return known && alertWording(known, locale).what
}
