import type { OrderCustomer } from '../../db/tables/orders.ts'
import { holdsCardNumber } from '../../runtime/card-numbers.ts'
import { plainText } from '../../runtime/plain-text.ts'

/** Why a field is refused that holds a card number. Handed on as a copy: zod changes what it is given. */
export const CARD_NUMBER_HERE = {
  message: 'Holds what looks like a card number; card data must not be sent here',
  params: {
    es: 'Contiene lo que parece un número de tarjeta; aquí no se envían datos de tarjetas',
  },
} as const

/** So many digits a field's own numbers may have: with its country, and where identity is a number. */
const OWN_DIGITS: Partial<Record<keyof OrderCustomer, number>> = { phone: 14, identity_number: 14 }

const holdsOne = (text: string, field?: keyof OrderCustomer): boolean =>
  holdsCardNumber(text, { leastDigits: ((field && OWN_DIGITS[field]) ?? 0) + 1 })

/**
 * A text that people write freely, and some write the number of their card into: that is refused, and
 * not repeated. `field`: what it is of a customer.
 */
export const freeText = (maxLength: number, field?: keyof OrderCustomer) =>
  plainText(maxLength).refine((text) => !holdsOne(text, field), { ...CARD_NUMBER_HERE })

/**
 * What a platform claims of what people typed there, and cannot be refused for: of a text that
 * holds a card number, nothing is kept.
 */
export const withoutCardNumber = (text: string | null): string | null =>
  text !== null && holdsOne(text) ? null : text

/** The same of a customer's fields. */
export const withoutCardNumbers = (customer: OrderCustomer): OrderCustomer => {
  const { name, email, phone, identity_number } = customer
  return {
    name: kept('name', name),
    email: kept('email', email),
    phone: kept('phone', phone),
    identity_number: kept('identity_number', identity_number),
  }
}

const kept = (field: keyof OrderCustomer, text: string | undefined): string | undefined =>
  text !== undefined && holdsOne(text, field) ? undefined : text
