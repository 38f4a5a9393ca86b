import { newKey } from '../../parts/forms/new-key.ts'
import type { CounterSettings } from './counter-settings.ts'
import { kept, keptRows } from './kept.ts'
import { keptTicket } from './kept-ticket.ts'
import {
  currencyOf,
  decimalOf,
  descriptionOf,
  EMPTY_TICKET,
  type Ticket,
  totalsOf,
} from './ticket.ts'

/**
 * A ticket to send as a payment request. This device saves it before sending, and retries with one
 * idempotency key until an answer arrives, so a lost answer never creates a second payment.
 */
export interface CounterSale {
  /** Idempotency key. */
  key: string
  storeId: string
  body: {
    source: 'counter'
    counter: string
    amount: string
    currency: string
    expires_in_minutes: number
    description?: string
    tip?: string
  }
  ticket: Ticket
  /** Order of its payment request, after Puente's answer. */
  orderId?: string
  /** Why Puente refused it. */
  refusal?: string
}

export const sales = keptRows<CounterSale>('puente.counter.sale.', (json) => {
  const given = json as Partial<CounterSale> | null
  return given?.key && given.storeId && given.body ? (given as CounterSale) : undefined
})

/** Key of the sale or id of the order on the screen. */
export const shown = kept<string | undefined>('puente.counter.shown', (json) =>
  typeof json === 'string' ? json : undefined,
)

export const saleOf = (key: string | undefined): CounterSale | undefined =>
  sales.all().find((sale) => sale.key === key)

/** Expiry of a counter's QR code. */
const EXPIRES_IN_MINUTES = 60

/**
 * Saves the ticket as a sale and shows it. Idempotent: a second tap finds the first one's sale.
 * Returns `false` if this browser stores nothing; the caller must not charge then.
 */
export const beginSale = (
  ticket: Ticket,
  { store, counter, currency }: CounterSettings,
): boolean => {
  const money = currencyOf(currency)
  const { total, tip } = totalsOf(ticket, money)
  if (!store || total <= 0n || shown.get() !== undefined) return true
  const description = descriptionOf(ticket)
  const key = newKey()
  const sale: CounterSale = {
    key,
    storeId: store,
    body: {
      source: 'counter',
      counter,
      amount: decimalOf(total, money),
      currency: money.code,
      expires_in_minutes: EXPIRES_IN_MINUTES,
      ...(description ? { description } : {}),
      ...(tip > 0n ? { tip: decimalOf(tip, money) } : {}),
    },
    ticket,
  }
  try {
    sales.set(key, sale)
    shown.set(key)
    keptTicket.set(EMPTY_TICKET)
    return true
  } catch {
    sales.forget(key)
    return false
  }
}

/** Drops sales that Puente has answered and the screen does not show: Puente lists them. */
const forgetIfKnown = (key: string): void => {
  if (saleOf(key)?.orderId) sales.forget(key)
}

/** Clears the screen for the next customer. An unpaid sale stays on the list. */
export const showNext = (): void => {
  const key = shown.get()
  shown.forget()
  if (key !== undefined) forgetIfKnown(key)
}

export const show = (key: string): void => {
  showNext()
  shown.set(key)
}

/** Puts a refused sale's ticket back on the keypad. */
export const takeBack = (sale: CounterSale): void => {
  keptTicket.set(sale.ticket)
  sales.forget(sale.key)
  if (shown.get() === sale.key) shown.forget()
}

export const markSent = (sale: CounterSale, orderId: string): void => {
  sales.set(sale.key, { ...sale, orderId })
  if (shown.get() !== sale.key) forgetIfKnown(sale.key)
}

export const markRefused = (sale: CounterSale, refusal: string): void =>
  sales.set(sale.key, { ...sale, refusal })

export const sendAgain = ({ refusal: _, ...sale }: CounterSale): void => sales.set(sale.key, sale)

export const isSaleUnsent = ({ orderId, refusal }: CounterSale): boolean =>
  orderId === undefined && refusal === undefined
