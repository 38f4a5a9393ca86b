import { type CardChargeState, recentCardCharges } from '../../db/card-charges.ts'
import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import {
  type CardRest,
  chargesCountSince,
  restOfCustomer,
  restOfOrder,
  restOfStore,
} from './rules/declined-cards.ts'

/**
 * For how long an order's card page takes no card, because too many were tried and not taken: there, of
 * its customer (by e-mail, identity number or telephone), or on all card pages of its store. A charge
 * counts from when it is begun, so that many at once do not get by.
 */
export const restOfCards = async (
  query: DbQuery,
  { order, attempts, now }: { order: OrderRow; attempts: readonly PaymentRow[]; now: Date },
): Promise<CardRest | undefined> => {
  const charges = await recentCardCharges(query, order, chargesCountSince(now))
  const timesOf = (those: typeof charges) => those.map(({ at }) => at)
  const timesIn = (state: CardChargeState) => timesOf(charges.filter((one) => one.state === state))
  const ofCustomer = charges.filter(({ isOfCustomer, state }) => isOfCustomer && state !== 'taken')
  const ofStore = {
    notTakenAt: timesIn('not-taken'),
    atBankAt: timesIn('at-bank'),
    takenAt: timesIn('taken'),
  }
  const rests: ReadonlyArray<[CardRest['because'], number | undefined]> = [
    ['order', restOfOrder(attempts, now)],
    ['customer', restOfCustomer(timesOf(ofCustomer), now)],
    ['store', restOfStore(ofStore, now)],
  ]
  for (const [because, seconds] of rests) if (seconds) return { because, seconds }
  return undefined
}
