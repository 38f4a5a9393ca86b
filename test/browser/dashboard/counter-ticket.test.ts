import { describe, expect, it } from 'vitest'
import {
  currencyOf,
  descriptionOf,
  EMPTY_TICKET,
  type Key,
  totalsOf,
  typedAfter,
  withItem,
  withoutOne,
} from '../../../dashboard/screens/counter/ticket.ts'

const HNL = currencyOf('HNL')
const CAFE = { id: 'itm_1', name: 'Café', price: '45.00' }
const PAN = { id: 'itm_2', name: 'Pan', price: '10.50' }

const typed = (keys: string, currency = HNL): string =>
  keys
    .split('')
    .reduce((text, key) => typedAfter(text, key === '<' ? 'back' : (key as Key), currency), '')

describe('the keypad of the counter', () => {
  it.each([
    ['320.5', '320.5'],
    ['320.50', '320.50'],
    ['320.505', '320.50'],
    ['.5', '0.5'],
    ['1.2.3', '1.23'],
    ['007', '7'],
    ['12<3', '13'],
    ['12.<<<', ''],
    ['1234567890', '123456789'],
  ])('the keys %s type %j', (keys, text) => {
    expect(typed(keys)).toBe(text)
  })
})

describe('a ticket', () => {
  const ticket = withItem(withItem(withItem({ ...EMPTY_TICKET, typed: '7.' }, CAFE), CAFE), PAN)

  it('a ticket sums its favourites and the typed amount', () => {
    expect(totalsOf(ticket, HNL)).toEqual({ sold: 10_750n, tip: 0n, total: 10_750n })
    expect(descriptionOf(ticket)).toBe('2 × Café, Pan')
    expect(totalsOf(withoutOne(withoutOne(ticket, CAFE.id), CAFE.id), HNL).total).toBe(1_750n)
  })

  it.each([
    ['none', '', 0n],
    ['10', '', 1_075n],
    ['15', '', 1_613n],
    ['own', '20.5', 2_050n],
    ['own', 'x', 0n],
  ] as const)('a ticket adds the tip %s %s', (tip, ownTip, minor) => {
    const { sold, tip: given, total } = totalsOf({ ...ticket, tip, ownTip }, HNL)
    expect([given, total]).toEqual([minor, sold + minor])
  })

  it('an empty ticket has no tip', () => {
    expect(totalsOf({ ...EMPTY_TICKET, tip: 'own', ownTip: '20' }, HNL).total).toBe(0n)
  })

  it('a long ticket has a short description for the customer', () => {
    const long = Array.from({ length: 20 }, (_, index) => index).reduce(
      (all, index) => withItem(all, { id: `itm_${index}`, name: `Producto ${index}`, price: '1' }),
      EMPTY_TICKET,
    )
    expect(descriptionOf(long)?.length).toBe(120)
  })
})
