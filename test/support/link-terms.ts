import { moneyFromDecimal } from '../../src/domain/money.ts'
import type { LinkTerms } from '../../src/payments/links/link-fields.ts'

const amount = moneyFromDecimal('320.50', 'HNL')

/** A link of L 320.50 that asks for nothing and has no bounds. */
export const NO_TERMS: LinkTerms = {
  name: 'Café',
  description: null,
  currency: 'HNL',
  amount: amount ?? null,
  least: null,
  most: null,
  stock: null,
  startsAt: null,
  endsAt: null,
  fields: {},
  language: null,
}
