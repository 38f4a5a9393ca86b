import type { SHOPIFY_TEXTS } from '../texts.ts'

/** `PaymentSessionStateRejectedReason`, as far as Puente sends it. */
export type PaymentRejection = keyof (typeof SHOPIFY_TEXTS)['en']['rejections']

/** By processor code (`gateway-api.md` 2.6; ISO 8583, field 39). */
const OF_DECLINE: Record<string, PaymentRejection> = {
  '01': 'CALL_ISSUER',
  '02': 'CALL_ISSUER',
  '03': 'MERCHANT_ACCOUNT_ERROR',
  '04': 'PICK_UP_CARD',
  '05': 'DO_NOT_HONOR',
  '07': 'PICK_UP_CARD',
  '13': 'INVALID_AMOUNT',
  '14': 'INCORRECT_NUMBER',
  '33': 'EXPIRED_CARD',
  '34': 'FRAUD_SUSPECTED',
  '41': 'PICK_UP_CARD',
  '43': 'PICK_UP_CARD',
  '51': 'INSUFFICIENT_FUNDS',
  '54': 'EXPIRED_CARD',
  '55': 'INCORRECT_PIN',
  '59': 'FRAUD_SUSPECTED',
  '61': 'TRANSACTION_LIMIT_EXCEEDED',
  '65': 'TRANSACTION_LIMIT_EXCEEDED',
  '82': 'INCORRECT_CVC',
  N7: 'INCORRECT_CVC',
  '91': 'PROCESSING_ERROR',
  '96': 'PROCESSING_ERROR',
  '1A': 'AUTHENTICATION_FAILED',
}

/**
 * Returns why a session stays unpaid. `declineCode`: of the last declined card, empty if unknown;
 * `null`: no decline, the buyer gave up.
 */
export const rejectionOf = (declineCode: string | null): PaymentRejection => {
  if (declineCode === null) return 'CANCELLED_PAYMENT'
  return OF_DECLINE[declineCode.toUpperCase()] ?? 'CARD_DECLINED'
}
