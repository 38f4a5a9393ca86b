import { createHash, createHmac, randomBytes } from 'node:crypto'
import { consumeChallenge } from '../../db/people/passkeys.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import type { PeopleContext } from '../context.ts'
import { cookieLine, cookieName, cookieOf, isSameToken } from '../sessions/session-cookie.ts'

const VALID_MS = 5 * MINUTE
const BYTES = 32

type Context = Pick<PeopleContext, 'query' | 'secret' | 'publicUrl' | 'clock'>

/** Purpose of a challenge. An answer is valid only for the same purpose. */
export type Ceremony = 'register' | 'sign-in'

const signatureOf = (
  { secret }: Context,
  { ceremony, challenge, until }: { ceremony: Ceremony; challenge: string; until: string },
): string =>
  createHmac('sha256', secret)
    .update(`passkey ${ceremony} ${challenge} ${until}`)
    .digest('base64url')

const nameAt = (publicUrl: string): string => cookieName('puente_passkey', publicUrl)

/** Returns a challenge, and the `Set-Cookie` line that keeps it in this browser. */
export const newChallenge = (
  ctx: Context,
  ceremony: Ceremony,
): { challenge: string; cookie: string } => {
  const { publicUrl } = ctx
  const challenge = randomBytes(BYTES).toString('base64url')
  const until = String(ctx.clock.now().getTime() + VALID_MS)
  const signature = signatureOf(ctx, { ceremony, challenge, until })
  const value = `${challenge}.${until}.${signature}`
  return {
    challenge,
    cookie: cookieLine(nameAt(publicUrl), value, { maxAgeSeconds: VALID_MS / 1_000, publicUrl }),
  }
}

/** Returns the browser's challenge; `undefined`: none, of another ceremony, or expired. */
export const challengeOf = (
  ctx: Context,
  { cookie, ceremony }: { cookie: string | undefined; ceremony: Ceremony },
): string | undefined => {
  const [challenge, until, sent] = cookieOf(cookie, nameAt(ctx.publicUrl))?.split('.') ?? []
  if (!challenge || !until || !sent) return undefined
  const isSigned = isSameToken(sent, signatureOf(ctx, { ceremony, challenge, until }))
  return isSigned && Number(until) > ctx.clock.now().getTime() ? challenge : undefined
}

/** Returns `false` for a challenge that was answered before. */
export const spendChallenge = ({ query, clock }: Context, challenge: string): Promise<boolean> => {
  const now = clock.now()
  return consumeChallenge(query, {
    hash: createHash('sha256').update(challenge).digest('hex'),
    until: addMs(now, VALID_MS),
    now,
  })
}
