import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, type Harness, LIVE_KEY, PUBLISHABLE_KEY, startHarness } from './support/harness.ts'
import { listCards, newCustomer, saveCard } from './support/saved-cards.ts'
import { controlledBothEnvironmentsTest, controlledTest } from './support/target.ts'

let gateway: Harness
const save = (number?: string) =>
  saveCard(gateway, { publishableKey: PUBLISHABLE_KEY, ...(number ? { number } : {}) })
const pathOf = (customer: string) => `/v1/payment-methods?customer[identity_number]=${customer}`

describe('4.10 GET /payment-methods', () => {
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  test('it answers whether mode 3A is enabled: 200 with data, or tokenized_charge_disabled', async () => {
    const answer = await gateway.call('GET', pathOf(newCustomer().identity_number))
    if (answer.status === 200) expect(answer.body).toEqual({ data: [] })
    else {
      expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
      expect(answer.body.errors).toHaveProperty('customer')
    }
  })

  test('401 without a key, enabled or not', async () => {
    const answer = await gateway.call('GET', pathOf('0801'), { key: null })
    expect(answer.status).toBe(401)
  })

  controlledTest('a customer with no cards gets 200 with an empty data, never 404', async () => {
    const answer = await gateway.call('GET', pathOf(newCustomer().identity_number))
    expect(answer).toMatchObject({ status: 200, body: { data: [] } })
  })

  controlledTest('by identity number: each item has the fields of the event', async () => {
    const { customer } = await save()
    const cards = await listCards(gateway, { identity_number: customer.identity_number })
    expect(cards).toHaveLength(1)
    expect(cards[0]).toMatchObject({
      id: expect.stringMatching(/^pm_/),
      card_brand: expect.any(String),
      last_four: '1111',
      exp_month: 12,
      exp_year: 2060,
      is_default: expect.any(Boolean),
    })
    expect(JSON.stringify(cards)).not.toContain(CARDS.approved)
  })

  controlledTest('by email where the identity number is unknown', async () => {
    const { id, customer } = await save()
    const cards = await listCards(gateway, { email: customer.email })
    expect(cards.map((card) => card.id)).toEqual([id])
  })

  controlledTest('the identity number is preferred where both are given', async () => {
    const [one, other] = [await save(), await save()]
    const cards = await listCards(gateway, {
      identity_number: one.customer.identity_number,
      email: other.customer.email,
    })
    expect(cards.map((card) => card.id)).toEqual([one.id])
  })

  controlledTest('422 tokenized_charge_disabled while mode 3A is off', async () => {
    const { customer } = await save()
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      for (const path of [pathOf(customer.identity_number), '/v1/payment-methods']) {
        const answer = await gateway.call('GET', path)
        expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
        expect(Object.keys(answer.body.errors)).toEqual(['customer'])
      }
    })
  })

  controlledBothEnvironmentsTest('a saved card is of one environment', async () => {
    const { customer } = await save()
    const { identity_number } = customer
    expect(await listCards(gateway, { identity_number }, LIVE_KEY)).toEqual([])
  })
})

describe('4.11 DELETE /payment-methods/{payment_method_id}', () => {
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  const revoke = (id: string, key?: string | null) =>
    gateway.call('DELETE', `/v1/payment-methods/${id}`, key === undefined ? {} : { key })

  test('404 for a method that nobody has: it is not subject to the gate of mode 3A', async () => {
    const answer = await revoke('pm_nobody')
    expect(answer.status).toBe(404)
    expect(answer.body.code).not.toBe('not_found')
  })

  test('401 without a key', async () => {
    expect((await revoke('pm_nobody', null)).status).toBe(401)
  })

  controlledTest('200: the card is revoked, and gone from the list', async () => {
    const { id, customer } = await save()
    expect((await revoke(id)).status).toBe(200)
    expect(await listCards(gateway, { identity_number: customer.identity_number })).toEqual([])
  })

  controlledTest('200 while mode 3A is off', async () => {
    const { id } = await save()
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      expect((await revoke(id)).status).toBe(200)
    })
  })

  controlledBothEnvironmentsTest(
    '404 for a card of the other environment, which stays',
    async () => {
      const { id, customer } = await save()
      expect((await revoke(id, LIVE_KEY)).status).toBe(404)
      const { identity_number } = customer
      expect(await listCards(gateway, { identity_number })).toHaveLength(1)
    },
  )
})
