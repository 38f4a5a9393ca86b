import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { moneyFromMinor } from '../../src/platform/money.ts'
import type { PaymentRow, TransactionRow } from '../database/tables.ts'
import type { Profile } from '../profile.ts'
import { jsonAmount } from './amount.ts'
import { feeTermsOf } from './fee-terms.ts'
import { commissionOn, percentOf } from './pricing.ts'

/** Honduras' tax on services, in per cent of the commission. */
const ISV_PERCENT = 15n

/**
 * The financial breakdown of an approved confirm (`gateway-api.md` 2.6): commercially sensitive,
 * it never goes to the cardholder.
 */
export const transactionDetails = (
  { payment, transaction }: { payment: PaymentRow; transaction: TransactionRow },
  profile: Profile,
) => {
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const { total_minor: charged, service_fee_minor: serviceFee } = transaction
  const due = commissionOn(
    { chargedMinor: charged, netMinor: charged - serviceFee },
    feeTermsOf(profile, currency),
  )
  // Of a small charge the service keeps all at most: nobody is charged for selling.
  const most = (charged * 100n) / (100n + ISV_PERCENT)
  const commission = due < most ? due : most
  const isv = percentOf(commission, String(ISV_PERCENT))
  const amount = (minor: bigint): number => jsonAmount(minor, payment.currency_code)
  return {
    service_commission: amount(commission),
    isv: amount(isv),
    expected_settlement: amount(charged - commission - isv),
    ...(profile.transaction_details === 'more' && {
      amount: amount(charged),
      currency: currency.numericCode,
      currency_iso: currency.code,
      card_brand: transaction.card_brand,
      last_four: transaction.card_last_four,
      processed_at: transaction.paid_at && formatHondurasTime(transaction.paid_at),
    }),
  }
}
