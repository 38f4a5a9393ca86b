import { createHmac } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import {
  NOTIFICATION_TYPES,
  type RefusalReason,
  verifyNotification,
} from '../../../packages/node/src/index.ts'
import { signedPost, signingKey } from '../../../src/runtime/net/signed-post.ts'

const SECRET = `whsec_${Buffer.from('the shop of this test, 24 bytes').toString('base64')}`
const NEXT = `whsec_${Buffer.from('the next secret of the shop').toString('base64')}`
const body = JSON.stringify({
  type: 'order.paid',
  timestamp: '2026-05-04T12:00:00.000Z',
  data: { order: { id: 'A-1', description: 'Café ☕' }, payment: null, payments: [], refunds: [] },
})

/** Signs as the service does. */
const signed = (secrets: readonly string[] = [SECRET], text = body, now = new Date()) =>
  signedPost({ keys: secrets.map(signingKey), id: 'msg_1', now, body: text, timeoutMs: 1 })

const reasonOf = (...call: Parameters<typeof verifyNotification>): RefusalReason | undefined => {
  const verified = verifyNotification(...call)
  return verified.valid ? undefined : verified.reason
}

describe('a genuine notification', () => {
  it('its event has the id, type and data that the service signed', () => {
    expect(verifyNotification(body, signed().headers, SECRET)).toEqual({
      valid: true,
      event: { id: 'msg_1', ...JSON.parse(body) },
    })
  })

  it.each([
    ['bytes', Buffer.from(body)],
    ['a Uint8Array', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
    [
      'a part of a larger buffer',
      Buffer.concat([Buffer.from('--'), Buffer.from(body)]).subarray(2),
    ],
    [
      'bytes of another realm, as in jest',
      runInNewContext('Uint8Array.from(bytes)', { bytes: [...Buffer.from(body)] }),
    ],
    [
      'an ArrayBuffer of another realm',
      runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...Buffer.from(body)] }),
    ],
  ])('%s are accepted as the raw body', (_, raw) => {
    expect(reasonOf(raw, signed().headers, SECRET)).toBeUndefined()
  })

  it('headers are read as Headers, in any case, and as node:http gives them', () => {
    const { headers } = signed()
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    const lists = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    )
    const map = new Map(Object.entries(headers))
    for (const given of [
      new Headers(headers),
      upper,
      lists,
      { get: (name: string) => map.get(name) ?? null },
    ]) {
      expect(reasonOf(body, given, SECRET)).toBeUndefined()
    }
  })

  it('one of two secrets is enough while the store rotates, on either side', () => {
    expect(reasonOf(body, signed([SECRET]).headers, [NEXT, SECRET])).toBeUndefined()
    expect(reasonOf(body, signed([SECRET, NEXT]).headers, NEXT)).toBeUndefined()
    expect(reasonOf(body, signed([NEXT]).headers, [NEXT, undefined])).toBeUndefined()
    expect(reasonOf(body, signed([NEXT]).headers, SECRET)).toBe('wrong_signature')
  })

  it('a signature of the Standard Webhooks library is accepted', () => {
    const at = new Date()
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('msg_2', at, body),
    }
    expect(reasonOf(body, headers, SECRET)).toBeUndefined()
  })

  it('a type of a later version is an unknown event, and no refusal', () => {
    const later = JSON.stringify({ type: 'order.archived', timestamp: 'now', data: { a: 1 } })
    expect(verifyNotification(later, signed(undefined, later).headers, SECRET)).toEqual({
      valid: true,
      event: {
        id: 'msg_1',
        type: 'unknown',
        name: 'order.archived',
        timestamp: 'now',
        data: { a: 1 },
      },
    })
  })

  it('every type of the service is known', () => {
    for (const type of NOTIFICATION_TYPES) {
      const text = JSON.stringify({ type, timestamp: 't', data: {} })
      const verified = verifyNotification(text, signed(undefined, text).headers, SECRET)
      expect(verified).toMatchObject({ valid: true, event: { type } })
    }
  })
})

