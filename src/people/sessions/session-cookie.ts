import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { orUndefined } from '../../runtime/failure.ts'
import { isStorable } from '../../runtime/text/storable.ts'

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/**
 * Adds `__Host-` except over http (loopback): browsers accept it only over https and from this
 * exact host.
 */
export const cookieName = (name: string, publicUrl: string): string =>
  isHttps(publicUrl) ? `__Host-${name}` : name

/** Returns the cookie prefix in better-auth's format. */
export const sessionPrefix = (publicUrl: string): string => cookieName('puente', publicUrl)

/** Returns attributes besides the path `/`. */
export const cookieAttributes = (publicUrl: string) =>
  ({ httpOnly: true, sameSite: 'lax', secure: isHttps(publicUrl) }) as const

/** Returns the `Set-Cookie` line of a cookie that no script reads; `maxAgeSeconds` of 0 deletes it. */
export const cookieLine = (
  name: string,
  value: string,
  { maxAgeSeconds, publicUrl }: { maxAgeSeconds: number; publicUrl: string },
): string => {
  const secure = isHttps(publicUrl) ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Returns the token if our secret signed it. */
export const sessionTokenOf = (
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
  { secret, publicUrl }: { secret: string; publicUrl: string },
): string | undefined => {
  const value = cookieOf(cookie, `${sessionPrefix(publicUrl)}.session_token`)
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === undefined || dot < 1) return undefined
  const token = value.slice(0, dot)
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return isSameToken(value.slice(dot + 1), signature) ? token : undefined
}

/** Compares signatures in constant time. */
export const isSameToken = (sent: string, ours: string): boolean => {
  const [a, b] = [Buffer.from(sent), Buffer.from(ours)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** `undefined` also for a text that the database cannot hold. */
export const cookieOf = (header: string | undefined, name: string): string | undefined => {
  const pair = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  const value = pair && orUndefined(() => decodeURIComponent(pair.slice(name.length + 1)))
  return value !== undefined && isStorable(value) ? value : undefined
}
