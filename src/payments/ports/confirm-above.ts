import type { PaymentRow, StoreRow } from '../../db/db.ts'
import { currencyByCode } from '../../domain/currencies.ts'
import { parseMoney } from '../../domain/money.ts'
import { policyOf } from './policy.ts'

/**
 * Reports whether a payment exceeds the store's limit, above which a `GET` must confirm it before
 * Puente notifies the storefront.
 */
export const mustBeConfirmed = (
  store: Pick<StoreRow, 'policy'> | undefined,
  { amount_minor, currency: code }: Pick<PaymentRow, 'amount_minor' | 'currency'>,
): boolean => {
  // Fast path: few stores have a limit, and parsing a policy is expensive.
  if (!store?.policy.confirm_above) return false
  const currency = currencyByCode(code)
  const limit = policyOf(store).confirm_above?.[code]
  const most = currency && limit ? parseMoney(limit, currency) : undefined
  return most?.ok === true && amount_minor > most.money.minor
}
