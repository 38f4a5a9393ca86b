import { z } from 'zod'
import { MINUTE } from '../../runtime/clock.ts'
import { orUndefined } from '../../runtime/failure.ts'
import type { PeopleContext } from '../context.ts'
import { cookieLine, cookieName, cookieOf } from '../sessions/session-cookie.ts'

const VALID_MS = 10 * MINUTE
const SEALED_AS = 'sign-in at the issuer'

type Context = Pick<PeopleContext, 'sealer' | 'publicUrl' | 'clock'>

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  signedInSince: z.number().optional(),
  next: z.string(),
  until: z.number(),
})

type Kept = Omit<z.infer<typeof kept>, 'until'>

const lineOf = ({ publicUrl }: Context, value: string, maxAgeSeconds: number): string =>
  cookieLine(cookieName('puente_oidc', publicUrl), value, { maxAgeSeconds, publicUrl })

/** Returns the `Set-Cookie` line that binds the callback to this browser. */
export const keepSignIn = (ctx: Context, given: Kept): string => {
  const until = ctx.clock.now().getTime() + VALID_MS
  const sealed = ctx.sealer.seal(JSON.stringify({ ...given, until }), SEALED_AS)
  return lineOf(ctx, sealed, VALID_MS / 1_000)
}

export const forgetSignIn = (ctx: Context): string => lineOf(ctx, '', 0)

/** Returns `undefined` if the sign-in began in another browser, or has expired. */
export const keptSignIn = (ctx: Context, cookie: string | undefined): Kept | undefined => {
  const sealed = cookieOf(cookie, cookieName('puente_oidc', ctx.publicUrl))
  const opened = sealed && orUndefined(() => ctx.sealer.open(sealed, SEALED_AS))
  const { data } = kept.safeParse(opened && orUndefined(() => JSON.parse(opened)))
  return data && data.until > ctx.clock.now().getTime() ? data : undefined
}
