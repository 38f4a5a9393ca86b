import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cookieAttributes, cookieName, cookieOf, isSameToken } from '../sessions/session-cookie.ts'

/** Upper bound of browsers: 400 days. */
const KEPT_SECONDS = 400 * 24 * 60 * 60
const MOST_ACCOUNTS = 5
const NONCE = /^[\w-]{22}$/

interface Signing {
  secret: string
  publicUrl: string
}

/** One signature per account that signed in there. */
interface Remembered {
  nonce: string
  signatures: readonly string[]
}

const nameAt = (publicUrl: string): string => cookieName('known_browser', publicUrl)

const read = (cookie: string | undefined, publicUrl: string): Remembered | undefined => {
  const [nonce = '', ...signatures] = cookieOf(cookie, nameAt(publicUrl))?.split('.') ?? []
  return NONCE.test(nonce) ? { nonce, signatures: signatures.slice(0, MOST_ACCOUNTS) } : undefined
}

const signatureOf = (nonce: string, email: string, secret: string): string =>
  createHmac('sha256', secret).update(`browser ${nonce} ${email}`).digest('base64url')

/**
 * Returns the browser's id if this account signed in there before. Its attempts have a separate
 * counter.
 */
export const knownBrowser = (
  cookie: string | undefined,
  email: string,
  { secret, publicUrl }: Signing,
): string | undefined => {
  const browser = read(cookie, publicUrl)
  const signature = browser && signatureOf(browser.nonce, email, secret)
  return signature && browser.signatures.some((each) => isSameToken(each, signature))
    ? createHash('sha256').update(browser.nonce).digest('hex')
    : undefined
}

/** Returns the `Set-Cookie` header for a known browser. */
export const rememberBrowser = (
  cookie: string | undefined,
  email: string,
  { secret, publicUrl }: Signing,
): string => {
  const { nonce, signatures } = read(cookie, publicUrl) ?? {
    nonce: randomBytes(16).toString('base64url'),
    signatures: [],
  }
  const own = signatureOf(nonce, email, secret)
  const value = [nonce, own, ...signatures.filter((each) => each !== own)].slice(
    0,
    MOST_ACCOUNTS + 1,
  )
  const { secure } = cookieAttributes(publicUrl)
  return `${nameAt(publicUrl)}=${value.join('.')}; Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
