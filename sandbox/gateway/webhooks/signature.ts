import { createHmac } from 'node:crypto'

/**
 * Builds the header (6.3, 6.4): `t=<unix seconds>,v1=<lowercase hex of HMAC-SHA256(secret,
 * timestamp + "." + raw body)>`.
 */
export const signatureHeader = ({
  secret,
  body,
  at,
}: {
  secret: string
  body: string
  at: Date
}): string => {
  const timestamp = Math.floor(at.getTime() / 1000)
  const hmac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${hmac}`
}
