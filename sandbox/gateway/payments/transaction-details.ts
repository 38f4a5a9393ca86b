import { formatHondurasTime } from '../../../src/contract/honduras-time.ts'
import { moneyFromMinor } from '../../../src/domain/money.ts'
import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import type { Profile } from '../profile.ts'
import { jsonAmount } from './pricing/amount.ts'
import { feeTermsOf } from './pricing/fee-terms.ts'
import { capDeductions, deductionsOf } from './pricing/pricing.ts'

/** Financial breakdown (2.6), commercially sensitive: never for the cardholder. */
export const transactionDetails = (
  { payment, transaction }: { payment: SandboxPaymentRow; transaction: TransactionRow },
  profile: Profile,
) => {
  const { currency } = moneyFromMinor(0n, payment.currency_code)
  const { total_minor: charged, service_fee_minor: serviceFee } = transaction
  const due = deductionsOf(
    { chargedMinor: charged, netMinor: charged - serviceFee },
    // A service fee keeps the terms of its creation.
    payment.pricing_rules.fee ?? feeTermsOf(profile, currency),
  )
  const { commissionMinor, isvMinor } = capDeductions(due, charged)
  const amount = (minor: bigint): number => jsonAmount(minor, payment.currency_code)
  return {
    service_commission: amount(commissionMinor),
    isv: amount(isvMinor),
    expected_settlement: amount(charged - commissionMinor - isvMinor),
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
