import { readFileSync } from 'node:fs'
import { buildSchema, isEnumType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { rejectionOf } from './rejection-reason.ts'

const schema = buildSchema(
  readFileSync(
    new URL('../../../test/data/shopify/payments-apps.graphql', import.meta.url),
    'utf8',
  ),
)

describe('rejection reasons', () => {
  it.each([
    ['51', 'INSUFFICIENT_FUNDS'],
    ['54', 'EXPIRED_CARD'],
    ['05', 'DO_NOT_HONOR'],
    ['1a', 'AUTHENTICATION_FAILED'],
    ['96', 'PROCESSING_ERROR'],
  ])('the processor code %s becomes %s', (code, reason) => {
    expect(rejectionOf(code)).toBe(reason)
  })

  it('an unknown or missing code becomes CARD_DECLINED', () => {
    expect([rejectionOf('Q9'), rejectionOf('')]).toEqual(['CARD_DECLINED', 'CARD_DECLINED'])
  })

  it('a payment without a declined card becomes CANCELLED_PAYMENT', () => {
    expect(rejectionOf(null)).toBe('CANCELLED_PAYMENT')
  })

  it("each reason exists in Shopify's schema", () => {
    const reasons = schema.getType('PaymentSessionStateRejectedReason')
    const known = isEnumType(reasons) ? reasons.getValues().map(({ name }) => name) : []
    expect(known).toEqual(expect.arrayContaining(Object.keys(SHOPIFY_TEXTS.en.rejections)))
  })
})
