import type { z } from 'zod'
import { isExpiredCard } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { findPayment, findPaymentBySlug } from '../database/payments.ts'
import type { PaymentRow } from '../database/tables.ts'
import { json, type Reply } from '../http/reply.ts'
import { chargePayment } from '../payments/charge.ts'
import type { Payability } from '../payments/states.ts'
import { readTip } from '../payments/tips.ts'
import type { payInput } from './inputs.ts'

/** `POST /sandbox/pay`: does what the customer would do on the hosted page. */
export const pay = async (sandbox: Sandbox, input: z.output<typeof payInput>): Promise<Reply> => {
  const payment = await findTarget(sandbox, input)
  if (!payment) return json(404, { message: 'There is no such payment.' })

  const { card } = input
  if (isExpiredCard({ expMonth: card.exp_month, expYear: card.exp_year }, sandbox.clock.now())) {
    return refused('card.exp_year', 'The card has expired: give a month in the future.')
  }
  const tip = readTip(input.tip, payment)
  if (!tip.ok) return refused('tip', tip.reason)

  const outcome = await chargePayment(sandbox, {
    paymentId: payment.id,
    cardNumber: card.number,
    tipMinor: tip.minor,
  })
  switch (outcome.kind) {
    case 'approved':
      return json(200, { status: 'approved', transaction_id: outcome.transactionId })
    case 'declined':
      return json(200, {
        status: 'declined',
        transaction_id: outcome.transactionId,
        IsoResponseCode: outcome.isoResponseCode,
        Errors: [{ Code: outcome.isoResponseCode, Message: outcome.message }],
      })
    case 'not-payable':
      return refused('payment_id', NOT_PAYABLE[outcome.because])
    case 'unknown-card':
      return refused('card.number', 'Only test cards are accepted; no real card belongs here.')
    case 'challenge-not-offered':
      return refused('card.number', 'A 3-D Secure challenge is not offered yet.')
    case 'no-such-payment':
      return json(404, { message: 'There is no such payment.' })
  }
}

const NOT_PAYABLE: Record<Exclude<Payability, 'payable'>, string> = {
  expired: 'The payment is not payable: its link has expired.',
  consumed: 'The payment is not payable: it was paid already.',
  closed: 'The payment is not payable: it is disabled.',
}

const refused = (field: string, text: string): Reply =>
  json(422, { message: text, errors: { [field]: [text] } })

const findTarget = async (
  { database }: Sandbox,
  { payment_id, checkout_url = '' }: z.output<typeof payInput>,
): Promise<PaymentRow | undefined> => {
  if (payment_id === undefined) {
    const slug = URL.parse(checkout_url)?.pathname.split('/').at(-1) ?? ''
    return findPaymentBySlug(database.query, slug)
  }
  return findPayment(database.query, { id: String(payment_id) })
}
