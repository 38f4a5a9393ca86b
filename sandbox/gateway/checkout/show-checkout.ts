import type { Sandbox } from '../context.ts'
import { findPaymentBySlug } from '../database/payments.ts'
import type { TransactionRow } from '../database/tables.ts'
import { findAttemptOfForm } from '../database/transactions.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { readerOf } from '../pages/document.ts'
import { authenticationUrl, deadlineAhead } from '../payments/challenge/authentication-url.ts'
import { payabilityOf } from '../payments/states.ts'
import { isFormKey, offersToSaveCard } from './form-input.ts'
import { formPage } from './form-page.ts'
import { approvedScreen, notFoundScreen, notPayableScreen } from './screens.ts'

export const showCheckout = async (sandbox: Sandbox, request: HttpRequest): Promise<Reply> => {
  const reader = readerOf(request)
  const payment = await findPaymentBySlug(sandbox.database.query, request.params.slug ?? '')
  if (!payment) return notFoundScreen(reader)
  const { profile, clock } = sandbox
  const view = { reader, payment, merchantName: profile.merchant_name }

  // Only the customer's browser knows the form key.
  const key = reader.query.get('attempt')
  const formKey = isFormKey(key) ? key : undefined
  const transaction = await findAttemptOfForm(sandbox.database.query, { payment, formKey })
  if (transaction?.paid_at) return approvedScreen({ ...view, transaction })
  const payability = payabilityOf(payment, clock.now())
  if (payability !== 'payable') {
    const declined = transaction?.status === 'declined' ? transaction.iso_response_code : null
    return notPayableScreen({ ...view, because: payability, declined })
  }
  return formPage({
    ...view,
    offersToSaveCard: offersToSaveCard(profile),
    typed: transaction?.form_fields ?? {},
    attempt: transaction && { transaction, authenticationUrl: openChallenge(sandbox, transaction) },
  })
}

const openChallenge = (sandbox: Sandbox, transaction: TransactionRow): string | undefined =>
  transaction.status === 'pending' && deadlineAhead(transaction, sandbox.clock.now())
    ? authenticationUrl(sandbox, transaction)
    : undefined
