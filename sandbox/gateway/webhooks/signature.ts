import { createHmac } from 'node:crypto'

/**
 * Builds the header (6.3, 6.4): `t=<unix seconds>,v1=<lowercase hex of HMAC-SHA256(secret,
 * timestamp + "." + raw body)>`.
 */
export const signatureHeader = (signed: { secret: string; body: string; at: Date }): string => {
  const timestamp = Math.floor(signed.at.getTime() / 1000)
  const hmac = createHmac('sha256', signed.secret)
    .update(`${timestamp}.${signed.body}`)
    .digest('hex')
  return `t=${timestamp},v1=${hmac}`
}
