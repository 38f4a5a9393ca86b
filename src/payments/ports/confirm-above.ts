import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { parseMoney } from '../../domain/money.ts'
import { policyOf } from './policy.ts'

/**
 * Whether the store's policy has a payment confirmed by `GET` before its storefront is notified: one
 * above the limit of its currency. A currency without a limit has none.
 */
export const mustBeConfirmed = (
  store: Pick<StoreRow, 'policy'> | undefined,
  { amount_minor, currency: code }: Pick<PaymentRow, 'amount_minor' | 'currency'>,
): boolean => {
  // Nearly no store has the limit, and reading a whole policy costs more than looking.
  if (!store?.policy.confirm_above) return false
  const currency = currencyByCode(code)
  const limit = policyOf(store).confirm_above?.[code]
  const most = currency && limit ? parseMoney(limit, currency) : undefined
  return most?.ok === true && amount_minor > most.money.minor
}
