import { describe, expect, it } from 'vitest'
import { useWorld } from '../../../../test/support/use-world.ts'
import { CARDS } from '../../../../test/support/world.ts'

const world = useWorld()

const checkout = (order: Record<string, unknown>) =>
  world.api('POST', '/v1/checkouts', { order: { amount: '125.50', currency: 'HNL', ...order } })
let orders = 0
const newId = () => `D-${++orders}`

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))

describe('unusable optional texts of an order', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a number as a number', { number: 1001 }, { number: '1001' }],
    ['no number', { number: null }, { number: null }],
    ['a number that is a list', { number: ['1001'] }, { number: null }],
    ['a number with a NUL', { number: '1\0' }, { number: '1\ufffd' }],
    ['a long number', { number: '7'.repeat(12).concat('x'.repeat(300)) }, { number: /^7{12}x+…$/ }],
    ['no description', { description: null }, { description: null }],
    ['an empty description', { description: '  ' }, { description: null }],
    ['half a character in a description', { description: '\udc00!' }, { description: '\ufffd!' }],
    [
      'a long description',
      { description: '😀'.repeat(600) },
      { description: `${'😀'.repeat(499)}…` },
    ],
    ['no customer', { customer: null }, { customer: {} }],
    ['a customer that is a word', { customer: 'Ana' }, { customer: {} }],
    ['the empty list that PHP makes of a customer', { customer: [] }, { customer: {} }],
    [
      'a customer without values',
      { customer: { name: '', email: '', phone: null, identity_number: null } },
      { customer: {} },
    ],
    [
      'a phone and an identity number as numbers',
      { customer: { phone: 99999999, identity_number: 801199012345 } },
      { customer: { phone: '99999999', identity_number: '801199012345' } },
    ],
    [
      'a phone and a name of another type',
      { customer: { name: { first: 'Ana' }, phone: true, email: 'ana@x.hn' } },
      { customer: { email: 'ana@x.hn' } },
    ],
    [
      'a long name, phone and e-mail address',
      {
        customer: {
          name: 'Ñ'.repeat(200),
          phone: '9'.repeat(51),
          email: `${'a'.repeat(190)}@x.hn`,
        },
      },
      { customer: { name: `${'Ñ'.repeat(190)}…` } },
    ],
    [
      'angle brackets in a number and a name',
      { number: 'A <1>', customer: { name: 'Ana <caja>' } },
      { number: 'A <1>', customer: { name: 'Ana <caja>' } },
    ],
    ['no e-mail address', { customer: { email: 'no tiene' } }, { customer: {} }],
    ['no metadata', { metadata: null }, { metadata: {} }],
    ['metadata that are a list', { metadata: [] }, { metadata: {} }],
    ['metadata in metadata', { metadata: { a: { b: 1 }, c: 'd' } }, { metadata: { c: 'd' } }],
    [
      'metadata with a NUL',
      { metadata: { a: 'x\0', 'b\0': 1, '': 2 } },
      { metadata: { a: 'x\ufffd' } },
    ],
    [
      'long metadata',
      { metadata: { a: 'x'.repeat(501) } },
      { metadata: { a: `${'x'.repeat(499)}…` } },
    ],
    ['too many metadata', { metadata: numbered(31) }, { metadata: numbered(30) }],
  ])('an order with %s gets its checkout', async (_, fields, kept) => {
    const created = await checkout({ id: newId(), ...fields })
    expect(created.status).toBe(201)
    for (const [field, value] of Object.entries(kept)) {
      const isPattern = value instanceof RegExp
      expect(created.body.order[field]).toEqual(isPattern ? expect.stringMatching(value) : value)
    }
  })

  it('a text is masked before it is cut, so no partial card number remains', async () => {
    const description = `${'x'.repeat(985)} ${CARDS.approved} ${'y'.repeat(50)}`
    const { body } = await checkout({ id: newId(), description })
    expect(body.order.description).toMatch(/^x+ \[card number\]…$/)
  })
})
