import type { OrderFile, Payment } from './ask-owner.ts'

/** States of a refund that nothing follows any more. */
const ENDED = ['succeeded', 'failed', 'cancelled']

/** States of a payment whose money the shop has. */
const KEPT = ['paid', 'settled', 'partially_refunded']

export const keptCharges = ({ payments }: Pick<OrderFile, 'payments'>): readonly Payment[] =>
  payments.filter(({ state }) => KEPT.includes(state))

/** Of an order that was paid more than once: the charges beside the one that pays it. */
export const extraCharges = (file: OrderFile): readonly Payment[] =>
  file.order.conflict === 'paid_twice'
    ? keptCharges(file).filter(({ id }) => id !== file.payment?.id)
    : []

/** Whether money of this payment is on its way back: Puente does one after the other. */
export const isUnderWay = ({ refunds }: Pick<OrderFile, 'refunds'>, paymentId: string): boolean =>
  refunds.some(({ payment_id, state }) => payment_id === paymentId && !ENDED.includes(state))

/** The payment that could be given back now: the one of an id, else the one that pays the order. */
export const chargeToGiveBack = (file: OrderFile, paymentId?: string): Payment | undefined => {
  const id = paymentId ?? file.payment?.id
  const charge = keptCharges(file).find((kept) => kept.id === id)
  return charge && !isUnderWay(file, charge.id) ? charge : undefined
}

/** What of a payment can still be given back, for people: the gateway and Puente count it themselves. */
export const restOf = ({ total, amount, refunded_amount }: Payment): string => {
  const charged = total ?? amount
  const decimals = charged.split('.')[1]?.length ?? 0
  const minor = (decimal: string) => BigInt(decimal.replace('.', ''))
  const digits = String(minor(charged) - minor(refunded_amount))
  const padded = digits.padStart(decimals + 1, '0')
  return decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Tegucigalpa' })

/**
 * Whether all of a payment is voided: on the day of its charge, if nothing of it went back. A payment
 * is settled at the end of its day, whether or not Puente has heard of it.
 */
export const isVoided = ({ state, refunded_amount, paid_at }: Payment, now: Date): boolean =>
  state === 'paid' &&
  /^0(\.0+)?$/.test(refunded_amount) &&
  paid_at !== null &&
  dayIn.format(new Date(paid_at)) >= dayIn.format(now)
