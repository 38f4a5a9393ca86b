import { z } from 'zod'
import { readCard } from '../cards.ts'
import type { AttemptOutcome } from '../charges/attempt.ts'
import { chargePayment } from '../charges/hosted.ts'
import type { Sandbox } from '../context.ts'
import { findLatestPayment, findPaymentBySlug, findSandboxPayment } from '../database/payments.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { json, type Reply } from '../http/reply.ts'
import { CHALLENGE_RESULTS, concludeChallenge } from '../payments/challenge/conclude-challenge.ts'
import { readTip } from '../payments/pricing/tips.ts'
import type { Payability } from '../payments/states.ts'
import type { cardInput, payInput } from './inputs.ts'

/** `POST /sandbox/pay`: pays as a customer on the hosted page. */
export const payTarget = async (sandbox: Sandbox, input: z.output<typeof payInput>) => {
  const payment = await findTarget(sandbox, input)
  if (!payment) return json(404, { message: 'There is no such payment.' })
  const card = testCardOf(sandbox, input.card)
  if (!card.ok) return card.refusal
  const tip = readTip(input.tip, payment)
  if (!tip.ok) return rejectField('tip', tip.reason)

  const outcome = await chargePayment(sandbox, {
    paymentId: payment.id,
    card: card.card,
    tipMinor: tip.minor,
    saveCard: input.save_card ?? false,
  })
  switch (outcome.kind) {
    case 'not-payable':
      return rejectField('payment_id', NOT_PAYABLE[outcome.because])
    case 'no-such-payment':
      return json(404, { message: 'There is no such payment.' })
    default:
      return json(200, attemptObject(outcome))
  }
}

const attemptObject = (outcome: AttemptOutcome): object => {
  const transaction_id = outcome.transaction.id
  switch (outcome.kind) {
    case 'approved':
      return { status: 'approved', transaction_id }
    case 'declined':
      return { status: 'declined', transaction_id, ...outcome.decline }
    case 'pending':
      return { status: 'pending', transaction_id, authentication_url: outcome.authenticationUrl }
  }
}

export const testCardOf = (sandbox: Sandbox, input: z.output<typeof cardInput>) => {
  const reading = readCard(input, sandbox.clock.now())
  if (reading.ok) return reading
  return {
    ok: false as const,
    refusal:
      reading.reason === 'unknown'
        ? rejectField('card.number', 'Only test cards are accepted; no real card belongs here.')
        : rejectField('card.exp_year', 'The card has expired: give a month in the future.'),
  }
}

const NOT_PAYABLE: Record<Exclude<Payability, 'payable'>, string> = {
  expired: 'The payment is not payable: its link has expired.',
  consumed: 'The payment is not payable: it was paid already.',
  closed: 'The payment is not payable: it is disabled, or was never meant to be paid here.',
}

export const rejectField = (field: string, text: string): Reply =>
  json(422, { message: text, errors: { [field]: [text] } })

const findTarget = async (
  { database }: Sandbox,
  { payment_id, checkout_url = '', external_reference }: z.output<typeof payInput>,
): Promise<SandboxPaymentRow | undefined> => {
  if (payment_id !== undefined) {
    return findSandboxPayment(database.query, { id: String(payment_id), environment: 'any' })
  }
  if (external_reference !== undefined) {
    return findLatestPayment(database.query, external_reference)
  }
  const slug = URL.parse(checkout_url)?.pathname.split('/').at(-1) ?? ''
  return findPaymentBySlug(database.query, slug)
}

export const challengeInput = z.strictObject({ outcome: z.enum(CHALLENGE_RESULTS) })

/** `POST /sandbox/challenges/{transaction_id}` */
export const answerChallenge = async (
  sandbox: Sandbox,
  { transactionId, outcome: result }: { transactionId: string } & z.output<typeof challengeInput>,
): Promise<Reply> => {
  const outcome = await concludeChallenge(sandbox, { transactionId, result })
  switch (outcome.kind) {
    case 'not-found':
      return json(404, { message: 'There is no such transaction.' })
    case 'not-open':
      return rejectField(
        'transaction_id',
        `The transaction has no open challenge (any more): it is ${outcome.outcome.kind}.`,
      )
    default:
      return json(200, attemptObject(outcome))
  }
}
