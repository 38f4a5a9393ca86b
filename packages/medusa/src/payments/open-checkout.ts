import { type CheckoutRequest, type Puente, resultOf } from '@puente/node'
import { type MedusaAmount, toDecimal } from '../money.js'
import { assertOwnCard } from '../saved-cards/cards.js'
import type { PuenteOptions } from '../settings/options.js'
import { type CardCharge, chargeSavedCard } from './charge-saved-card.js'
import { errorOf } from './errors.js'
import { type SessionData, type StoredData, textIn } from './session-data.js'
import type { SessionRow } from './session-row.js'

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
 * Creates the checkout of a payment session, and keeps the saved card that the customer chose.
 * Moves no money. Repeating it is safe: the session's id is the order's id at Puente, and another
 * amount replaces the payment.
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
  const request = requestOf(options, { ...asked, amount, currency })
  const made = await resultOf(puente.checkouts.create(request))
  if (!made.ok) throw errorOf(made.error)
  return {
    id: asked.sessionId,
    pay_url: made.value.pay_url,
    amount,
    currency,
    mode: modeOf(options, asked.given) ?? null,
    payment_method: null,
    saved_card: card ?? null,
    declined: null,
    problem: null,
  }
}

/** Charges the saved card of a payment session, if it is still a card of the session's customer. */
export const payWithSavedCard = async (
  puente: Puente,
  options: PuenteOptions,
  { id, amount, currency, customer }: SessionRow,
  { data, card }: { data: StoredData; card: string },
): Promise<CardCharge> => {
  await assertOwnCard(puente, options, customer, card)
  const order = { sessionId: id, amount, currency, given: data, customer }
  return chargeSavedCard(puente, { ...requestOf(options, order), payment_method: card })
}

const requestOf = (
  options: PuenteOptions,
  asked: AskedCheckout & { amount: string },
): CheckoutRequest => {
  const { sessionId, amount, currency, given, customer } = asked
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
    mode: modeOf(options, given),
  }
}

/** The storefront may choose the page. Saved cards need the gateway's. */
const modeOf = ({ mode, savedCards = false }: PuenteOptions, given: StoredData) => {
  const wanted = textIn(given, 'mode')
  return !savedCards && (wanted === 'hosted' || wanted === 'card_page') ? wanted : mode
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
