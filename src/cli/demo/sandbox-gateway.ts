import { z } from 'zod'
import { fetchJson } from './fetch-json.ts'

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
const payResult = z.looseObject({ status: z.string(), transaction_id: z.string().nullish() })
const token = z.looseObject({ payment_token: z.string() })

/** Client of the sandbox's API and control routes, which play customer, merchant and time. */
export interface SandboxGateway {
  payment(id: string): Promise<z.output<typeof payment>>
  pay(checkoutUrl: string, card: DemoCard): Promise<z.output<typeof payResult>>
  /**
   * Types a card into the card fields; `keptFor` consents to save it under that identity number.
   * Returns the token.
   */
  typeCard(card: DemoCard, keptFor?: string): Promise<string>
  /** Completes the bank's challenge. */
  authenticate(transactionId: string): Promise<void>
  refundInPortal(transactionId: string, amount: string): Promise<void>
  settle(): Promise<void>
  advanceClock(seconds: number): Promise<void>
}

export const sandboxGateway = (
  sandboxUrl: string,
  { secretKey, publishableKey }: { secretKey: string; publishableKey: string },
): SandboxGateway => {
  const control = <Schema extends z.ZodType>(path: string, schema: Schema, body: unknown) =>
    fetchJson(`${sandboxUrl}/sandbox${path}`, { schema, body })
  const play = async (path: string, body: unknown = {}) => {
    await control(path, z.unknown(), body)
  }
  return {
    payment: (id) =>
      fetchJson(`${sandboxUrl}/v1/payments/${id}`, {
        schema: payment,
        headers: { authorization: `Bearer ${secretKey}` },
      }),
    pay: (checkout_url, card) => control('/pay', payResult, { checkout_url, card: typed(card) }),
    typeCard: async (card, keptFor) => {
      const { payment_token } = await control('/tokens', token, {
        publishable_key: publishableKey,
        card: typed(card),
        ...(keptFor ? { customer: { identity_number: keptFor }, save_card: true } : {}),
      })
      return payment_token
    },
    authenticate: (transactionId) =>
      play(`/challenges/${transactionId}`, { outcome: 'authenticated' }),
    refundInPortal: (transaction_id, amount) => play('/portal/refund', { transaction_id, amount }),
    settle: () => play('/settle'),
    advanceClock: (advance_seconds) => play('/clock', { advance_seconds }),
  }
}

const typed = (number: DemoCard) => ({ number, exp_month: 12, exp_year: 2039, cvc: '123' })
