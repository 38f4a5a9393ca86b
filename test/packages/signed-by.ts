import { signedPost, signingKey } from '../../src/runtime/net/signed-post.ts'

let sent = 0

/** Posts a notification that a secret signs, and returns the status of the answer. */
export const notify = async (
  url: string,
  secret: string,
  notification: object,
): Promise<number> => {
  const body = JSON.stringify({ timestamp: new Date().toISOString(), ...notification })
  const id = `msg_test_${++sent}`
  const keys = [signingKey(secret)]
  const { headers } = signedPost({ keys, id, now: new Date(), body, timeoutMs: 10_000 })
  const answer = await fetch(url, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body,
  })
  return answer.status
}
