import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretSealer, type SealingKey } from './sealed-secrets.ts'

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) })
const january = key('january')
const february = key('february')
const PLACE = 'str_1/gateway-secret-key'

describe('sealed secrets', () => {
  const sealer = createSecretSealer([january])

  it('a sealed secret opens to its plain text and does not show it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, place) => {
        const sealed = sealer.seal(plain, place)
        expect(sealer.open(sealed, place)).toBe(plain)
        if (plain.length > 8) expect(sealed).not.toContain(plain)
      }),
    )
  })

  it('sealing twice gives different results', () => {
    expect(sealer.seal('sk_live_1', PLACE)).not.toBe(sealer.seal('sk_live_1', PLACE))
  })

  it('a secret does not open in the context of another store or field', () => {
    const sealed = sealer.seal('sk_live_1', PLACE)
    expect(() => sealer.open(sealed, 'str_2/gateway-secret-key')).toThrow()
    expect(() => sealer.open(sealed, 'str_1/webhook-secret')).toThrow()
  })

  it('a secret with one character changed, added or removed does not open', () => {
    const sealed = sealer.seal('sk_live_1', PLACE)
    const alphabet = [...'ABab01-_.=+ ']
    const change = fc.record({
      at: fc.nat({ max: sealed.length }),
      drop: fc.constantFrom(0, 1),
      put: fc.constantFrom('', ...alphabet),
    })
    fc.assert(
      fc.property(change, ({ at, drop, put }) => {
        const changed = sealed.slice(0, at) + put + sealed.slice(at + drop)
        if (changed !== sealed) expect(() => sealer.open(changed, PLACE)).toThrow()
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['', 'v1', 'v1.january', 'v1.january.', 'v1.january.AAAA', 'sk_live_1'])(
    '%o is no sealed secret',
    (text) => {
      expect(() => sealer.open(text, PLACE)).toThrow(PLACE)
    },
  )

  it("the error names the secret's context, not its value", () => {
    const elsewhere = createSecretSealer([february])
    expect(() => elsewhere.open(sealer.seal('sk_live_1', PLACE), PLACE)).toThrow(PLACE)
    expect(() => sealer.open(sealer.seal('sk_live_1', 'x'), PLACE)).toThrow(PLACE)
  })

  it('after key rotation, old secrets open and new ones use the new key', () => {
    const old = sealer.seal('sk_live_1', PLACE)
    const rotated = createSecretSealer([february, january])
    expect(rotated.open(old, PLACE)).toBe('sk_live_1')
    expect(rotated.seal('sk_live_1', PLACE)).toMatch(/^v1\.february\./)
  })

  it('a sealer needs a key', () => {
    expect(() => createSecretSealer([])).toThrow('key ring')
  })
})
