import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from './card-numbers.ts'

describe('card numbers in typed text', () => {
  it.each([
    ['in one piece', 'pay with 4111111111111111 please'],
    ['in groups', '4111 1111 1111 1111'],
    ['with hyphens', 'Tarjeta: 4111-1111-1111-1111'],
    ['with points', '4111.1111.1111.1111.'],
    ['with slashes, or two signs', '4111/1111 - 1111  1111'.replace(' - ', '--')],
    ['digit by digit', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
    ['on several lines', '4111\n1111\r\n1111\t1111'],
    ['with spaces that do not break', '4111\u00a01111\u202f1111\u00a01111'],
    ['with characters that nobody sees', '4111\u200b1111\u200b1111\u200b1111'],
    ['in wide digits', '４１１１ １１１１ １１１１ １１１１'],
    ['with its expiry beside it', '12/60 4111111111111111 12/60'],
    ['right after a word', 'tarjeta4111111111111111'],
    ['in an address', '4111111111111111@example.com'],
    ['with more than two signs', '4111 - 1111 - 1111 - 1111'],
    ['with wide gaps', '4111    1111  1111      1111'],
    ['with commas, as on a list', '4111, 1111, 1111, 1111'],
    ['with colons', '4111:1111:1111:1111'],
    ['with an x', '4111x1111x1111x1111'],
    ['with an x between blanks', '4111 x 1111 x 1111 x 1111'],
    ['with waves', '4111~1111~1111~1111'],
    ['with equal signs', '4111=1111=1111=1111'],
    ['with hashes', '#4111 #1111 #1111 #1111'],
    ['with backslashes', '4111\\1111\\1111\\1111'],
    ['in brackets', '(4111)(1111)(1111)(1111)'],
    ['digit by digit, with all kinds of signs', '4 1 1 1,1 1 1 1;1 1 1 1:1 1 1 1'],
    ['as a page encodes it', '4111&nbsp;1111&nbsp;1111&#160;1111'],
    ['as an address encodes it', '4111%201111%201111%201111'],
    ['as an address encodes it twice', '4111%25201111%25201111%25201111'],
    ['with every digit encoded', [...'4111111111111111'].map((digit) => `%3${digit}`).join('')],
    ['as JSON encodes its lines', '4111\\n1111\\u00a01111\\n1111'],
    ['with letters that nobody sees', '4111\u31641111\u31641111\u31641111'],
    ['with long signs of Japanese', '4111ー1111ー1111ー1111'],
    ['in Arabic digits', '٤١١١ ١١١١ ١١١١ ١١١١'],
    ['in Devanagari digits', '४१११ ११११ ११११ ११११'],
    ['with its expiry in one run', '41111111111111110930'],
    ['with its expiry and its code in one run', '41111111111111110930123'],
    ['with its long expiry in one run', '4111111111111111092030'],
    [
      'with an expiry whose digits can be read in two ways, and its code',
      '41111111111111111229123',
    ],
    ['with its code in one run', '4111111111111111123'],
    ['with its code before its expiry in one run', '41111111111111111231229'],
    ['with its expiry by the year first', '41111111111111112912'],
    ['behind its expiry in one run', '12294111111111111111'],
    ['in one run with another number', '41111111111111114000000000000002'],
    ['in groups, the last one with its expiry and its code', '4111 1111 1111 11111229123'],
    ['behind another number', '12 4111 1111 1111 1111'],
    ['of American Express', '3782 822463 10005'],
    ['of Mastercard', '5555555555554444'],
    ['of Mastercard, of the newer series', '2223003122003222'],
    ['of Diners Club', '3056 930902 5904'],
    ['of JCB', '3530111333300000'],
    ['of Discover', '6011111111111117'],
    ['of Maestro', '6759 6498 2643 8453'],
    ['of Visa, of the old length', '4222222222222'],
  ])('holdsCardNumber finds a card number %s', (_, text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })
})

describe('digits that are no card number', () => {
  it.each([
    ['a number without its check digit', '4111111111111112'],
    ['an identity number', '0801-1990-12345'],
    ['a tax number', '08011990123456'],
    ['a telephone number', '+504 9999-9999'],
    ['two telephone numbers', '2232-1234, 9876-5438'],
    ['two telephone numbers with a line between them', '2232-1234 - 9876-5438'],
    ['two telephone numbers with a slash between them', '2232-1234 / 9876-5438'],
    ['a time with its day', '2027-11-24 13:00:00'],
    ['an id of twenty digits', '41111111111111119930'],
    ['a key of an order and a time in milliseconds', 'refund-412-1795392000007'],
    ['a key of an order and a time in seconds', 'refund-412345-1795392009'],
    ['an order of a day', '4521-20261126-0013'],
    ['a random number as languages print it', 'key-0.4111111111111111'],
    ['a UUID', '12345678-1234-4234-8234-123456789012'],
    ['an id of a shop on Shopify', '5678901234560'],
    ['a time in milliseconds', '1795392000000'],
    ['a time in milliseconds before its day', '2131199304756 2037-07-14'],
    ['a tracking number that is longer', '92055901755477000271990251'],
    ['numbers with words between them', '4111 and 1111 and 1111 and 1111'],
    ['zeros', '0000000000000000'],
    ['the IMEI of a telephone', 'IMEI 353456789012348'],
    ['the IMEI of a telephone, and how many', 'IMEI 353456789012348 2 units'],
    ['a number that begins as no JCB card does', '3527000000000008'],
    ['an id of hexadecimal digits', 'a4111111111111111b9c04d52'],
    ['an amount', 'L 4,111.11'],
    ['nothing', ''],
  ])('holdsCardNumber ignores %s', (_, text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  it('holdsCardNumber ignores a number shorter than the bound of the field', () => {
    expect(holdsCardNumber('4222222222222', { leastDigits: 15 })).toBe(false)
    expect(holdsCardNumber('378282246310005', { leastDigits: 15 })).toBe(true)
  })
})

it('the search takes linear time in a long text', () => {
  for (const unit of ['4 ', '41', '4111-', 'a', '4\u200b\u200b\u200b']) {
    expect(holdsCardNumber(unit.repeat(100_000))).toBeTypeOf('boolean')
  }
})
