import { MedusaError } from '@medusajs/framework/utils'
import { type CheckoutRequest, type Puente, resultOf } from '@puente/node'
import { type MedusaAmount, toDecimal } from '../money.js'
import type { PuenteOptions } from '../settings/options.js'
import { errorOf } from './errors.js'
import { type SessionData, type StoredData, textIn } from './session-data.js'

/** Characters of a session's id that customers see as the number of their order. */
const NUMBER_LENGTH = 8

export interface Customer {
  id: string
  email: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  phone?: string | null | undefined
}

export interface AskedCheckout {
  sessionId: string
  amount: MedusaAmount
  currency: string
  /** What the storefront sent with the session. */
  given: StoredData
  customer: Customer | undefined
}

/**
 * Creates the checkout of a payment session, or charges a saved card of the customer. Repeating it
 * is safe: the session's id is the order's id at Puente, and another amount replaces the payment.
 */
export const openCheckout = async (
  puente: Puente,
  options: PuenteOptions,
  asked: AskedCheckout,
): Promise<SessionData> => {
  const card = textIn(asked.given, 'payment_method')
  if (card !== undefined) await assertOwnCard(puente, options, asked.customer, card)
  const currency = asked.currency.toUpperCase()
  const amount = toDecimal(asked.amount, currency)
  const made = await resultOf(
    puente.checkouts.create(requestOf(options, { ...asked, amount, currency, card })),
  )
  if (!made.ok) throw errorOf(made.error)
  return {
    id: asked.sessionId,
    pay_url: made.value.pay_url,
    amount,
    currency,
    declined: made.value.declined?.customer_message ?? null,
    problem: null,
  }
}

const requestOf = (
  options: PuenteOptions,
  asked: AskedCheckout & { amount: string; currency: string; card: string | undefined },
): CheckoutRequest => {
  const { sessionId, amount, currency, given, customer, card } = asked
  return {
    order: {
      id: sessionId,
      number: sessionId.slice(-NUMBER_LENGTH),
      amount,
      currency,
      ...(customer && { customer: customerOf(customer, options) }),
    },
    success_url: pageOf(options.successUrl, textIn(given, 'success_url'), sessionId),
    cancel_url: pageOf(
      options.cancelUrl ?? options.successUrl,
      textIn(given, 'cancel_url'),
      sessionId,
    ),
    mode: options.mode,
    payment_method: card,
  }
}

const customerOf = (customer: Customer, { savedCards = false }: PuenteOptions) => ({
  name: [customer.first_name, customer.last_name].filter(Boolean).join(' '),
  email: customer.email,
  phone: customer.phone ?? undefined,
  // Anyone can register another person's e-mail address, so cards are filed under the id.
  ...(savedCards && { identity_number: customer.id }),
})

/** The storefront may choose another page of the configured origin, such as one with a country. */
const pageOf = (configured: string, wanted: string | undefined, sessionId: string): string => {
  const { origin } = new URL(configured)
  const isAllowed =
    wanted !== undefined && URL.canParse(wanted) && new URL(wanted).origin === origin
  return (isAllowed ? wanted : configured).replaceAll('{payment_session}', sessionId)
}

const assertOwnCard = async (
  puente: Puente,
  { savedCards }: PuenteOptions,
  customer: Customer | undefined,
  card: string,
): Promise<void> => {
  if (savedCards && customer !== undefined) {
    const listed = await resultOf(puente.savedCards.list({ identity_number: customer.id }))
    if (!listed.ok) throw errorOf(listed.error)
    if (listed.value.data.some(({ id }) => id === card)) return
  }
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    'The saved card does not belong to the signed-in customer.',
  )
}
