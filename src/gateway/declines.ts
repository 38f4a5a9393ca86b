import { processorDecline } from '../contract/charges.ts'
import type { GatewayAnswer } from './transport.ts'

/**
 * Decline by the processor. Branch on `code`; `message` is the processor's text for the merchant.
 */
export interface Decline {
  outcome: 'declined'
  /** `Errors[0].Code`, else `IsoResponseCode`. */
  code: string
  message: string | undefined
  isoResponseCode: string | undefined
}

/** Parses a decline from a body of any status (2.6, 4.12, 4.13). */
export const declineOf = (body: unknown): Decline | undefined => {
  const decline = processorDecline.safeParse(body).data
  const code = decline?.Errors[0]?.Code ?? decline?.IsoResponseCode ?? undefined
  if (!decline || code === undefined) return undefined
  return {
    outcome: 'declined',
    code,
    message: decline.Errors[0]?.Message ?? undefined,
    isoResponseCode: decline.IsoResponseCode ?? undefined,
  }
}

/** Returns the decline in a 422; `undefined` for a validation failure. */
export const declineIn = (answer: GatewayAnswer): Decline | undefined =>
  answer.kind === 'answer' && answer.status === 422 ? declineOf(answer.body) : undefined
