import { createHmac, timingSafeEqual } from 'node:crypto'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import type { Sandbox } from '../../context.ts'
import type { TransactionRow } from '../../database/tables.ts'

/** Observed validity (4.13, 8). */
export const AUTHENTICATION_WINDOW_MS = GATEWAY_LIMITS.authenticationUrlValidityMs

/** Returns `undefined` once the deadline has passed. */
export const deadlineAhead = (
  { authenticate_by }: Pick<TransactionRow, 'authenticate_by'>,
  now: Date,
): Date | undefined => (authenticate_by && authenticate_by > now ? authenticate_by : undefined)

type Signer = Pick<Sandbox, 'publicUrl' | 'signingKey'>

const signatureOf = (sandbox: Signer, { id, expires }: { id: string; expires: string }): string =>
  createHmac('sha256', sandbox.signingKey).update(`${id}.${expires}`).digest('hex')

/** Signs the URL, with its expiry in Unix seconds. */
export const authenticationUrl = (
  sandbox: Signer,
  { id, authenticate_by }: Pick<TransactionRow, 'id' | 'authenticate_by'>,
): string => {
  const expires = String(Math.floor((authenticate_by?.getTime() ?? 0) / 1000))
  const signature = signatureOf(sandbox, { id, expires })
  return `${sandbox.publicUrl}/3ds/${id}?${new URLSearchParams({ expires, signature })}`
}

export const isSignedVisit = (
  sandbox: Signer,
  { id, query }: { id: string; query: URLSearchParams },
): boolean => {
  const given = Buffer.from(query.get('signature') ?? '')
  const expected = Buffer.from(signatureOf(sandbox, { id, expires: query.get('expires') ?? '' }))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
