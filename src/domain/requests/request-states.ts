import type { PuenteSource } from '../order-source.ts'

/** States of a payment request, derived from its order. */
export const REQUEST_STATES = [
  'open',
  'paid',
  'expired',
  'refused',
  'cancelled',
  'paid_otherwise',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Sources of payment requests. */
export const REQUEST_SOURCES = ['request', 'counter'] as const satisfies readonly PuenteSource[]
export type RequestSource = (typeof REQUEST_SOURCES)[number]

/** How a customer paid without the gateway. `card`: on another terminal. */
export const OTHER_PAYMENTS = ['cash', 'transfer', 'card', 'other'] as const
export type OtherPayment = (typeof OTHER_PAYMENTS)[number]
