import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { parseMoney } from '../../domain/money.ts'
import { policyOf } from './policy.ts'

/**
 * Tells whether the store's policy requires a `GET` to confirm a payment before Puente notifies the
 * storefront: the payment is above the limit of its currency. A currency may have no limit.
 */
export const mustBeConfirmed = (
  store: Pick<StoreRow, 'policy'> | undefined,
  { amount_minor, currency: code }: Pick<PaymentRow, 'amount_minor' | 'currency'>,
): boolean => {
  // Hardly any store has the limit, and parsing a whole policy costs more than this check.
  if (!store?.policy.confirm_above) return false
  const currency = currencyByCode(code)
  const limit = policyOf(store).confirm_above?.[code]
  const most = currency && limit ? parseMoney(limit, currency) : undefined
  return most?.ok === true && amount_minor > most.money.minor
}
