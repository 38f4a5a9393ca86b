import type { Order } from '@puente/node'
import type { OrderAtPuente } from '../checkouts/order-at-puente.js'

const WORDS: Readonly<Record<NonNullable<Order['conflict']>, string>> = {
  paid_twice:
    'The customer paid more than once. Refund the payment that does not belong to the order in Puente’s dashboard.',
  paid_other_amount:
    'The customer paid another amount than the order costs. Puente holds the order: refund the payment, or deliver.',
  paid_after_cancellation:
    'The customer paid after the payment page was closed. Puente holds the order: refund the payment, or deliver.',
  not_paid_at_gateway:
    'The gateway denies the payment that it announced. Do not deliver before its portal shows the charge.',
}

/** Says why a person must look at the money of an order, with its charges. */
export const conflictNote = ({ order, payments }: OrderAtPuente): string | undefined => {
  if (order.conflict === null) return undefined
  const charges = payments.map(({ id, amount, currency }) => `${currency} ${amount} (${id})`)
  return [WORDS[order.conflict] ?? `Puente reports: ${order.conflict}.`, ...charges].join(' · ')
}
