import { processorDecline, statedDecline } from '../contract/charges.ts'
import { fitText } from '../runtime/text/fit-text.ts'
import { maskTypedCardNumbers } from '../runtime/text/masking.ts'
import { printable } from '../runtime/text/printable.ts'
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

const LONGEST_CODE = 40
const LONGEST_MESSAGE = 300

/**
 * Reads the reason of a `payment.failed` event: the contract shows none in it (6.3), so reads the
 * processor's names (7) if they are there.
 */
export const declineInEvent = (
  data: unknown,
): { code: string | null; message: string | null } | undefined => {
  const stated = statedDecline.safeParse(data).data
  const [error] = stated?.Errors ?? []
  const reason = shownReason({
    code: error?.Code ?? stated?.IsoResponseCode,
    message: error?.Message,
  })
  return reason.code === null && reason.message === null ? undefined : reason
}

/** Removes card numbers and unprintable characters. */
export const shownReason = ({
  code,
  message,
}: {
  code: string | null | undefined
  message: string | null | undefined
}): { code: string | null; message: string | null } => ({
  code: shown(code, LONGEST_CODE),
  message: shown(message, LONGEST_MESSAGE),
})

const shown = (text: string | null | undefined, mostLetters: number): string | null => {
  const plain = printable(maskTypedCardNumbers((text ?? '').slice(0, 2 * mostLetters))).trim()
  return plain === '' ? null : fitText(plain, mostLetters)
}
