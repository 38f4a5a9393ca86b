import { recentCardCharges } from '../ledger/card-charges.ts'
import type { LedgerQuery, OrderRow, PaymentRow } from '../ledger/ledger.ts'
import {
  type CardRest,
  chargesCountSince,
  restAfterDeclines,
  restOfCustomer,
  restOfStore,
} from './rules/declined-cards.ts'

/**
 * For how long an order's card page takes no card, because too many were declined: there, of its
 * customer (by e-mail, identity number or telephone), or on all card pages of its store. Charges
 * that are under way count as declined, so that many at once do not get by.
 */
export const restOfCards = async (
  query: LedgerQuery,
  { order, attempts, now }: { order: OrderRow; attempts: readonly PaymentRow[]; now: Date },
): Promise<CardRest | undefined> => {
  const charges = await recentCardCharges(query, order, chargesCountSince(now))
  const timesOf = (those: typeof charges) => those.map(({ at }) => at)
  const declined = charges.filter(({ wasTaken }) => !wasTaken)
  const rests: ReadonlyArray<[CardRest['because'], number | undefined]> = [
    ['order', restAfterDeclines(attempts, now)],
    ['customer', restOfCustomer(timesOf(declined.filter((one) => one.isOfCustomer)), now)],
    [
      'store',
      restOfStore(
        {
          declinedAt: timesOf(declined),
          takenAt: timesOf(charges.filter(({ wasTaken }) => wasTaken)),
        },
        now,
      ),
    ],
  ]
  for (const [because, seconds] of rests) if (seconds) return { because, seconds }
  return undefined
}
