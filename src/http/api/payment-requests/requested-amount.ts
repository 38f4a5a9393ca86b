import type { DbQuery } from '../../../db/db.ts'
import { latestCurrency } from '../../../db/payments/payment-requests.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { splitCurrencyMark } from '../../../domain/requests/currency-marks.ts'
import { readTypedMoney } from '../../requests/typed-money.ts'

/** A terminal's currency, where the store has no order yet (`gateway-api.md` 1.1). */
const USUAL_CURRENCY = 'HNL'

/**
 * Reads an amount as a person types it. Its currency is the given one, the one beside the amount, or
 * that of the store's latest order.
 */
export const readRequestedAmount = async (
  query: DbQuery,
  storeId: StoreId,
  { amount: typed, currency }: { amount: string; currency?: string | undefined },
): Promise<ReturnType<typeof readTypedMoney>> => {
  const { amount, currency: beside } = splitCurrencyMark(typed)
  // The whole text, whose mark contradicts the currency, is no amount.
  if (currency && beside && currency !== beside) return readTypedMoney({ amount: typed, currency })
  const code = currency ?? beside ?? (await latestCurrency(query, storeId)) ?? USUAL_CURRENCY
  return readTypedMoney({ amount, currency: code })
}
