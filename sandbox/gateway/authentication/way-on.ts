import type { Language } from '../../../src/locales/language.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { afterAnswer } from '../checkout/next-page.ts'

/**
 * Returns the cardholder's next page after a challenge: in mode 1 the checkout's, in mode 2 the
 * merchant's redirect URL (4.13). An unanswered mode 2 challenge has none: `failed_redirect_url`
 * means the charge failed.
 */
export const nextUrl = (outcome: AttemptOutcome, language: Language): string | undefined => {
  const { kind, transaction } = outcome
  const isFromCheckout = transaction.form_key !== null
  if (isFromCheckout) return afterAnswer(outcome, language)
  switch (kind) {
    case 'approved':
      return asLocation(transaction.success_redirect_url)
    case 'declined':
      return asLocation(transaction.failed_redirect_url)
    case 'pending':
      return undefined
  }
}

/** Escapes characters that a `Location` header cannot carry. */
const asLocation = (url: string | null): string | undefined =>
  url === null || /^[!-~]+$/.test(url) ? (url ?? undefined) : new URL(url).href
