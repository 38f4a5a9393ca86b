import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addMs } from '../../../src/runtime/clock.ts'
import { createSecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import { sealPageToken, shopOfPageToken } from './page-token.ts'

const sealer = createSecretSealer([{ id: 'one', key: randomBytes(32) }])
const now = new Date('2026-03-01T12:00:00Z')
const MINUTE_MS = 60_000
const cafe = { shop: 'cafe.myshopify.com', browser: 'of-this-merchant', now }
const token = sealPageToken(sealer, cafe)

describe('page tokens', () => {
  it('a token names its shop to the browser that received it', () => {
    expect(shopOfPageToken(sealer, { ...cafe, token })).toBe('cafe.myshopify.com')
  })

  it('a token is URL-safe and hides its contents', () => {
    expect(token).toMatch(/^[\w.-]+$/)
    expect(Buffer.from(token.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain('cafe')
  })

  it('a token expires after half an hour', () => {
    const shopAfter = (ms: number) =>
      shopOfPageToken(sealer, { ...cafe, token, now: addMs(now, ms) })
    expect(shopAfter(30 * MINUTE_MS - 1)).toBe('cafe.myshopify.com')
    expect(shopAfter(30 * MINUTE_MS)).toBeUndefined()
  })

  it.each([undefined, '', 'of-somebody-else'])(
    'a token is invalid in another browser: %s',
    (browser) => {
      expect(shopOfPageToken(sealer, { token, browser, now })).toBeUndefined()
    },
  )

  it('a forged token, or one sealed for another purpose, is refused', () => {
    const others = createSecretSealer([{ id: 'one', key: randomBytes(32) }])
    const said = JSON.stringify({ ...cafe, until: addMs(now, MINUTE_MS).getTime() })
    const forged = [
      sealPageToken(others, cafe),
      sealer.seal(said, 'another/place'),
      sealer.seal('{}', 'shopify/page-token'),
      `${token}A`,
      'abc',
      '',
    ]
    for (const one of forged) {
      expect(shopOfPageToken(sealer, { ...cafe, token: one })).toBeUndefined()
    }
  })
})
