import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupedDigits, nonTestCard } from '../../../test/support/non-test-card.ts'
import { maskSecrets, maskTypedCardNumbers } from './masking.ts'

const CARD = '4111111111111111'

describe('masking of log lines', () => {
  it.each([
    ['without blanks', CARD],
    ['with blanks', '4111 1111 1111 1111'],
    ['with hyphens', '4111-1111-1111-1111'],
    ['with dots', '4111.1111.1111.1111'],
    ['with blanks and slashes', '4111 1111/1111 1111'],
    ['of American Express', groupedDigits(nonTestCard('37', 15), [4, 6, 5])],
    ['of a 2-series Mastercard', nonTestCard('2223')],
    ['of nineteen digits', nonTestCard('62', 19)],
  ])('maskSecrets removes a card number %s', (_, number) => {
    expect(maskSecrets(`Charged ${number} today`)).toBe('Charged [card number] today')
  })

  it.each([
    ['at the end of a sentence', `Refused ${CARD}.`],
    ['after a label', `card:${CARD}`],
    ['before an expiry', '4111 1111 1111 1111 12/30'],
    ['before an expiry of four digits', '4111 1111 1111 1111 12 2030'],
    ['after another number', '34 4111 1111 1111 1111'],
    ['beside another card', `${CARD} ${nonTestCard('55')}`],
    ['at the start of a line', JSON.stringify({ msg: `Refused:\n${CARD}\n` })],
    ['in a query', `?number=${CARD}&exp=12`],
    ['in one run with its expiry and code', `Charged ${CARD}1229123 today`],
    ['as a JSON number', JSON.stringify({ number: Number(CARD) })],
  ])('maskSecrets removes a card number %s', (_, text) => {
    expect(maskSecrets(text)).not.toMatch(/4111|5555/)
  })

  it.each([
    ['sk_test_4eC39HqLyjWDarjtT1zdp7dc'],
    ['sk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['tok_1A2b3C'],
    ['pps_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
    ['puente1.eyJ1IjoiaHR0cHM6Ly9wdWVudGUuZXhhbXBsZSJ9'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['puente_test_demo_key_1'],
    ['puente_live_0123456789'],
    ['shpat_0123456789abcdef0123456789abcdef'],
    ['cs_0123456789abcdef0123456789abcdef01234567'],
  ])('maskSecrets removes %s in any position', (key) => {
    const body = key.slice(-6)
    for (const text of [
      key,
      `"${key}"`,
      `key=${key}&x=1`,
      `key%3D${key}`,
      JSON.stringify({ stack: `Error:\n${key} refused\n\tat ${key}` }),
    ]) {
      expect(maskSecrets(text)).not.toContain(body)
      expect(maskSecrets(text)).toContain('[secret]')
    }
  })

  it('maskSecrets removes any Authorization header', () => {
    expect(maskSecrets('Authorization: Bearer abc.def-123')).toBe('Authorization: Bearer [secret]')
    expect(maskSecrets('authorization: basic dXNlcjpwYXNz')).toBe('authorization: basic [secret]')
    expect(maskSecrets('{"authorization":"Weird x"}')).toBe('{"authorization":"[secret]"}')
  })

  it('maskSecrets removes the password of a URL and keeps the rest', () => {
    expect(maskSecrets('postgres://puente:s3cret@db.example:5432/shop')).toBe(
      'postgres://puente:[secret]@db.example:5432/shop',
    )
    expect(maskSecrets('rediss://:s3cret@redis.example')).toBe('rediss://:[secret]@redis.example')
    expect(maskSecrets('postgres://puente:p@ss@db.example/shop')).toBe(
      'postgres://puente:[secret]@db.example/shop',
    )
    expect(maskSecrets('http://localhost:3000/pay?mail=a@b.hn')).toBe(
      'http://localhost:3000/pay?mail=a@b.hn',
    )
  })

  it('maskSecrets removes the values of secret fields, string or number, also in nested JSON strings', () => {
    const body = { cvc: 123, webhook_secret: 'open sesame', password: 'say "please"', number: 7 }
    const plain = maskSecrets(JSON.stringify(body))
    expect(JSON.parse(plain)).toEqual({
      cvc: '[secret]',
      webhook_secret: '[secret]',
      password: '[secret]',
      number: 7,
    })
    const quoted = maskSecrets(JSON.stringify({ msg: `The store said ${JSON.stringify(body)}` }))
    expect(quoted).not.toMatch(/123|sesame|please/)
    expect(JSON.parse(quoted)).toBeTruthy()
  })

  it.each([
    ['a ULID', 'ord_01arz3ndektsv4rrffq69g5fav 01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000 12345678-1234-4234-8234-123456789012'],
    ['a timestamp', '2026-11-21T01:13:00.000Z 2026-11-21 01:13:00 1763683200000 1763683200'],
    ['a span of days', 'from 2026-11-21 2026-11-24 to 2026-11-30 2026-12-01'],
    ['a payment id', '{"payment":10452,"store":"shop-1","order":"#1001"}'],
    ['an amount', '{"amount":125.5,"total":"99999999999.99","minor":1250000000000}'],
    ['a fraction', '0.4111111111111111'],
    ['a phone number', '+504 9999-8888'],
    ['an address', 'http://127.0.0.1:3000/webhooks/gateway/shop-1'],
  ])('maskSecrets leaves %s unchanged', (_, text) => {
    expect(maskSecrets(text)).toBe(text)
  })

  it('maskSecrets leaves every UUID and every time until 2039 unchanged', () => {
    const day = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2038-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.uuid(), day, day, (uuid, one, other) => {
        const times = `${one.toISOString()} ${one.getTime()} ${one.toISOString().slice(0, 10)}`
        const text = `${uuid} ${times} to ${other.toISOString()}`
        expect(maskSecrets(text)).toBe(text)
      }),
    )
  })

  it('a masked JSON line stays JSON and reveals no secret', () => {
    const secret = fc.constantFrom(
      CARD,
      '4111 1111 1111 1111',
      'sk_live_4eC39HqLyjWD',
      'Bearer 4eC39HqLyjWD',
      'postgres://a:4eC39HqLyjWD@b',
      JSON.stringify({ password: '4eC39HqLyjWD', cvc: 4111 }),
    )
    const text = fc
      .tuple(fc.string(), fc.constantFrom(' ', '\n', '\t', '"', ': ', "'"), secret)
      .map(([before, gap, hidden]) => before + gap + hidden)
    const json = fc.record({
      msg: text,
      err: fc.record({ message: text, stack: text }),
      number: fc.constant(Number(CARD)),
      data: fc.jsonValue(),
    })
    fc.assert(
      fc.property(json, (value) => {
        const { msg, err, number } = JSON.parse(maskSecrets(JSON.stringify(value)))
        const shown = JSON.stringify({ msg, err, number })
        expect(shown).not.toMatch(/4eC39HqLyjWD|4111/)
      }),
      { numRuns: 500 },
    )
  })

  it('maskSecrets takes linear time in a line of a million characters', () => {
    for (const unit of ['a', '4', '4 ', 'a:', '"', 'sk_', '\\"']) {
      const line = unit.repeat(1_000_000 / unit.length)
      expect(maskSecrets(line).length).toBeGreaterThan(0)
    }
  })
})

describe('masking of typed text', () => {
  it.each([
    '4111.1111.1111.1111',
    '4111 1111/1111 1111',
    '4111 - 1111 - 1111 - 1111',
    '4 1 1 1,1 1 1 1;1 1 1 1:1 1 1 1',
    '４１１１１１１１１１１１１１１１',
    '4111\u200b1111\u00a01111·1111',
  ])('maskTypedCardNumbers removes the card number %s', (number) => {
    expect(maskTypedCardNumbers(`Ana ${number}, 12/60`)).toMatch(/^Ana \[card number\], 12\/60$/)
  })

  it.each([
    ['an id', 'a1234567-1234-4234-8234-123456789abc'],
    ['a time', '2027-11-24T13:00:00.000Z 2027-11-24 13:00:00'],
    ['an identity number', '0801-1990-12345'],
    ['a phone number', '+504 9999-8888'],
    ['a text in other signs', 'ﬁn ½ Ⅷ'],
  ])('maskTypedCardNumbers leaves %s unchanged', (_, text) => {
    expect(maskTypedCardNumbers(text)).toBe(text)
  })

  it('maskTypedCardNumbers takes linear time in a million characters', () => {
    for (const unit of ['4', '4 ', '4...', '.', 'a4']) {
      expect(maskTypedCardNumbers(unit.repeat(250_000)).length).toBeGreaterThan(0)
    }
  })
})
