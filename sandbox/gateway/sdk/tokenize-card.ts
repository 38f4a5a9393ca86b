import type { IncomingHttpHeaders } from 'node:http'
import { tokenBody } from '../bodies/token.ts'
import { type ProcessorDecline, readCard } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { json, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Merchant } from '../merchant.ts'
import { violationsOf } from '../messages.ts'
import { createToken } from '../tokens/create-token.ts'

/** Failures before any processor request (4.14). ISO 8583 codes, as the contract shows none. */
const REFUSALS = {
  '03': 'Invalid merchant',
  '12': 'Invalid transaction',
  '14': 'Invalid card number',
  '30': 'Format error',
  '54': 'Expired card',
} as const

/**
 * `POST /embed/v1/tokens`, outside the contract. The publishable key suffices, because a token
 * charges nothing.
 */
export const tokenizeCard =
  ({ sandbox, merchant }: { sandbox: Sandbox; merchant: Merchant }) =>
  async (request: HttpRequest): Promise<Reply> => {
    if (!isFromTheCardFields(request.headers)) {
      return json(403, { message: 'Card data are taken from the card fields only.' })
    }
    const { body } = request
    const parsed = tokenBody.safeParse(body.kind === 'json' ? body.value : undefined)
    if (!parsed.success) return refusal('30', Object.keys(violationsOf(parsed.error)))
    const { publishable_key, card, ...options } = parsed.data
    const environment = merchant.environmentOfPublishable(publishable_key)
    if (!environment) return refusal('03')
    const reading = readCard(card, sandbox.clock.now())
    if (!reading.ok) return refusal(reading.reason === 'unknown' ? '14' : '54')
    const token = await createToken(sandbox, { environment, ...options, card: reading.card })
    if (token.ok) return json(201, { payment_token: token.paymentToken })
    return refusal(
      token.violations.payment_id !== undefined ? '12' : '30',
      Object.keys(token.violations),
    )
  }

/** Browsers send `Sec-Fetch-Site`; programs omit it. */
const isFromTheCardFields = (headers: IncomingHttpHeaders): boolean =>
  ['same-origin', undefined].includes(headers['sec-fetch-site']?.toString())

const refusal = (code: keyof typeof REFUSALS, fields: readonly string[] = []): Reply => {
  const names = fields.length > 0 ? ` (${fields.join(', ')})` : ''
  return json(422, {
    IsoResponseCode: code,
    Errors: [{ Code: code, Message: `${REFUSALS[code]}${names}` }],
  } satisfies ProcessorDecline)
}
