import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureHeader } from './signature.ts'

test('the signature is the HMAC of timestamp, dot and body under the verbatim secret', () => {
  const body = '{"id":"ñ"}'
  const expected = createHmac('sha256', 'whsec_x').update(`1700000000.${body}`).digest('hex')
  expect(signatureHeader({ secret: 'whsec_x', body, at: new Date(1_700_000_000_999) })).toBe(
    `t=1700000000,v1=${expected}`,
  )
})
