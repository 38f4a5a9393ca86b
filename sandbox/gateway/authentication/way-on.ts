import type { AttemptOutcome } from '../charges/attempt.ts'
import { afterAnswer } from '../checkout/next-page.ts'
import type { Language } from '../language.ts'

/**
 * Where a cardholder goes after a challenge: on the hosted checkout to its next page; in mode 2 to
 * the merchant's redirect URL, as the merchant gave it (4.13). `failed_redirect_url` is for
 * a charge that failed, so who leaves without an answer is not sent there. `undefined`: nowhere.
 */
export const wayOn = (outcome: AttemptOutcome, language: Language): string | undefined => {
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

/** A header has no room for other signs; `URL` writes the same address without them. */
const asLocation = (url: string | null): string | undefined =>
  url === null || /^[!-~]+$/.test(url) ? (url ?? undefined) : new URL(url).href
