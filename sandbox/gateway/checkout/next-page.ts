import type { Language } from '../../../src/locales/language.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import type { SandboxChargeOutcome } from '../charges/hosted.ts'
import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'

/** Returns the page after an attempt; reloading it charges nothing. */
export const pageAfterCharge = (
  outcome: SandboxChargeOutcome,
  { payment, language }: { payment: SandboxPaymentRow; language: Language },
): string => {
  switch (outcome.kind) {
    case 'not-payable':
    case 'no-such-payment':
      return checkoutPath(payment, { lang: language })
    default:
      return afterAttempt(outcome, language)
  }
}

const afterAttempt = (outcome: AttemptOutcome, language: Language): string => {
  if (outcome.kind !== 'pending') return afterAnswer(outcome, language)
  const url = new URL(outcome.authenticationUrl)
  url.searchParams.set('lang', language)
  // Relative, so the form's CSP needs no second origin.
  return url.pathname + url.search
}

export const afterAnswer = (
  { kind, payment, transaction }: Pick<AttemptOutcome, 'kind' | 'payment' | 'transaction'>,
  language: Language,
): string =>
  kind === 'approved' && payment.success_url
    ? new URL(payment.success_url).href
    : checkoutPath(payment, { ...attemptOf(transaction), lang: language })

const attemptOf = ({ form_key }: TransactionRow): Record<string, string> =>
  form_key ? { attempt: form_key } : {}

const checkoutPath = ({ slug }: SandboxPaymentRow, query: Record<string, string>): string =>
  `/checkout/${slug}?${new URLSearchParams(query)}`
