import { minuteText } from '../../../src/domain/money-text.ts'
import type { Language } from '../language.ts'
import type { Payment } from './ask-owner.ts'
import { ownerTexts } from './texts.ts'

/** A payment by what tells it from the others of its order, here and in the gateway's portal. */
export const chargeText = (
  { attempt, paid_at, gateway_payment_id }: Payment,
  language: Language,
): string => {
  const t = ownerTexts[language]
  const marks = [
    ...(paid_at ? [minuteText(new Date(paid_at), language)] : []),
    ...(gateway_payment_id ? [t.atGateway(gateway_payment_id)] : []),
  ]
  return marks.length > 0 ? `${t.attempt(attempt)} (${marks.join(', ')})` : t.attempt(attempt)
}
