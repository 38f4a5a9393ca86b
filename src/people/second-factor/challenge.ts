import { createHmac } from 'node:crypto'
import { passwordHashOf } from '../../db/payments/accounts.ts'
import { getPerson } from '../../db/people/people.ts'
import { MINUTE } from '../../runtime/clock.ts'
import type { PeopleContext } from '../context.ts'
import { cookieLine, cookieName, cookieOf, isSameToken } from '../sessions/session-cookie.ts'

/** Time to enter the code after the password. */
const VALID_MS = 10 * MINUTE

type Context = Pick<PeopleContext, 'query' | 'secret' | 'publicUrl' | 'clock'>

const nameAt = (publicUrl: string): string => cookieName('puente_second_factor', publicUrl)

/** A new password invalidates open challenges. */
const signatureOf = async (
  { query, secret }: Context,
  { personId, until }: { personId: string; until: string },
): Promise<string> => {
  const password = await passwordHashOf(query, personId)
  return createHmac('sha256', secret)
    .update(`second factor ${personId} ${until} ${password ?? ''}`)
    .digest('base64url')
}

const lineOf = (value: string, maxAgeSeconds: number, publicUrl: string): string =>
  cookieLine(nameAt(publicUrl), value, { maxAgeSeconds, publicUrl })

/** Returns the `Set-Cookie` line for a person who has entered the password but no code. */
export const beginChallenge = async (ctx: Context, personId: string): Promise<string> => {
  const until = String(ctx.clock.now().getTime() + VALID_MS)
  const signature = await signatureOf(ctx, { personId, until })
  return lineOf(`${personId}.${until}.${signature}`, VALID_MS / 1_000, ctx.publicUrl)
}

export const endChallenge = ({ publicUrl }: Context): string => lineOf('', 0, publicUrl)

/** Returns the person who has to enter a code; `undefined`: no challenge, or expired. */
export const personOfChallenge = async (ctx: Context, cookie: string | undefined) => {
  const [personId, until, sent] = cookieOf(cookie, nameAt(ctx.publicUrl))?.split('.') ?? []
  if (!personId || !until || !sent) return undefined
  const isSigned = isSameToken(sent, await signatureOf(ctx, { personId, until }))
  if (!isSigned || Number(until) <= ctx.clock.now().getTime()) return undefined
  return getPerson(ctx.query, personId)
}
