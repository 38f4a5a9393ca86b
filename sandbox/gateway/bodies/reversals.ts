import { z } from 'zod'
import { LIMITS } from '../../../src/contract/create-payment.ts'
import { broken, number, optionalText, shorterThan, text } from './fields.ts'

/** Body of void (4.6). */
export const voidBody = z.object(
  { reason: optionalText(shorterThan(LIMITS.voidReasonLength)) },
  broken('malformed_body'),
)

/** Body of refund (4.7). */
export const refundBody = z.object(
  { amount: number, reason: optionalText(text) },
  broken('malformed_body'),
)
