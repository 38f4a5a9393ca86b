import { expect, it } from 'vitest'
import { listItems } from './list-items.ts'

const listed = (name: string, maxLength: number) =>
  listItems([{ name, quantity: 2 }], { maxLength, locale: 'en' })

it('a card number in the name of an item is masked before the name is cut', () => {
  expect(listed('Gift for 4111 1111 1111 1111, wrapped', 120)).toBe(
    '2 × Gift for [card number], wrapped',
  )
  expect(listed('Gift for 4111 1111 1111 1111', 30)).not.toContain('4111')
})

it.each(['iPhone, IMEI 353456789012348', 'Café 4006381333931', 'Order 4222222222222'])(
  'the name %s stays unmasked',
  (name) => {
    expect(listed(name, 120)).toBe(`2 × ${name}`)
  },
)
