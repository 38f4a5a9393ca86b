import { describe, expect, test } from 'vitest'
import {
  CARDS,
  LIVE_KEY,
  PUBLISHABLE_KEY,
  testCard,
  uniqueReference,
} from '../contract/support/harness.ts'
import { nonTestCard } from '../support/non-test-card.ts'
import { useGateway } from '../support/use-world.ts'

const gateway = useGateway()

const confirm = (payment_token: string, fields: Record<string, unknown> = {}, key?: string) =>
  gateway.call('POST', '/embed/v1/confirm', {
    ...(key && { key }),
    body: {
      amount: 100,
      currency_code: 'HNL',
      publishable_key: PUBLISHABLE_KEY,
      payment_token,
      ...fields,
    },
  })

const tokenBody = (fields: Record<string, unknown> = {}) => ({
  publishable_key: PUBLISHABLE_KEY,
  card: testCard(CARDS.approved),
  ...fields,
})

const OTHER_CARD = nonTestCard()

describe('POST /sandbox/tokens', () => {
  const make = (fields: Record<string, unknown> = {}) =>
    gateway.call('POST', '/sandbox/tokens', { key: null, body: tokenBody(fields) })

  test('a token pays once', async () => {
    const { status, body } = await make()
    expect([status, body]).toEqual([201, { payment_token: expect.stringMatching(/^tok_\w{20,}$/) }])
    expect((await confirm(body.payment_token)).body.status).toBe('approved')
    expect((await confirm(body.payment_token)).status).toBe(422)
  })

  test('a token is invalid in the other environment', async () => {
    const { body } = await make({ publishable_key: 'pk_live_sandbox' })
    expect((await confirm(body.payment_token)).status).toBe(422)
    const live = await confirm(body.payment_token, { publishable_key: 'pk_live_sandbox' }, LIVE_KEY)
    expect(live.body.status).toBe('approved')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a publishable key of nobody', { publishable_key: 'pk_test_other' }, 'publishable_key'],
    ['a card that is no test card', { card: testCard(OTHER_CARD) }, 'card.number'],
    [
      'a card that has expired',
      { card: { ...testCard(CARDS.approved), exp_year: 2020 } },
      'card.exp_year',
    ],
    ['no card', { card: undefined }, 'card'],
    ['a payment that does not exist', { payment_id: 99_999_999 }, 'payment_id'],
    ['a payment id that is none', { payment_id: 'abc' }, 'payment_id'],
    ['metadata that are no object', { metadata: 'x' }, 'metadata'],
    ['a description of 121 characters', { description: 'x'.repeat(121) }, 'description'],
    ['a NUL in the customer', { customer: { name: 'a\0b' } }, 'customer.name'],
  ])("%s is rejected with the field's name", async (_, fields, field) => {
    const { status, body } = await make(fields)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  test('a payment of the other environment is unknown', async () => {
    const { id } = await gateway.createPayment({}, LIVE_KEY)
    expect(Object.keys((await make({ payment_id: id })).body.errors)).toEqual(['payment_id'])
  })

  test('a token created for a payment pays that payment at its price', async () => {
    const { id } = await gateway.createPayment({ amount: 250 })
    const { body } = await make({ payment_id: id })
    expect((await confirm(body.payment_token)).status).toBe(422)
    expect((await confirm(body.payment_token, { amount: 250 })).body.status).toBe('approved')
    expect((await gateway.getPayment(id)).status).toBe('paid')
  })

  test("the payment has the token's options unless confirm overrides them", async () => {
    const external_reference = uniqueReference()
    const { body } = await make({
      customer: { name: 'Ana', identity_number: '0801-1', colour: 'red' },
      description: 'Café',
      metadata: { table: 4 },
    })
    await confirm(body.payment_token, { external_reference, metadata: { table: 5 } })
    const { data } = (
      await gateway.call('GET', `/v1/payments?external_reference=${external_reference}`)
    ).body
    expect(data).toMatchObject([
      {
        description: 'Café',
        metadata: { table: 5 },
        customer: { name: 'Ana', identity_number: '0801-1', email: null },
      },
    ])
  })

  test('save_card saves the card after the charge', async () => {
    const identity_number = uniqueReference()
    const { body } = await make({ save_card: true, customer: { identity_number } })
    await confirm(body.payment_token)
    const list = await gateway.call(
      'GET',
      `/v1/payment-methods?customer[identity_number]=${identity_number}`,
    )
    expect(list.body.data).toMatchObject([{ last_four: '1111', is_default: true }])
  })

  test("metadata obeys the profile's limits", async () => {
    await gateway.withProfile({ metadata_max_keys: 1 }, async () => {
      const { body } = await make({ metadata: { a: 1, b: 2 } })
      expect(Object.keys(body.errors)).toEqual(['metadata'])
    })
  })
})

describe("the default among a customer's saved cards", () => {
  const save = async (customer: Record<string, string>) =>
    confirm(await gateway.token({ customer, save_card: true }))
  const cardsOf = async (query: string) =>
    (await gateway.call('GET', `/v1/payment-methods?${query}`)).body.data as {
      id: string
      is_default: boolean
    }[]
  const defaultsAmong = (cards: { is_default: boolean }[]) =>
    cards.filter(({ is_default }) => is_default)

  test.each(['identity_number', 'email'])(
    'eight cards of one %s saved concurrently have one default',
    async (key) => {
      const value = `${uniqueReference()}@ejemplo.hn`
      await Promise.all(Array.from({ length: 8 }, () => save({ [key]: value })))
      const cards = await cardsOf(`customer[${key}]=${value}`)
      expect(cards).toHaveLength(8)
      expect(defaultsAmong(cards)).toHaveLength(1)
    },
  )

  test('the last card becomes the default when the others are deleted concurrently', async () => {
    const identity_number = uniqueReference()
    for (let n = 1; n <= 8; n++) await save({ identity_number })
    const query = `customer[identity_number]=${identity_number}`
    const [last, ...others] = (await cardsOf(query)).toReversed()
    const answers = await Promise.all(
      others.map(({ id }) => gateway.call('DELETE', `/v1/payment-methods/${id}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(await cardsOf(query)).toEqual([{ ...last, is_default: true }])
  })

  test("a deletion does not affect another customer's default with the same e-mail", async () => {
    const email = `${uniqueReference()}@ejemplo.hn`
    const [identity_number, other] = [uniqueReference(), uniqueReference()]
    await save({ email })
    await save({ identity_number })
    await save({ identity_number, email })
    await save({ identity_number: other })
    const [byEmail] = await cardsOf(`customer[email]=${email}`)
    expect((await gateway.call('DELETE', `/v1/payment-methods/${byEmail?.id}`)).status).toBe(200)
    const cards = await cardsOf(`customer[identity_number]=${identity_number}`)
    expect(cards.map(({ is_default }) => is_default)).toEqual([true, false])
  })
})
