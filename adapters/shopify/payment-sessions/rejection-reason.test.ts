import { readFileSync } from 'node:fs'
import { buildSchema, isEnumType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { rejectionOf } from './rejection-reason.ts'
import { REJECTION_TEXTS } from './texts.ts'

const schema = buildSchema(
  readFileSync(
    new URL('../../../test/data/shopify/payments-apps.graphql', import.meta.url),
    'utf8',
  ),
)

describe('why a payment is rejected at Shopify', () => {
  it.each([
    ['51', 'INSUFFICIENT_FUNDS'],
    ['54', 'EXPIRED_CARD'],
    ['05', 'DO_NOT_HONOR'],
    ['1a', 'AUTHENTICATION_FAILED'],
    ['96', 'PROCESSING_ERROR'],
  ])('is, for the code %s of the processor, %s', (code, reason) => {
    expect(rejectionOf(code)).toBe(reason)
  })

  it('is a declined card for a code that nobody knows, or where none was said', () => {
    expect([rejectionOf('Q9'), rejectionOf('')]).toEqual(['CARD_DECLINED', 'CARD_DECLINED'])
  })

  it('is a payment that was let be where no card was declined', () => {
    expect(rejectionOf(null)).toBe('CANCELLED_PAYMENT')
  })

  it('is always a reason that the schema has', () => {
    const reasons = schema.getType('PaymentSessionStateRejectedReason')
    const known = isEnumType(reasons) ? reasons.getValues().map(({ name }) => name) : []
    for (const locale of ['es', 'en'] as const) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(REJECTION_TEXTS[locale])))
    }
  })
})
