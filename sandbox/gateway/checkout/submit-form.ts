import { chargePayment } from '../charges/hosted.ts'
import type { Sandbox } from '../context.ts'
import { findPaymentBySlug } from '../database/payments.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import { formFieldsOf, type HttpRequest } from '../http/request.ts'
import { readerOf } from '../pages/document.ts'
import { payabilityOf } from '../payments/states.ts'
import { refillable } from './form-fields.ts'
import { offersToSaveCard, readForm, tipErrors } from './form-input.ts'
import { formPage } from './form-page.ts'
import type { FormView } from './form-view.ts'
import { pageAfterCharge } from './next-page.ts'
import { notFoundScreen, notPayableScreen, tooLargeScreen } from './screens.ts'
import { isTotalUnseen } from './tip.ts'
import { SHOW_TOTAL } from './tip-fields.ts'

export const submitForm = async (sandbox: Sandbox, request: HttpRequest): Promise<Reply> => {
  const reader = readerOf(request)
  if (request.body.kind === 'too-large') return tooLargeScreen(reader)
  const payment = await findPaymentBySlug(sandbox.database.query, request.params.slug ?? '')
  if (!payment) return notFoundScreen(reader)

  const { profile, clock } = sandbox
  const fields = formFieldsOf(request)
  const typed = refillable(fields)
  const view = { reader, payment, typed, merchantName: profile.merchant_name }
  const showForm = (shows: Pick<FormView, 'errors' | 'requiresTotalConfirmation'>): Reply => {
    const payability = payabilityOf(payment, clock.now())
    return payability === 'payable'
      ? formPage({ ...view, ...shows, offersToSaveCard: offersToSaveCard(profile) })
      : notPayableScreen({ ...view, because: payability })
  }

  const context = { payment, profile, now: clock.now(), reader }
  if (fields[SHOW_TOTAL] !== undefined) {
    return showForm({ errors: tipErrors(fields, context) })
  }
  const reading = readForm(fields, context)
  if (!reading.ok) return showForm({ errors: reading.errors })
  const { card, tipMinor, formKey, saveCard, holder } = reading
  if (isTotalUnseen(fields, { payment, tipMinor }))
    return showForm({ requiresTotalConfirmation: true })
  const outcome = await chargePayment(sandbox, {
    paymentId: payment.id,
    card,
    tipMinor,
    formKey,
    saveCard,
    holder,
    formFields: typed,
  })
  return seeOther(pageAfterCharge(outcome, { payment, language: reader.language }))
}
