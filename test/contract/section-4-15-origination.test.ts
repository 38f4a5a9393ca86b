import { beforeAll, expect, test } from 'vitest'
import { useGateway, useStarted } from '../support/use-world.ts'
import { PUBLISHABLE_KEY, uniqueReference } from './support/harness.ts'
import { startReceiver } from './support/receiver.ts'
import { confirmBody, listCards, newCustomer } from './support/saved-cards.ts'
import { controlledDescribe } from './support/target.ts'

controlledDescribe('4.15 Saved-card origination', () => {
  const gateway = useGateway()
  const receiver = useStarted(startReceiver)
  beforeAll(async () => {
    await gateway.addEndpoint(receiver.url)
  })

  const savedEvents = (id: string) =>
    receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event)

  const confirmWith = async (customer: Record<string, string>, save_card: boolean) => {
    const token = await gateway.token({ customer, save_card })
    const external_reference = uniqueReference()
    const answer = await gateway.call('POST', '/embed/v1/confirm', {
      body: { ...confirmBody(token, PUBLISHABLE_KEY), external_reference },
    })
    expect(answer.body.status).toBe('approved')
    return external_reference
  }
  const approvedOf = (external_reference: string) =>
    receiver.waitUntil(({ data }) => data.external_reference === external_reference)

  test('a mode 2 charge with consent saves the card and sends payment_method.saved', async () => {
    const customer = newCustomer()
    await confirmWith(customer, true)
    const { identity_number } = customer
    const [card] = await listCards(gateway, { identity_number })
    const [delivery] = await receiver.waitUntil(({ data }) => data.id === card.id)
    expect(delivery?.event.type).toBe('payment_method.saved')
    expect(delivery?.event.data).toEqual({
      id: expect.stringMatching(/^pm_/),
      card_brand: expect.any(String),
      last_four: '1111',
      exp_month: 12,
      exp_year: 2060,
      is_default: expect.any(Boolean),
    })
    expect(savedEvents(card.id)).toHaveLength(1)
  })

  test('a charge without consent saves no card', async () => {
    const customer = newCustomer()
    await approvedOf(await confirmWith(customer, false))
    const { identity_number } = customer
    expect(await listCards(gateway, { identity_number })).toEqual([])
  })

  test('no request field of mode 1 saves a card', async () => {
    const customer = newCustomer()
    const payment = await gateway.createPayment({ customer, save_card: true, saveCard: true })
    expect(JSON.stringify(payment.warnings)).toContain('save_card')
    await gateway.pay({ payment_id: payment.id })
    const { identity_number } = customer
    expect(await listCards(gateway, { identity_number })).toEqual([])
  })

  test('a consented charge without mode 3A is approved, saves nothing and sends no event', async () => {
    const customer = newCustomer()
    const before = receiver.received.length
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      await approvedOf(await confirmWith(customer, true))
    })
    const { identity_number } = customer
    expect(await listCards(gateway, { identity_number })).toEqual([])
    const types = receiver.received.slice(before).map(({ event }) => event.type)
    expect(types).not.toContain('payment_method.saved')
  })
})
