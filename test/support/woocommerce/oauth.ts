import { createHmac } from 'node:crypto'

export type KeyCheck = 'right' | 'none' | { message: string }

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

const MOST_AGE_SECONDS = 15 * 60

/** Like WooCommerce over http: single-use nonces, and the signature does not cover the body. */
export const checkOAuth = ({
  method,
  url,
  key,
  secret,
  now,
  isNewNonce,
}: {
  method: string
  url: URL
  key: string
  secret: string
  now: Date
  isNewNonce(nonce: string): boolean
}): KeyCheck => {
  const given = (name: string) => url.searchParams.get(`oauth_${name}`)
  if (!given('consumer_key')) return 'none'
  if (given('consumer_key') !== key) return { message: 'Consumer key is invalid.' }
  const pairs = [...url.searchParams].filter(([name]) => name !== 'oauth_signature')
  const sorted = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  // WooCommerce cuts the slash of a bare home address.
  const path = url.pathname === '/' ? '' : url.pathname
  const text = [method, url.origin + path, sorted.join('&')].map(encode).join('&')
  const right = createHmac('sha256', `${secret}&`).update(text).digest('base64')
  if (given('signature') !== right) {
    return { message: 'Invalid signature - provided signature does not match.' }
  }
  const ageSeconds = now.getTime() / 1000 - Number(given('timestamp'))
  if (!(Math.abs(ageSeconds) <= MOST_AGE_SECONDS)) return { message: 'Invalid timestamp.' }
  return isNewNonce(given('nonce') ?? '')
    ? 'right'
    : { message: 'Invalid nonce - nonce has already been used.' }
}
