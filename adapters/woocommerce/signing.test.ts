import { describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { checkCall, signCall } from './signing.ts'
import shared from './signing-vectors.json' with { type: 'json' }

const SECRET = 'pps_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const NOW = new Date('2026-11-21T12:00:00Z')
const NONCE = 'n'.repeat(22)
const call = { method: 'POST', path: '/v1/orders/17', body: Buffer.from('{"total":"125.50"}') }
const signed = (now = NOW, nonce = NONCE) =>
  signCall({ ...call, storeId: StoreId.parse('tienda'), secret: SECRET, now, nonce })

const lowerCase = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const check = (
  headers: object = signed(),
  {
    secrets = [SECRET],
    seen = new Set<string>(),
    ...changes
  }: { secrets?: string[]; seen?: Set<string>; path?: string; body?: Buffer } = {},
) =>
  checkCall(
    { ...call, ...changes, headers: lowerCase(headers) },
    {
      now: NOW,
      secretsOf: async (storeId) => (storeId === 'tienda' ? secrets : []),
      claimNonce: async (_, nonce) => !seen.has(nonce) && Boolean(seen.add(nonce)),
    },
  )
const refused = (code: string) => ({ outcome: 'refused', code })

describe('the signing vectors shared with the plugin', () => {
  it.each(shared.vectors)('Puente accepts exactly the valid vectors: $name', async (vector) => {
    const { store, secret, method, path, timestamp, nonce, signature, valid } = vector
    const checked = await checkCall(
      {
        method,
        path,
        body: Buffer.from(vector.body),
        headers: {
          'puente-store': store,
          'puente-timestamp': timestamp,
          'puente-nonce': nonce,
          'puente-signature': signature,
        },
      },
      {
        now: new Date((Number(timestamp) || 0) * 1000),
        secretsOf: async () => [secret],
        claimNonce: async () => true,
      },
    )
    expect(checked.outcome).toBe(valid ? 'signed' : 'refused')
  })

  it.each(shared.vectors.filter(({ valid }) => valid))(
    'Puente computes the signature of the vector: $name',
    (vector) => {
      const { store: storeId, secret, method, path, nonce, signature } = vector
      const now = new Date(Number(vector.timestamp) * 1000)
      const body = Buffer.from(vector.body)
      const headers = signCall({
        storeId: StoreId.parse(storeId),
        secret,
        method,
        path,
        body,
        now,
        nonce,
      })
      expect(headers['Puente-Signature']).toBe(signature)
    },
  )
})

describe('a signed call between the plugin and Puente', () => {
  it('a call signed with a secret of its store is accepted', async () => {
    expect(await check()).toEqual({ outcome: 'signed', storeId: 'tienda', by: SECRET })
    const secrets = ['pps_of-a-pairing-that-is-begun', SECRET]
    expect(await check(signed(), { secrets })).toMatchObject({ outcome: 'signed' })
  })

  it('a repeated call is refused', async () => {
    const seen = new Set<string>()
    expect(await check(signed(), { seen })).toMatchObject({ outcome: 'signed' })
    expect(await check(signed(), { seen })).toEqual(refused('replayed_call'))
  })

  it('a wrong signature does not use up the nonce of the real caller', async () => {
    const seen = new Set<string>()
    expect(await check(signed(), { seen, body: Buffer.from('{}') })).toMatchObject({
      code: 'wrong_signature',
    })
    expect(seen.size).toBe(0)
  })

  it.each([
    [301, 'clock_differs'],
    [-301, 'clock_differs'],
  ])('a call signed %i seconds off our clock is refused as clock skew', async (seconds, code) => {
    const headers = signed(new Date(NOW.getTime() + seconds * 1000))
    expect(await check(headers)).toEqual(refused(code))
  })

  it.each([-299, 299])('a call signed %i seconds off our clock is accepted', async (seconds) => {
    const headers = signed(new Date(NOW.getTime() + seconds * 1000))
    expect(await check(headers)).toMatchObject({ outcome: 'signed' })
  })

  it('a call with an unknown store, another path or another secret is refused', async () => {
    expect(await check({ ...signed(), 'Puente-Store': 'otra' })).toEqual(refused('unknown_store'))
    expect(await check(signed(), { path: '/v1/orders/18' })).toEqual(refused('wrong_signature'))
    expect(await check(signed(), { secrets: ['pps_other'] })).toEqual(refused('wrong_signature'))
  })

  it.each(['Puente-Store', 'Puente-Timestamp', 'Puente-Nonce', 'Puente-Signature'])(
    'a call without %s, or with two values of it, is refused as unsigned',
    async (name) => {
      expect(await check({ ...signed(), [name]: undefined })).toEqual(refused('not_signed'))
      expect(await check({ ...signed(), [name]: ['a', 'b'] })).toEqual(refused('not_signed'))
    },
  )
})
