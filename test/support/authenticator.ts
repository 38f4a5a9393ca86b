import { Secret, TOTP } from 'otpauth'
import { asPage } from './people.ts'
import type { Json, World } from './world.ts'

const PERIOD_MS = 30_000

/**
 * Sets up an authenticator app for the session. Each code is newer than the last: Puente accepts none
 * twice.
 */
export const authenticatorOf = async (world: World, cookie: string) => {
  const post = async (path: string, body: Json): Promise<Json> => {
    const answer = await asPage(world, 'POST', path, { body, cookie })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()) as Json
  }
  const { secret } = await post('/auth/second-factor/authenticator', {})
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  // Starts one step back: the window reaches one step ahead, so two more codes are at hand.
  let ahead = -1
  const nextCode = (): string => {
    const timestamp = Date.now() + ahead * PERIOD_MS
    ahead += 1
    return totp.generate({ timestamp })
  }
  const confirm = () => post('/auth/second-factor/authenticator/confirm', { code: nextCode() })
  // The first code may grow too old on its way.
  const { recovery_codes: recoveryCodes } = await confirm().catch(confirm)
  return { secret: String(secret), nextCode, recoveryCodes: recoveryCodes as string[] }
}
