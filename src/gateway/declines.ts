import { processorDecline } from '../contract/charges.ts'
import type { GatewayResponse } from './transport.ts'

/** Branch on `code`; `message` is the processor's, for the merchant. */
export interface Decline {
  outcome: 'declined'
  /** `Errors[0].Code`, else `IsoResponseCode`. */
  code: string
  message: string | undefined
  isoResponseCode: string | undefined
}

/** Parses a decline, at any status (2.6, 4.12, 4.13). */
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

export const declineIn = (answer: GatewayResponse): Decline | undefined =>
  answer.kind === 'answer' && answer.status === 422 ? declineOf(answer.body) : undefined
