import { moneyFromMinor } from '../../../src/domain/money.ts'
import type { Language } from '../../../src/locales/language.ts'
import { confirmInput } from '../bodies/charges.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { directTermsOf } from '../charges/direct-payment.ts'
import { confirmToken } from '../charges/embedded-token.ts'
import type { Sandbox } from '../context.ts'
import { json } from '../http/reply.ts'
import type { Merchant } from '../merchant.ts'
import { message, type Violations } from '../messages.ts'
import { jsonAmount } from '../payments/pricing/amount.ts'
import { transactionDetails } from '../payments/transaction-details.ts'
import { type ApiHandler, onTerminal, readApiBody, withWarnings } from './call.ts'

const REDIRECTS = ['success_redirect_url', 'failed_redirect_url'] as const

/** Validates the whole body before the token (4.13). */
export const confirmHandler = (merchant: Merchant): ApiHandler =>
  onTerminal(async (sandbox, call) => {
    const { environment, refuse } = call
    const body = readApiBody(call, confirmInput)
    if (!body.ok) return refuse.invalid(body.violations, redirectCode(body.violations))
    const terms = directTermsOf(body.value, sandbox.profile)
    if (!terms.ok) return refuse.invalid(terms.violations)
    if (merchant.environmentOfPublishable(body.value.publishable_key) !== environment) {
      return refuse.invalid({ publishable_key: ['publishable_key_unknown'] })
    }
    const confirmation = { environment, body: body.value, terms: terms.terms }
    const outcome = await confirmToken(sandbox, confirmation)
    if (outcome.kind === 'invalid') return refuse.invalid(outcome.violations)
    const [status, answer] = answerOf(outcome, { sandbox, language: call.language })
    return json(status, { ...answer, ...withWarnings(body.warnings) })
  })

/** Non-HTTPS redirect URLs have their own code (7). */
const redirectCode = (violations: Violations) => {
  for (const field of REDIRECTS) {
    const code = `${field}_invalid` as const
    if (violations[field]?.includes(code)) return { code }
  }
  return undefined
}

const answerOf = (
  outcome: AttemptOutcome,
  { sandbox, language }: { sandbox: Sandbox; language: Language },
): [status: number, body: object] => {
  const { payment, transaction } = outcome
  const { profile } = sandbox
  const { id: transaction_id } = transaction
  switch (outcome.kind) {
    case 'approved': {
      const transaction_details = transactionDetails(outcome, profile)
      return [200, { status: 'approved', transaction_id, transaction_details }]
    }
    case 'declined':
      return [profile.confirm_declined_status, { status: 'declined', ...outcome.decline }]
    case 'pending': {
      const code = 'authentication_required'
      const pending = {
        status: 'pending',
        code,
        error_code: code,
        error_message: message(code, { language }),
        transaction_id,
        amount: jsonAmount(transaction.total_minor, payment.currency_code),
        currency: numericCodeOf(payment.currency_code),
        authentication_url: outcome.authenticationUrl,
      }
      return [202, pending]
    }
  }
}

const numericCodeOf = (currencyCode: string): string =>
  moneyFromMinor(0n, currencyCode).currency.numericCode
