import { afterAnswer } from '../checkout/next-page.ts'
import type { Language } from '../language.ts'
import type { AttemptOutcome } from '../payments/attempt.ts'

/**
 * Where a cardholder goes after a challenge: on the hosted checkout to its next page; in mode 2 to
 * the merchant's redirect URL, exactly as the merchant gave it (4.13). `failed_redirect_url` is for
 * a charge that failed, so who leaves without an answer is not sent there. `undefined`: nowhere.
 */
export const wayOn = (outcome: AttemptOutcome, language: Language): string | undefined => {
  const { kind, transaction } = outcome
  const isFromCheckout = transaction.form_key !== null
  if (isFromCheckout) return afterAnswer(outcome, language)
  switch (kind) {
    case 'approved':
      return transaction.success_redirect_url ?? undefined
    case 'declined':
      return transaction.failed_redirect_url ?? undefined
    case 'pending':
      return undefined
  }
}
