import { createHmac } from 'node:crypto'

/**
 * The value of the `Service-Signature` header, `gateway-api.md` 6.3 and 6.4:
 * `t=<unix seconds>,v1=<lowercase hex of HMAC-SHA256(secret, timestamp + "." + raw body)>`.
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
