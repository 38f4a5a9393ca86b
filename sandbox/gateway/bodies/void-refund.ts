import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import { broken, number, optionalText, shorterThan, text } from './fields.ts'

/** Body of void (4.6). */
export const voidTransactionInput = z.object(
  { reason: optionalText(shorterThan(GATEWAY_LIMITS.voidReasonLength)) },
  broken('malformed_body'),
)

/** Body of refund (4.7). */
export const refundTransactionInput = z.object(
  { amount: number, reason: optionalText(text) },
  broken('malformed_body'),
)
