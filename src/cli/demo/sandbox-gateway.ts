import { z } from 'zod'
import { fetchJson } from './fetch-json.ts'

/** Cards of the sandbox, by what becomes of them. */
export const CARDS = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  /** Its bank wants to see the customer (3-D Secure). */
  challenged: '4000000000003220',
  /** Approved while the customer is there, declined as a saved card. */
  declinedWhenSaved: '4000000000000341',
} as const

export type Card = (typeof CARDS)[keyof typeof CARDS]

const payment = z.looseObject({
  id: z.number(),
  status: z.string(),
  refunded_amount: z.number().default(0),
})
const payResult = z.looseObject({ status: z.string(), transaction_id: z.string().nullish() })
const token = z.looseObject({ payment_token: z.string() })

/** The gateway: its API, and the control routes that play customer, merchant and time. */
export interface Gateway {
  /** A payment as the gateway itself has it. */
  payment(id: string): Promise<z.output<typeof payment>>
  /** The customer pays on the hosted page. */
  pay(checkoutUrl: string, card: Card): Promise<z.output<typeof payResult>>
  /** The customer types a card into the card fields; `identity`: and lets it be kept for that person. */
  typeCard(card: Card, keptFor?: string): Promise<string>
  /** The customer answers the bank's question. */
  authenticate(transactionId: string): Promise<void>
  /** The merchant refunds in the portal. */
  refundInPortal(transactionId: string, amount: string): Promise<void>
  /** The day's settlement, now. */
  settle(): Promise<void>
  advanceClock(seconds: number): Promise<void>
}

export const sandboxGateway = (
  sandboxUrl: string,
  { secretKey, publishableKey }: { secretKey: string; publishableKey: string },
): Gateway => {
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

const typed = (number: Card) => ({ number, exp_month: 12, exp_year: 2039, cvc: '123' })
