import { Secret, TOTP } from 'otpauth'
import { SECOND } from '../../runtime/clock.ts'

const PERIOD_SECONDS = 30
/** Steps before and after now, for clocks that differ. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

/** Uses SHA-1 with six digits, which all authenticator apps support (RFC 6238). */
const totpOf = (secret: string, email = ''): TOTP =>
  new TOTP({
    issuer: 'Puente',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Returns a base32 secret. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns the text of the QR code: `otpauth://totp/…`. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/** Returns the time step of the code; `undefined`: wrong. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / (PERIOD_SECONDS * SECOND)) + delta
}
