import type { Language } from '../../locales/language.ts'

type Words = Readonly<Record<string, string>>

const en: Words = {
  'apply-gateway-event': 'while applying an event of the gateway',
  'find-out-creation': 'while finding out about a new payment',
  'find-out-charge': 'while finding out about a charge',
  'ask-gateway': 'while asking the gateway about the payment',
  'carry-out-refund': 'while making the refund',
  'end-time-to-pay': 'when the time to pay was over',
  reconcile: 'while reconciling',
  'sync-store-order': 'while reading the order at the store',
  'offer-pay-link': 'while handing over the pay link',
  'follow-store-changes': 'while looking for changes at the store',
  'keep-store-webhooks': "while keeping the store's webhooks",
  'find-saved-card': 'while looking for the saved card',
  'mail-owners': 'while mailing the owners',
  'notify-saved-card': 'while notifying the store of a saved card',
  'notify-storefront': 'while notifying the store',
  'stale-payments': 'while asking about payments that nothing was heard of',
}

const es: Words = {
  'apply-gateway-event': 'al aplicar un evento de la pasarela',
  'find-out-creation': 'al averiguar un pago nuevo',
  'find-out-charge': 'al averiguar un cobro',
  'ask-gateway': 'al preguntar a la pasarela por el pago',
  'carry-out-refund': 'al hacer el reembolso',
  'end-time-to-pay': 'al terminar el plazo de pago',
  reconcile: 'al conciliar',
  'sync-store-order': 'al leer el pedido en la tienda',
  'offer-pay-link': 'al entregar el enlace de pago',
  'follow-store-changes': 'al buscar cambios en la tienda',
  'keep-store-webhooks': 'al mantener los webhooks de la tienda',
  'find-saved-card': 'al buscar la tarjeta guardada',
  'mail-owners': 'al escribir a los propietarios',
  'notify-saved-card': 'al avisar a la tienda de una tarjeta guardada',
  'notify-storefront': 'al avisar a la tienda',
  'stale-payments': 'al preguntar por pagos de los que no se supo más',
}

/** By task kind or schedule name. */
export const jobWords: Readonly<Record<Language, Words>> = { en, es }
