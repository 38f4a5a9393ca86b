import type { DbQuery } from '../../../db/db.ts'
import { commonCurrency } from '../../../db/payments/payment-requests.ts'
import type { StoreId } from '../../../domain/ids.ts'
import type { Money } from '../../../domain/money.ts'
import { splitCurrencyMark } from '../../../domain/requests/currency-marks.ts'
import { readAmountFromZero } from '../../../domain/typed-amount.ts'
import type { Localized } from '../../../locales/language.ts'
import {
  findRequestOfKey,
  type KeyOfRequest,
} from '../../../payments/requests/create-payment-request.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { readTypedMoney } from '../../requests/typed-money.ts'

/** Default currency of a store without orders (`gateway-api.md` 1.1). */
const USUAL_CURRENCY = 'HNL'

/** Parses a tip, which the request's amount includes; `null` without one. */
export const readRequestedTip = (
  typed: string | undefined,
  amount: Money,
): { ok: true; tipMinor: bigint | null } | { ok: false; path: string; message: Localized } => {
  if (typed === undefined) return { ok: true, tipMinor: null }
  const read = readAmountFromZero(typed, amount.currency)
  if (!read.ok) return { ...read, path: 'tip' }
  return read.money.minor < amount.minor
    ? { ok: true, tipMinor: read.money.minor }
    : { ok: false, path: 'tip', message: fieldMessage('tipAboveAmount') }
}

/**
 * Parses a typed amount. Its currency is the given one, the one beside the amount, or the most
 * frequent one of the store's latest orders. A repetition (`of`: its key) keeps the currency of the
 * first request; later orders must not change it.
 */
export const readRequestedAmount = async (
  query: DbQuery,
  storeId: StoreId,
  {
    amount: typed,
    currency,
    of,
  }: { amount: string; currency?: string | undefined; of?: KeyOfRequest | undefined },
): Promise<ReturnType<typeof readTypedMoney>> => {
  const { amount, currency: beside } = splitCurrencyMark(typed)
  // A mark that contradicts the currency makes the text invalid.
  if (currency && beside && currency !== beside) return readTypedMoney({ amount: typed, currency })
  const earlier = currency || beside || !of ? undefined : await findRequestOfKey(query, storeId, of)
  const code = currency ?? beside ?? earlier?.currency ?? (await usualCurrency(query, storeId))
  return readTypedMoney({ amount, currency: code })
}

/** Returns the most frequent currency of the store's latest orders. */
export const usualCurrency = async (query: DbQuery, storeId: StoreId): Promise<string> =>
  (await commonCurrency(query, storeId)) ?? USUAL_CURRENCY
