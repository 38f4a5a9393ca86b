import { z } from 'zod'
import { controlClient, typedCard } from '../../../sandbox/gateway/control/client.ts'
import { fetchJson, StepFailed } from './steps.ts'

export const CARDS = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  /** 3-D Secure challenge. */
  challenged: '4000000000003220',
  /** Approved with the customer present, declined as a saved card. */
  declinedWhenSaved: '4000000000000341',
} as const

export type DemoCard = (typeof CARDS)[keyof typeof CARDS]

const payment = z.looseObject({
  id: z.number(),
  status: z.string(),
  refunded_amount: z.number().default(0),
})

/** Plays customer, merchant and time through the API and control routes. */
export const sandboxGateway = (
  sandboxUrl: string,
  { secretKey, publishableKey }: { secretKey: string; publishableKey: string },
) => {
  const control = controlClient(sandboxUrl, {
    failure: ({ path, answer, error }) =>
      new StepFailed(
        answer
          ? `${sandboxUrl}${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`
          : `${sandboxUrl}${path}: ${String(error)}`,
      ),
  })
  return {
    payment: (id: string) =>
      fetchJson(`${sandboxUrl}/v1/payments/${id}`, {
        schema: payment,
        headers: { authorization: `Bearer ${secretKey}` },
      }),
    pay: (checkout_url: string, card: DemoCard) =>
      control.pay({ checkout_url, card: typedCard(card) }),
    /** `keptFor` consents to save the card under that identity number. Returns the token. */
    typeCard: (card: DemoCard, keptFor?: string) =>
      control.tokenize({
        publishable_key: publishableKey,
        card: typedCard(card),
        ...(keptFor ? { customer: { identity_number: keptFor }, save_card: true } : {}),
      }),
    authenticate: (transactionId: string) =>
      control.answerChallenge(transactionId, 'authenticated'),
    refundInPortal: (transaction_id: string, amount: string) =>
      control.call('POST', '/sandbox/portal/refund', { transaction_id, amount }),
    settle: control.settle,
    advanceClock: (advance_seconds: number) => control.moveClock({ advance_seconds }),
  }
}

export type SandboxGateway = ReturnType<typeof sandboxGateway>
