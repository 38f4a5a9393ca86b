import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../../../src/contract/create-payment.ts'
import type { Sandbox } from '../../context.ts'
import type { TransactionRow } from '../../database/tables.ts'

/** `gateway-api.md` 4.13, 8: the observed window. */
export const AUTHENTICATION_WINDOW_MS = LIMITS.authenticationUrlValidityMs

/** The end of a challenge's window while it is still to come. */
export const deadlineAhead = (
  { authenticate_by }: Pick<TransactionRow, 'authenticate_by'>,
  now: Date,
): Date | undefined => (authenticate_by && authenticate_by > now ? authenticate_by : undefined)

type Signer = Pick<Sandbox, 'publicUrl' | 'signingKey'>

const signatureOf = (sandbox: Signer, { id, expires }: { id: string; expires: string }): string =>
  createHmac('sha256', sandbox.signingKey).update(`${id}.${expires}`).digest('hex')

/** Where the cardholder authenticates. Its query has an expiry (Unix seconds) and a signature. */
export const authenticationUrl = (
  sandbox: Signer,
  { id, authenticate_by }: Pick<TransactionRow, 'id' | 'authenticate_by'>,
): string => {
  const expires = String(Math.floor((authenticate_by?.getTime() ?? 0) / 1000))
  const signature = signatureOf(sandbox, { id, expires })
  return `${sandbox.publicUrl}/3ds/${id}?${new URLSearchParams({ expires, signature })}`
}

/** Whether a visit's query is the one that was signed for this transaction. */
export const isSignedVisit = (
  sandbox: Signer,
  { id, query }: { id: string; query: URLSearchParams },
): boolean => {
  const given = Buffer.from(query.get('signature') ?? '')
  const expected = Buffer.from(signatureOf(sandbox, { id, expires: query.get('expires') ?? '' }))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
