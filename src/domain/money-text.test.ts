import { describe, expect, it } from 'vitest'
import { moneyInWords, moneyText } from './money-text.ts'

describe('amounts as people read them', () => {
  it.each([
    ['1250.50', 'COP', '1,250.50'],
    ['19.99', 'HUF', '19.99'],
    ['0.75', 'PKR', '0.75'],
    ['1.250', 'IQD', '1.250'],
    ['1250', 'JPY', '1,250'],
    ['0', 'HNL', '0.00'],
    ['1250.50', 'HNL', '1,250.50'],
    ['90071992547409931.25', 'USD', '90,071,992,547,409,931.25'],
  ])('a customer who pays %s %s reads the whole amount', (decimal, currency, digits) => {
    expect(moneyText(decimal, currency, 'en')).toContain(digits)
    expect(moneyInWords(decimal, currency, 'es')).toContain(digits)
  })
})