describe('a request that is refused', () => {
  const { headers } = signed()

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'a request without the header %s is refused by its name',
    (name) => {
      const verified = verifyNotification(body, { ...headers, [name]: undefined }, SECRET)
      expect(verified).toMatchObject({ reason: 'missing_header' })
      expect(verified).toHaveProperty('message', expect.stringContaining(name))
    },
  )

  it('a request without headers is refused, not thrown', () => {
    // @ts-expect-error: the types refuse it, too.
    expect(reasonOf(body, undefined, SECRET)).toBe('missing_header')
  })

  it.each([
    ['another body', body.replace('A-1', 'A-2'), {}],
    ['another id', body, { 'webhook-id': 'msg_9' }],
    [
      'another time',
      body,
      { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
    ],
    ['a signature cut short', body, { 'webhook-signature': 'v1,abc' }],
    ['another version', body, { 'webhook-signature': `v1a,x v1,${'A'.repeat(43)}=` }],
  ])('%s has a wrong signature', (_, text, changed) => {
    expect(reasonOf(text, { ...headers, ...changed }, SECRET)).toBe('wrong_signature')
  })

  it.each([
    [{ 'webhook-timestamp': 'yesterday' }],
    [{ 'webhook-timestamp': '-5' }],
    [{ 'webhook-signature': 'sha256=abc' }],
  ])('the malformed header %o is named', (changed) => {
    expect(reasonOf(body, { ...headers, ...changed }, SECRET)).toBe('malformed_header')
  })

  it('a parsed body is refused with a sentence about the parser', () => {
    const parsed: object = JSON.parse(body)
    // @ts-expect-error: the types refuse it, too.
    const verified = verifyNotification(parsed, headers, SECRET)
    expect(verified).toMatchObject({ valid: false, reason: 'not_raw' })
    expect(verified).toHaveProperty('message', expect.stringContaining('express.json()'))
  })

  it.each([
    [301, 'too_old', 'later'],
    [-301, 'too_new', 'earlier'],
  ])('a time %i seconds off names both clocks', (seconds, reason, word) => {
    const at = new Date('2026-05-04T12:00:00Z')
    const now = () => new Date(at.getTime() + seconds * 1_000)
    const old = signed(undefined, body, at).headers
    const verified = verifyNotification(body, old, SECRET, { now })
    expect(verified).toMatchObject({ valid: false, reason })
    const message = expect.stringContaining(
      `signed at ${at.toISOString()}, and the clock of this machine says ${now().toISOString()}: 301 seconds ${word}`,
    )
    expect(verified).toHaveProperty('message', message)
    expect(reasonOf(body, old, SECRET, { now, toleranceSeconds: 400 })).toBeUndefined()
  })

  it('a forged old notification has a wrong signature: its time says nothing', () => {
    const at = new Date('2020-01-01T00:00:00Z')
    expect(reasonOf(body, signed([NEXT], body, at).headers, SECRET)).toBe('wrong_signature')
  })

  it.each([
    ['{"type":', 'not_json'],
    ['', 'not_json'],
    ['[]', 'not_a_notification'],
    ['{"data":1}', 'not_a_notification'],
    ['{"type":"order.paid"}', 'not_a_notification'],
    ['{"type":"order.paid","timestamp":"t","data":1}', 'not_a_notification'],
    ['null', 'not_a_notification'],
  ])('the signed body %j is refused', (text, reason) => {
    expect(reasonOf(text, signed(undefined, text).headers, SECRET)).toBe(reason)
  })

  it('a signed body that is not UTF-8 is refused', () => {
    const latin = Buffer.from('{"type":"caf\xe9"}', 'latin1')
    const timestamp = String(headers['webhook-timestamp'])
    const hmac = createHmac('sha256', signingKey(SECRET)).update(`msg_1.${timestamp}.`)
    const given = { ...headers, 'webhook-signature': `v1,${hmac.update(latin).digest('base64')}` }
    expect(reasonOf(latin, given, SECRET)).toBe('not_json')
  })
})

describe('a secret that cannot be right', () => {
  it.each([
    ['', 'There is no notify secret'],
    [[undefined, ''], 'There is no notify secret'],
    [undefined, 'There is no notify secret'],
    ['puente_test_secret99', 'This is a key'],
    ['whsec_€€', 'not base64'],
    ['undefined', 'too short'],
    ['changeme', 'too short'],
    ['whsec_c2hvcnQ=', 'too short'],
  ])('%j fails loudly, and is not printed', (secret, says) => {
    const verify = () => verifyNotification(body, signed().headers, secret as string)
    expect(verify).toThrow(says)
    expect(verify).not.toThrow('99')
  })
})
