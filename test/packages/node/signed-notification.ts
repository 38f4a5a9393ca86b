import { signedPost, signingKey } from '../../../src/runtime/net/signed-post.ts'

export const SECRET = `whsec_${Buffer.from('the shop of this test, 24 bytes').toString('base64')}`

export const PAID = JSON.stringify({
  type: 'order.paid',
  timestamp: 't',
  data: { order: { id: 'A-1' } },
})

/** A POST as the service sends it, under the id `msg_1`; `changed` replaces headers after signing. */
export const postOf = (body = PAID, changed: Record<string, string> = {}) => {
  const signed = signedPost({
    keys: [signingKey(SECRET)],
    id: 'msg_1',
    now: new Date(),
    body,
    timeoutMs: 1,
  })
  return { method: 'POST' as const, body, headers: { ...signed.headers, ...changed } }
}
