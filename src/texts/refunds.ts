import type { PaymentRow, RefundRow } from '../db/db.ts'
import type { RefundApproval } from '../db/tables/refunds.ts'
import { formatMinor } from '../domain/money.ts'
import { moneyInWords } from '../domain/money-text.ts'
import { formatMessage } from '../locales/format-message.ts'
import type { Language } from '../locales/language.ts'
import { TEXTS } from '../locales/texts.ts'
import { chargeAfterAmount, chargeOfPayment } from './charges.ts'

export const refundSentence = (
  refund: Pick<RefundRow, 'state' | 'kind' | 'amount_minor' | 'currency' | 'needs_attention'> & {
    approval: Pick<RefundApproval, 'state'> | null
  },
  { payment, locale }: { payment: PaymentRow | undefined; locale: Language },
): string => {
  const amount = amountOfRefund(refund, locale)
  const what = payment ? `${amount} ${chargeAfterAmount(chargeOfPayment(payment), locale)}` : amount
  const texts = TEXTS[locale].refunds
  // An operator must resolve an unknown outcome first.
  const isUnknown = refund.state === 'waiting' && refund.needs_attention
  const ofApproval = sentenceOfApproval(refund)
  const message = ofApproval
    ? texts[ofApproval]
    : isUnknown
      ? texts.unknownOutcome
      : texts[refund.state]
  return formatMessage(message, { what, kind: refund.kind }, locale)
}

export const amountOfRefund = (
  { amount_minor, currency }: Pick<RefundRow, 'amount_minor' | 'currency'>,
  locale: Language,
): string => moneyInWords(formatMinor(amount_minor, currency), currency, locale)

const sentenceOfApproval = ({
  approval,
}: {
  approval: Pick<RefundApproval, 'state'> | null
}): 'awaitsApproval' | 'notApproved' | undefined => {
  switch (approval?.state) {
    case 'pending':
      return 'awaitsApproval'
    case 'rejected':
    case 'expired':
      return 'notApproved'
    default:
      return undefined
  }
}
