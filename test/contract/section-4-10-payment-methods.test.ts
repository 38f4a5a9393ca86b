import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS, LIVE_KEY, PUBLISHABLE_KEY } from './support/harness.ts'
import { listCards, newCustomer, saveCard } from './support/saved-cards.ts'
import { controlledBothEnvironmentsTest, controlledTest } from './support/target.ts'

const gateway = useGateway()
const save = (number?: string) =>
  saveCard(gateway, { publishableKey: PUBLISHABLE_KEY, ...(number ? { number } : {}) })
const pathOf = (customer: string) => `/v1/payment-methods?customer[identity_number]=${customer}`

describe('4.10 GET /payment-methods', () => {
  test('the list returns 200 with data, or tokenized_charge_disabled without mode 3A', async () => {
    const answer = await gateway.call('GET', pathOf(newCustomer().identity_number))
    if (answer.status === 200) expect(answer.body).toEqual({ data: [] })
    else {
      expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
      expect(answer.body.errors).toHaveProperty('customer')
    }
  })

  test('a request without a key gets 401, with or without mode 3A', async () => {
    const answer = await gateway.call('GET', pathOf('0801'), { key: null })
    expect(answer.status).toBe(401)
  })

  controlledTest('a customer without cards gets 200 with empty data', async () => {
    const answer = await gateway.call('GET', pathOf(newCustomer().identity_number))
    expect(answer).toMatchObject({ status: 200, body: { data: [] } })
  })

  controlledTest("a lookup by identity number returns items with the event's fields", async () => {
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

  controlledTest("a lookup by e-mail returns the customer's cards", async () => {
    const { id, customer } = await save()
    const cards = await listCards(gateway, { email: customer.email })
    expect(cards.map((card) => card.id)).toEqual([id])
  })

  controlledTest('the identity number takes precedence over the e-mail', async () => {
    const [one, other] = [await save(), await save()]
    const cards = await listCards(gateway, {
      identity_number: one.customer.identity_number,
      email: other.customer.email,
    })
    expect(cards.map((card) => card.id)).toEqual([one.id])
  })

  controlledTest(
    'the list returns 422 tokenized_charge_disabled while mode 3A is off',
    async () => {
      const { customer } = await save()
      await gateway.withProfile({ tokenized_charge: false }, async () => {
        for (const path of [pathOf(customer.identity_number), '/v1/payment-methods']) {
          const answer = await gateway.call('GET', path)
          expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
          expect(Object.keys(answer.body.errors)).toEqual(['customer'])
        }
      })
    },
  )

  controlledBothEnvironmentsTest('a saved card exists in one environment only', async () => {
    const { customer } = await save()
    const { identity_number } = customer
    expect(await listCards(gateway, { identity_number }, LIVE_KEY)).toEqual([])
  })
})

describe('4.11 DELETE /payment-methods/{payment_method_id}', () => {
  const revoke = (id: string, key?: string | null) =>
    gateway.call('DELETE', `/v1/payment-methods/${id}`, key === undefined ? {} : { key })

  test('an unknown method gets 404 regardless of mode 3A', async () => {
    const answer = await revoke('pm_nobody')
    expect(answer.status).toBe(404)
    expect(answer.body.code).not.toBe('not_found')
  })

  test('a request without a key gets 401', async () => {
    expect((await revoke('pm_nobody', null)).status).toBe(401)
  })

  controlledTest('a revocation returns 200 and removes the card from the list', async () => {
    const { id, customer } = await save()
    expect((await revoke(id)).status).toBe(200)
    expect(await listCards(gateway, { identity_number: customer.identity_number })).toEqual([])
  })

  controlledTest('a revocation returns 200 while mode 3A is off', async () => {
    const { id } = await save()
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      expect((await revoke(id)).status).toBe(200)
    })
  })

  controlledBothEnvironmentsTest(
    'revoking a card of the other environment gets 404 and keeps the card',
    async () => {
      const { id, customer } = await save()
      expect((await revoke(id, LIVE_KEY)).status).toBe(404)
      const { identity_number } = customer
      expect(await listCards(gateway, { identity_number })).toHaveLength(1)
    },
  )
})
