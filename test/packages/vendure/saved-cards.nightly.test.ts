import { expect, it } from 'vitest'
import { merchantOf } from '../../support/merchant.ts'
import { useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { useVendureShop } from './vendure-shop.ts'

const world = useWorld()
const shop = useVendureShop(world)

it('a saved card of an order that Vendure refuses to place answers no placed order', async () => {
  const email = 'ana.unplaced@example.com'
  const card = await savedCardOf(email)
  const customer = await shop.signedIn(email)
  const code = await customer.fillCart()
  await shop.renameCustomer(code, 'Unplaced')

  const answer = await customer.checkout({ savedCard: card })

  expect(answer).toMatchObject({ __typename: 'PuenteCheckoutError', retry: false })
  expect(answer.message).toMatch(/contact the shop/)
  expect((await shop.order(code)).payments).toHaveLength(1)
  await shop.renameCustomer(code, 'Mejía')
  expect(await customer.settle(code)).toEqual({ __typename: 'PuenteOrderPaid' })
})

it('a saved card is not charged for an order that is cancelled meanwhile', async () => {
  const email = 'ana.cancelled@example.com'
  const card = await savedCardOf(email)
  const customer = await shop.signedIn(email)
  const code = await customer.fillCart()
  let isCancelled = false
  shop.proxy.onPass(async (route, stage) => {
    if (isCancelled || stage !== 'on-its-way' || route !== 'POST /v1/checkouts') return 'pass'
    isCancelled = true
    await shop.cancelOrder(code)
    await expect.poll(() => shop.proxy.seen).toContain(`POST /v1/orders/${code}/cancel`)
    return 'pass'
  })

  const answer = await customer.checkout({ savedCard: card })
  shop.proxy.onPass(undefined)

  expect(answer.__typename).toBe('PuenteCheckoutError')
  const { body } = await world.api('GET', `/v1/orders/${code}`)
  expect(body.order.status).toBe('cancelled')
  expect(body.payments.filter(({ state }: Json) => state === 'paid')).toEqual([])
})

it('a customer pays with a card that they saved, and with no other customer’s', async () => {
  const merchant = merchantOf(world)
  const email = 'ana.saved@example.com'
  const card = await savedCardOf(email)
  const other = await merchant.savedCard()
  const customer = await shop.signedIn(email)
  const code = await customer.fillCart()

  expect((await customer.checkout({ savedCard: other })).message).toBe('No such saved card.')
  const { puenteSavedCards } = await customer.shop('{ puenteSavedCards { id lastFour } }')
  expect(puenteSavedCards).toEqual([{ id: card, lastFour: '1111' }])
  expect((await customer.checkout({ savedCard: card })).__typename).toBe('PuenteOrderPaid')
  expect(await shop.order(code)).toMatchObject({ state: 'PaymentSettled', payments: [{}] })

  const guest = shop.customer()
  await guest.fillCart()
  expect((await guest.checkout({ savedCard: card })).message).toBe('No such saved card.')
})

const savedCardOf = async (email: string): Promise<string> => {
  const { body } = await world.api('POST', '/v1/checkouts', {
    order: { id: `SAVING-${email}`, amount: '1.00', currency: 'USD', customer: { email } },
  })
  await world.control('/sandbox/pay', {
    payment_id: Number(body.payment.gateway_payment_id),
    card: { number: '4111111111111111', exp_month: 12, exp_year: 2039, cvc: '123' },
    save_card: true,
  })
  const listed = await world.api('GET', `/v1/saved-cards?email=${email}`)
  return listed.body.data[0].id
}

it('a shop that does not verify addresses shows and charges no saved cards', async () => {
  const email = 'ana.unverified@example.com'
  const card = await savedCardOf(email)
  await shop.kill()
  await shop.start({ REQUIRE_VERIFICATION: 'no' })
  const customer = await shop.signedIn(email)
  await customer.fillCart()

  expect(await customer.shop('{ puenteSavedCards { id } }')).toEqual({ puenteSavedCards: [] })
  expect((await customer.checkout({ savedCard: card })).message).toBe('No such saved card.')

  await shop.kill()
  await shop.start()
})
