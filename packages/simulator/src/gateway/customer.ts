import { type CardName, typedCard } from './cards.ts'
import type { Sender } from './send.ts'

/** A payment by its id, its `checkout_url`, or its `external_reference` (the latest one). */
export type PaymentTarget = number | (string & {})

export interface PayOptions {
  /** A test card by name or number; default: `approved`. */
  card?: CardName | (string & {})
  /** The customer's consent to save the card. */
  saveCard?: boolean
  /** Decimal units. */
  tip?: number | string
}

export interface PayResult {
  status: 'approved' | 'declined' | 'pending'
  transactionId: string
  /** Page of the 3-D Secure challenge, if one is open. */
  authenticationUrl?: string
  /** The processor's answer to a declined card. */
  decline?: { code: string; message: string }
}

export interface TokenOptions {
  card?: CardName | (string & {})
  /** Default: the publishable key of the test environment. */
  publishableKey?: string
  customer?: { name?: string; email?: string; phone?: string; identity_number?: string }
  saveCard?: boolean
  paymentId?: number
}

export type ChallengeOutcome = 'authenticated' | 'failed' | 'abandoned'

/** What the customer does. */
export interface Customer {
  /** Pays at the hosted checkout. */
  pay(payment: PaymentTarget, options?: PayOptions): Promise<PayResult>
  /** Types a card into the card fields; returns the `tok_…` for your backend to confirm. */
  tokenize(options?: TokenOptions): Promise<string>
  /** Answers an open 3-D Secure challenge. */
  answerChallenge(transactionId: string, outcome: ChallengeOutcome): Promise<PayResult>
}

interface Attempt {
  status: PayResult['status']
  transaction_id: string
  authentication_url?: string
  Errors?: { Code: string; Message: string }[]
}

export const customerOf = (
  { send }: Sender,
  { publishableKey }: { publishableKey: string },
): Customer => ({
  pay: async (payment, { card, saveCard, tip } = {}) =>
    resultOf(
      await send<Attempt>('POST', '/sandbox/pay', {
        ...targetOf(payment),
        card: typedCard(card),
        ...(saveCard !== undefined && { save_card: saveCard }),
        ...(tip !== undefined && { tip }),
      }),
    ),
  tokenize: async (options = {}) => {
    const { customer, saveCard, paymentId } = options
    const { payment_token } = await send<{ payment_token: string }>('POST', '/sandbox/tokens', {
      publishable_key: options.publishableKey ?? publishableKey,
      card: typedCard(options.card),
      ...(customer && { customer }),
      ...(saveCard !== undefined && { save_card: saveCard }),
      ...(paymentId !== undefined && { payment_id: paymentId }),
    })
    return payment_token
  },
  answerChallenge: async (transactionId, outcome) =>
    resultOf(
      await send<Attempt>('POST', `/sandbox/challenges/${encodeURIComponent(transactionId)}`, {
        outcome,
      }),
    ),
})

const targetOf = (payment: PaymentTarget): object => {
  if (typeof payment === 'number') return { payment_id: payment }
  return /^https?:\/\//.test(payment) ? { checkout_url: payment } : { external_reference: payment }
}

const resultOf = (attempt: Attempt): PayResult => {
  const [error] = attempt.Errors ?? []
  const { authentication_url } = attempt
  return {
    status: attempt.status,
    transactionId: attempt.transaction_id,
    ...(authentication_url !== undefined && { authenticationUrl: authentication_url }),
    ...(error && { decline: { code: error.Code, message: error.Message } }),
  }
}
