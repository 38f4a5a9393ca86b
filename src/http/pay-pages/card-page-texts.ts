import type { Language } from '../../locales/language.ts'

/** Failures that a customer should know. */
export const REASONS = [
  'declined',
  'no-funds',
  'expired-card',
  'wrong-details',
  'token-refused',
  'unreachable',
  'unavailable',
  'authentication-failed',
  'order-changed',
  'too-many-declines',
  'cards-paused',
  'currency-refused',
  'amount-refused',
  'order-refused',
] as const
export type Reason = (typeof REASONS)[number]

export interface CardPageTexts {
  title: string
  /** For screen readers. */
  fields: string
  loading: string
  pay: (amount: string) => string
  paying: string
  save: (shop: string) => string
  /** `ending` hints at the number the store has. */
  identity: (ending: string) => string
  noIdentity: Record<'missing' | 'other' | 'unchecked', string>
  saveHint: string
  privacy: string
  /** Shown for an unknown outcome. */
  waiting: { title: string; message: string }
  bank: { title: string; message: string; otherCard: string }
  noFields: string
  noScripts: string
  tryAgain: string
  reasons: Record<Reason, string>
}

export const cardPageTexts: Record<Language, CardPageTexts> = {
  es: {
    title: 'Pagar con tarjeta',
    fields: 'Datos de la tarjeta',
    loading: 'Cargando los campos de la tarjeta…',
    pay: (amount) => `Pagar ${amount}`,
    paying: 'Procesando el pago…',
    save: (shop) => `Guardar esta tarjeta para mis próximas compras en ${shop}`,
    saveHint: 'Elíjalo antes de escribir la tarjeta: al cambiarlo, los campos se vacían.',
    identity: (ending) => `Su número de identidad, el que termina en ${ending}`,
    noIdentity: {
      missing: 'Para guardar la tarjeta, escriba su número de identidad.',
      other:
        'No es el número de identidad que tiene la tienda. Corríjalo, o pague sin guardar la tarjeta.',
      unchecked:
        'Ahora no se puede comprobar el número. Intente más tarde, o pague sin guardar la tarjeta.',
    },
    privacy: 'Los datos de su tarjeta van directo al procesador de pagos; la tienda no los ve.',
    waiting: {
      title: 'Estamos confirmando su pago',
      message: 'No cierre esta página y no pague otra vez.',
    },
    bank: {
      title: 'Su banco quiere confirmar que es usted',
      message: 'En cuanto termine, seguimos aquí.',
      otherCard: 'Pagar con otra tarjeta',
    },
    noFields: 'No se pudieron cargar los campos de la tarjeta. No se le cobró nada.',
    noScripts: 'Para pagar con tarjeta, esta página necesita JavaScript.',
    tryAgain: 'Intentar otra vez',
    reasons: {
      declined: 'El banco no aprobó el cobro. No se le cobró nada; pruebe con otra tarjeta.',
      'no-funds':
        'La tarjeta no tiene fondos o límite suficientes. No se le cobró nada; pruebe con otra.',
      'expired-card': 'La tarjeta está vencida. No se le cobró nada; pruebe con otra.',
      'wrong-details': 'Los datos de la tarjeta no son correctos. Escríbalos otra vez.',
      'token-refused': 'No se cobró nada. Por seguridad, escriba la tarjeta otra vez.',
      unreachable:
        'No pudimos comunicarnos con el banco. No se le cobró nada; intente otra vez en un momento.',
      unavailable:
        'Ahora no se puede cobrar este pedido. No se le cobró nada; intente más tarde o avise a la tienda.',
      'authentication-failed':
        'No se hizo el cobro. Puede intentarlo otra vez, con esta u otra tarjeta.',
      'order-changed': 'El monto del pedido cambió. No se le cobró nada; revíselo antes de pagar.',
      'too-many-declines':
        'Se rechazaron demasiadas tarjetas. No se le cobró nada; intente más tarde o avise a la tienda.',
      'cards-paused':
        'Por seguridad, por unos minutos no se cobran tarjetas en esta tienda. No se le cobró nada; intente otra vez en diez minutos.',
      'currency-refused':
        'La tienda no puede cobrar con tarjeta en la moneda de este pedido. No se le cobró nada; avise a la tienda.',
      'amount-refused':
        'La tienda no puede cobrar con tarjeta el monto de este pedido. No se le cobró nada; avise a la tienda.',
      'order-refused':
        'La pasarela de pago no acepta este pedido tal como está. No se le cobró nada; avise a la tienda.',
    },
  },
  en: {
    title: 'Pay by card',
    fields: 'Card details',
    loading: 'Loading the card fields…',
    pay: (amount) => `Pay ${amount}`,
    paying: 'Processing the payment…',
    save: (shop) => `Save this card for my next purchases at ${shop}`,
    saveHint: 'Choose before you type the card: changing it empties the fields.',
    identity: (ending) => `Your identity number, the one that ends in ${ending}`,
    noIdentity: {
      missing: 'To save the card, type your identity number.',
      other:
        'It is not the identity number that the shop has. Correct it, or pay without saving the card.',
      unchecked:
        'The number cannot be checked right now. Try again later, or pay without saving the card.',
    },
    privacy: 'Your card details go straight to the payment processor; the shop does not see them.',
    waiting: {
      title: 'We are confirming your payment',
      message: 'Do not close this page, and do not pay again.',
    },
    bank: {
      title: 'Your bank wants to make sure it is you',
      message: 'Once you are done, we go on here.',
      otherCard: 'Pay with another card',
    },
    noFields: 'The card fields could not be loaded. You were not charged.',
    noScripts: 'To pay by card, this page needs JavaScript.',
    tryAgain: 'Try again',
    reasons: {
      declined: 'The bank did not approve the charge. You were not charged; try another card.',
      'no-funds':
        'The card does not have enough funds or credit. You were not charged; try another one.',
      'expired-card': 'The card has expired. You were not charged; try another one.',
      'wrong-details': 'The card details are not right. Type them again.',
      'token-refused': 'You were not charged. For your security, type the card once more.',
      unreachable: 'We could not reach the bank. You were not charged; try again in a moment.',
      unavailable:
        'This order cannot be charged right now. You were not charged; try again later, or tell the shop.',
      'authentication-failed':
        'The charge was not made. You can try again, with this card or another one.',
      'order-changed':
        'The amount of the order has changed. You were not charged; check it before you pay.',
      'too-many-declines':
        'Too many cards were declined. You were not charged; try again later, or tell the shop.',
      'cards-paused':
        'For security, no cards are charged in this shop for a few minutes. You were not charged; try again in ten minutes.',
      'currency-refused':
        'The shop cannot take cards in the currency of this order. You were not charged; tell the shop.',
      'amount-refused':
        'The shop cannot take the amount of this order by card. You were not charged; tell the shop.',
      'order-refused':
        'The payment gateway does not accept this order as it is. You were not charged; tell the shop.',
    },
  },
}

/** ISO 8583 codes a customer can act on. */
const REASON_OF_CODE: Readonly<Record<string, Reason>> = {
  '14': 'wrong-details',
  '51': 'no-funds',
  '54': 'expired-card',
  '61': 'no-funds',
  '82': 'wrong-details',
  N7: 'wrong-details',
}

/** Maps the processor's code (4.13); its message is not for customers. */
export const reasonOfDecline = (code: string): Reason => REASON_OF_CODE[code] ?? 'declined'

/** Explains a decline to the customer, by the processor's code. */
export const sentenceOfDecline = (code: string, locale: Language): string =>
  cardPageTexts[locale].reasons[reasonOfDecline(code)]

export const reasonsByCode = REASON_OF_CODE
