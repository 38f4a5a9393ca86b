import { describe, expect, it } from 'vitest'
import { errorBody } from './errors.ts'
import { DELIVERY, eventEnvelope } from './events.ts'
import { environmentOfSecretKey } from './keys.ts'

const event = {
  id: '0197f0a2-3c55-7c11-9d6e-1f2a3b4c5d6e',
  type: 'payment.approved',
  created_at: '2026-11-20 20:00:00',
  data: { id: 10452 },
}

describe('gateway events', () => {
  it('the envelope keeps unknown types and fields', () => {
    const unknown = { ...event, type: 'payment.charged_back', api_version: '2' }
    expect(eventEnvelope.parse(event)).toEqual(event)
    expect(eventEnvelope.parse(unknown)).toEqual(unknown)
  })

  it('an event may lack its created_at', () => {
    const { created_at: _, ...timeless } = event
    expect(eventEnvelope.parse(timeless)).toEqual(timeless)
  })

  it.each([
    ['id', undefined],
    ['id', ''],
    ['id', 7],
    ['type', undefined],
    ['type', ''],
  ])('an event whose %s is %o is rejected', (name, value) => {
    expect(eventEnvelope.safeParse({ ...event, [name]: value }).success).toBe(false)
  })

  it('the gateway makes five attempts within 81 minutes', () => {
    const waits: readonly number[] = DELIVERY.waitsBetweenAttemptsMs
    expect(waits).toHaveLength(4)
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(81 * 60_000)
  })
})

describe('error bodies', () => {
  it.each([
    [
      { code: 'void_invalid', message: 'No' },
      { code: 'void_invalid', message: 'No' },
    ],
    [{ errors: { void: 'already settled' } }, { errors: { void: ['already settled'] } }],
    [{ errors: { amount: ['one', 'two'] } }, { errors: { amount: ['one', 'two'] } }],
    [{ code: 404, errors: [] }, {}],
    [{}, {}],
  ])('%j parses to its code, message and errors', (body, expected) => {
    const { code, message, errors } = errorBody.parse(body)
    const told = Object.fromEntries(
      Object.entries({ code, message, errors }).filter(([, value]) => value !== undefined),
    )
    expect(told).toEqual(expected)
  })

  it('an error body keeps the decline of the processor', () => {
    const decline = { IsoResponseCode: '05', Errors: [{ Code: '05', Message: 'Do not honor' }] }
    expect(errorBody.parse(decline)).toMatchObject(decline)
  })
})

describe('environments of secret keys', () => {
  it.each([
    ['sk_test_1', 'test'],
    ['sk_live_1', 'live'],
    ['pk_test_1', undefined],
    ['test', undefined],
    ['', undefined],
  ])('the key %o belongs to environment %s', (key, environment) => {
    expect(environmentOfSecretKey(key)).toBe(environment)
  })
})
