import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature, signDelivery } from './webhook-signature.ts'

const SECRET = 'whsec_current'
const now = new Date('2026-05-04T12:00:00Z')
const NOW = now.getTime() / 1000
const body = Buffer.from('{ "id":"é\\u00e9",\n\t"n":1.0 }  ')

const digest = (timestamp: number | string, { secret = SECRET, of = body } = {}) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(of).digest('hex')

const check = (
  header: string | undefined,
  { secrets = [SECRET], rawBody = body, toleranceSeconds = 300 } = {},
) => checkSignature({ header, rawBody, secrets, now, toleranceSeconds })

const invalid = (reason: string) => ({ valid: false, reason })

describe('the signature of a delivery', () => {
  it('a signature over the exact bytes, secret and time is valid', () => {
    expect(check(`t=${NOW},v1=${digest(NOW)}`)).toEqual({ valid: true, secretIndex: 0 })
  })

  it('the signature covers the raw bytes, not the parsed JSON', () => {
    const header = `t=${NOW},v1=${digest(NOW)}`
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())))
    expect(check(header, { rawBody: rewritten })).toEqual(invalid('wrong'))
    const oneByteMore = Buffer.concat([body, Buffer.from(' ')])
    expect(check(header, { rawBody: oneByteMore })).toEqual(invalid('wrong'))
  })

  it('the signature of an empty body is valid', () => {
    const rawBody = Buffer.alloc(0)
    expect(check(`t=${NOW},v1=${digest(NOW, { of: rawBody })}`, { rawBody })).toMatchObject({
      valid: true,
    })
  })

  it.each([undefined, ''])('a missing signature (%o) is refused', (header) => {
    expect(check(header)).toEqual(invalid('missing'))
  })

  it.each([
    ['no timestamp', `v1=${digest(NOW)}`],
    ['no signature', `t=${NOW}`],
    ['words instead of a time', `t=now,v1=${digest('now')}`],
    ['a negative time', `t=-5,v1=${digest(-5)}`],
    ['a time with a fraction', `t=${NOW}.5,v1=${digest(`${NOW}.5`)}`],
    ['milliseconds', `t=${NOW}000,v1=${digest(`${NOW}000`)}`],
    ['half a signature', `t=${NOW},v1=${digest(NOW).slice(0, 32)}`],
    ['a signature in capitals', `t=${NOW},v1=${digest(NOW).toUpperCase()}`],
    ['base64', `t=${NOW},v1=${Buffer.from(digest(NOW), 'hex').toString('base64')}`],
    ['another scheme', `t=${NOW},v0=${digest(NOW)}`],
    ['nonsense', '=,=,,==,t'],
  ])('a malformed signature is refused: %s', (_, header) => {
    expect(check(header)).toEqual(invalid('malformed'))
  })

  it.each([
    ['another secret', `t=${NOW},v1=${digest(NOW, { secret: 'whsec_other' })}`],
    ['another time than was signed', `t=${NOW + 1},v1=${digest(NOW)}`],
    ['zeros', `t=${NOW},v1=${'0'.repeat(64)}`],
  ])('a wrong signature is refused: %s', (_, header) => {
    expect(check(header)).toEqual(invalid('wrong'))
  })

  it('the previous secret verifies beside the current one until it is removed', () => {
    const header = `t=${NOW},v1=${digest(NOW, { secret: 'whsec_previous' })}`
    expect(check(header, { secrets: [SECRET, 'whsec_previous'] })).toEqual({
      valid: true,
      secretIndex: 1,
    })
    expect(check(header)).toEqual(invalid('wrong'))
  })

  it('our own deliveries are signed as the gateway signs', () => {
    expect(check(signDelivery({ secret: SECRET, rawBody: body, now }))).toMatchObject({
      valid: true,
    })
  })

  it('one valid signature among several is enough, in any order and with spaces', () => {
    const good = `v1=${digest(NOW)}`
    const bad = `v1=${'a'.repeat(64)}`
    expect(check(`${bad}, ${good} , t=${NOW}`)).toMatchObject({ valid: true })
  })

  it('the check tries five signatures at most', () => {
    const bad = Array.from({ length: 5 }, () => `v1=${'a'.repeat(64)}`).join(',')
    expect(check(`t=${NOW},${bad},v1=${digest(NOW)}`)).toEqual(invalid('wrong'))
  })

  it('the timestamp may differ by the tolerance, and not by a second more, both ways', () => {
    const at = (seconds: number) => check(`t=${NOW + seconds},v1=${digest(NOW + seconds)}`)
    expect([at(-300).valid, at(300).valid]).toEqual([true, true])
    expect(at(-301)).toEqual(invalid('too-old'))
    expect(at(301)).toEqual(invalid('from-the-future'))
    expect(at(-NOW)).toEqual(invalid('too-old'))
  })

  it('a signature by an unknown secret is wrong at any time, so only our secrets reveal a wrong clock', () => {
    const at = (seconds: number) =>
      check(`t=${NOW + seconds},v1=${digest(NOW + seconds, { secret: 'whsec_stranger' })}`)
    expect([at(-9_999), at(9_999)]).toEqual([invalid('wrong'), invalid('wrong')])
  })

  it('a tolerance for late retries does not extend into the future', () => {
    const at = (seconds: number) =>
      check(`t=${NOW + seconds},v1=${digest(NOW + seconds)}`, { toleranceSeconds: 5_235 })
    expect([at(-5_235).valid, at(300).valid]).toEqual([true, true])
    expect(at(-5_236)).toEqual(invalid('too-old'))
    expect(at(301)).toEqual(invalid('from-the-future'))
  })
})
