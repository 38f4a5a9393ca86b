import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { moneyFromMinor, parseMoney } from '../../src/platform/money.ts'
import type { PaymentRow, TransactionRow } from '../database/tables.ts'
import type { Profile } from '../profile.ts'
import { jsonAmount } from './amount.ts'
import { commissionOn, percentOf } from './pricing.ts'

/** Honduras' tax on services, in per cent of the commission. */
const ISV_PERCENT = '15'

/**
 * The financial breakdown of an approved confirm (`gateway-api.md` 2.6): commercially sensitive,
 * it never goes to the cardholder.
 */
export const transactionDetails = (
  { payment, transaction }: { payment: PaymentRow; transaction: TransactionRow },
  profile: Profile,
) => {
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const fixed = parseMoney(profile.fee_fixed, currency)
  const commission = commissionOn(transaction.total_minor, {
    rate: String(profile.fee_rate),
    fixedMinor: fixed.ok ? fixed.money.minor : 0n,
  })
  const isv = percentOf(commission, ISV_PERCENT)
  const amount = (minor: bigint): number => jsonAmount(minor, payment.currency_code)
  return {
    service_commission: amount(commission),
    isv: amount(isv),
    expected_settlement: amount(transaction.total_minor - commission - isv),
    ...(profile.transaction_details === 'more' && {
      amount: amount(transaction.total_minor),
      currency: currency.numericCode,
      currency_iso: currency.code,
      card_brand: transaction.card_brand,
      last_four: transaction.card_last_four,
      processed_at: transaction.paid_at && formatHondurasTime(transaction.paid_at),
    }),
  }
}
