import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export const COOKIE_PREFIX = 'puente'
/** The session cookie without the prefix that one has which is sent over https alone. */
const NAME = `${COOKIE_PREFIX}.session_token`

const nameAt = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${NAME}` : NAME

/** The token of the session that a request belongs to, if our secret has signed it. */
export const sessionTokenOf = (
  headers: IncomingHttpHeaders,
  { secret, publicUrl }: { secret: string; publicUrl: string },
): string | undefined => {
  const value = cookieOf(headers.cookie, nameAt(publicUrl))
  const dot = value?.lastIndexOf('.') ?? -1
  if (value === undefined || dot < 1) return undefined
  const token = value.slice(0, dot)
  const sent = Buffer.from(value.slice(dot + 1))
  const signature = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  return sent.length === signature.length && timingSafeEqual(sent, signature) ? token : undefined
}

/** The first cookie of this name, decoded. */
const cookieOf = (header: string | undefined, name: string): string | undefined => {
  const pair = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  try {
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined
  }
}
