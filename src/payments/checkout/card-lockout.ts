import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { type CardChargeState, recentCardCharges } from '../../db/payments/card-charges.ts'
import {
  type CardLockout,
  chargesCountSince,
  restOfCustomer,
  restOfOrder,
  restOfStore,
} from './rules/declined-cards.ts'

/**
 * Returns how long a card page rejects cards after too many failed tries: on the order, by its
 * customer (e-mail, identity number or phone), or across the store. Charges count from their start,
 * so concurrent ones do not slip through.
 */
export const cardLockout = async (
  query: DbQuery,
  { order, attempts, now }: { order: OrderRow; attempts: readonly PaymentRow[]; now: Date },
): Promise<CardLockout | undefined> => {
  const charges = await recentCardCharges(query, order, chargesCountSince(now))
  const timesOf = (those: typeof charges) => those.map(({ at }) => at)
  const timesIn = (state: CardChargeState) => timesOf(charges.filter((one) => one.state === state))
  const ofCustomer = charges.filter(
    ({ isOfCustomer, state }) => isOfCustomer && state !== 'approved',
  )
  const ofStore = {
    failedAt: timesIn('failed'),
    atBankAt: timesIn('at-bank'),
    approvedAt: timesIn('approved'),
  }
  const rests: ReadonlyArray<[CardLockout['because'], number | undefined]> = [
    ['order', restOfOrder(attempts, now)],
    ['customer', restOfCustomer(timesOf(ofCustomer), now)],
    ['store', restOfStore(ofStore, now)],
  ]
  for (const [because, seconds] of rests) if (seconds) return { because, seconds }
  return undefined
}
