import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cookieLine, cookieName, cookieOf, isSameToken } from '../sessions/session-cookie.ts'

/** Upper bound of browsers: 400 days. */
const KEPT_SECONDS = 400 * 24 * 60 * 60
/** Up to two per account. */
const MOST_SIGNATURES = 10
const NONCE = /^[\w-]{22}$/

interface Signing {
  secret: string
  publicUrl: string
}

/** One signature per account that signed in there, and one per second factor it passed. */
interface Remembered {
  nonce: string
  signatures: readonly string[]
}

const nameAt = (publicUrl: string): string => cookieName('known_browser', publicUrl)

const read = (cookie: string | undefined, publicUrl: string): Remembered | undefined => {
  const [nonce = '', ...signatures] = cookieOf(cookie, nameAt(publicUrl))?.split('.') ?? []
  return NONCE.test(nonce) ? { nonce, signatures: signatures.slice(0, MOST_SIGNATURES) } : undefined
}

const signatureOf = (nonce: string, account: string, secret: string): string =>
  createHmac('sha256', secret).update(`browser ${nonce} ${account}`).digest('base64url')

/** The account with its second factor; another authenticator makes it another one. */
export const withFactor = (
  email: string,
  authenticator: { confirmed_at: Date | null } | undefined,
): string => `${email} since ${authenticator?.confirmed_at?.toISOString() ?? 'passkey'}`

/**
 * Returns the browser's id if this account signed in there before. Its attempts have a separate
 * counter.
 */
export const knownBrowser = (
  cookie: string | undefined,
  account: string,
  { secret, publicUrl }: Signing,
): string | undefined => {
  const browser = read(cookie, publicUrl)
  const signature = browser && signatureOf(browser.nonce, account, secret)
  return signature && browser.signatures.some((each) => isSameToken(each, signature))
    ? createHash('sha256').update(browser.nonce).digest('hex')
    : undefined
}

/** Returns the `Set-Cookie` header for a known browser. `accounts`: e-mail, or `withFactor`. */
export const rememberBrowser = (
  cookie: string | undefined,
  accounts: readonly string[],
  { secret, publicUrl }: Signing,
): string => {
  const { nonce, signatures } = read(cookie, publicUrl) ?? {
    nonce: randomBytes(16).toString('base64url'),
    signatures: [],
  }
  const own = accounts.map((account) => signatureOf(nonce, account, secret))
  const others = signatures.filter((each) => !own.includes(each))
  const value = [nonce, ...[...own, ...others].slice(0, MOST_SIGNATURES)]
  const kept = { maxAgeSeconds: KEPT_SECONDS, publicUrl }
  return cookieLine(nameAt(publicUrl), value.join('.'), kept)
}
