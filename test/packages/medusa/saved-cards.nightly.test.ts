import { afterEach, expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { CARDS, cardOf, type Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { customersOf } from './customers.ts'
import { startMedusaShop } from './medusa-shop.ts'
import { startPuenteProxy } from './puente-proxy.ts'

/** Approved when its customer types it, and declined as a saved card. */
const DECLINED_WHEN_SAVED = '4000000000000341'

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const proxy = useStarted(() => startPuenteProxy(world.url))
const shop = useStarted(() =>
  startMedusaShop(
    world,
    { node: node.tarball, medusa: provider.tarball },
    { PUENTE_URL: proxy.url },
  ),
)
const { pay, placedOrder, atPuente, transactionsOf, allTold, payUnheard, deliver, sessionBeside } =
  customersOf(world, shop)

afterEach(() => proxy.mend())

/** A customer who saved a card with an earlier order. */
const customerWithCard = async (number: string): Promise<{ token: string; card: string }> => {
  const token = await shop.customer()
  const cart = await shop.cart({ token })
  const session = await shop.paymentSession(cart.id, {}, token)
  const opened = await fetch(session.data.pay_url, { redirect: 'manual' })
  await world.control('/sandbox/pay', {
    checkout_url: opened.headers.get('location'),
    card: cardOf(number),
    save_card: true,
  })
  await placedOrder(cart.id)
  const owner = `?identity_number=${await shop.customerId(token)}`
  const cards = async () => (await world.api('GET', `/v1/saved-cards${owner}`)).body.data
  await expect.poll(cards).toHaveLength(1)
  return { token, card: (await cards())[0].id }
}

const chosenIn = async (cartId: string, { token, card }: { token: string; card: string }) =>
  shop.paymentSession(cartId, { payment_method: card }, token)

const chargesOf = async (sessionId: string): Promise<Json[]> =>
  (await atPuente(sessionId)).payments.filter(({ paid_at }: Json) => paid_at !== null)

const dataOf = async (sessionId: string): Promise<Json> =>
  (await shop.rows(`SELECT data FROM payment_session WHERE id = '${sessionId}'`))[0].data

it('a saved card is charged when the cart is completed, once, and for its customer only', async () => {
  const ana = await customerWithCard(CARDS.approved)
  const cart = await shop.cart({ token: ana.token })

  const first = await chosenIn(cart.id, ana)
  const second = await chosenIn(cart.id, ana)
  expect(await chargesOf(second.id)).toEqual([])
  await Promise.all([shop.complete(cart.id), shop.complete(cart.id)])

  const order = await placedOrder(cart.id)
  await allTold(second.id)
  expect(await transactionsOf(order.id)).toHaveLength(1)
  expect(await chargesOf(second.id)).toHaveLength(1)
  expect(await chargesOf(first.id)).toEqual([])

  const eva = await shop.customer()
  const other = await shop.cart({ token: eva })
  const stolen = chosenIn(other.id, { token: eva, card: ana.card })
  await expect(stolen).rejects.toThrow(/does not belong/)
})

it('a saved card whose charge is not answered is charged once, and its order placed', async () => {
  const ana = await customerWithCard(CARDS.approved)
  const cart = await shop.cart({ token: ana.token })
  const session = await chosenIn(cart.id, ana)

  proxy.loseAnswers(/^POST \/v1\/checkouts/)
  const { body } = await shop.complete(cart.id)
  expect(body.type).not.toBe('order')
  proxy.mend()
  await shop.complete(cart.id)

  await placedOrder(cart.id)
  await allTold(session.id)
  expect(await chargesOf(session.id)).toHaveLength(1)
  expect((await atPuente(session.id)).refunds).toEqual([])
})

it('a declined saved card is tried once, and its customer pays at the page', async () => {
  const ana = await customerWithCard(DECLINED_WHEN_SAVED)
  const cart = await shop.cart({ token: ana.token })
  const session = await chosenIn(cart.id, ana)

  await shop.complete(cart.id)
  await shop.complete(cart.id)

  expect(await dataOf(session.id)).toMatchObject({ declined: expect.any(String), saved_card: null })
  const { payments } = await atPuente(session.id)
  const declines = payments.map(({ decline_count }: Json) => decline_count)
  expect(declines.reduce((sum: number, each: number) => sum + each, 0)).toBe(1)
  await pay(session)
  await placedOrder(cart.id)
})

it('a session that Medusa recreates from its data charges no saved card', async () => {
  const ana = await customerWithCard(CARDS.approved)
  const cart = await shop.cart({ token: ana.token })
  const { data } = await chosenIn(cart.id, ana)

  const recreated = await shop.paymentSession(cart.id, data, ana.token)
  await shop.complete(cart.id)

  expect(data).toMatchObject({ payment_method: null, saved_card: ana.card })
  expect(await dataOf(recreated.id)).toMatchObject({ payment_method: null, saved_card: null })
  expect(await chargesOf(recreated.id)).toEqual([])
  await pay(recreated)
  await placedOrder(cart.id)
})

it('a cart that was paid at a page charges no saved card of another session', async () => {
  const ana = await customerWithCard(CARDS.approved)
  const cart = await shop.cart({ token: ana.token })
  const withCard = await chosenIn(cart.id, ana)
  const page = await sessionBeside(withCard)
  await payUnheard(page.id, () => world.pay(page.pageUrl))

  await shop.complete(cart.id)
  // Medusa cannot delete the session with the card.
  proxy.loseRequests(/\/cancel$/)
  expect(await deliver(await atPuente(page.id))).toBe(204)

  const order = await placedOrder(cart.id)
  await allTold(page.id)
  expect(order.payment_collections[0].payments).toMatchObject([{ data: { id: page.id } }])
  expect(await chargesOf(withCard.id)).toEqual([])
})

it('the route of the README lists the cards of the signed-in customer alone', async () => {
  const ana = await customerWithCard(CARDS.approved)
  const eva = await shop.customer()
  await shop.paymentSession((await shop.cart({ token: eva })).id, {}, eva)
  const cardsOf = async (token?: string): Promise<string[]> => {
    const { cards } = await shop.store('GET', '/customers/me/cards', undefined, token)
    return cards.map(({ id }: Json) => id)
  }

  expect(await cardsOf(ana.token)).toEqual([ana.card])
  expect(await cardsOf(eva)).toEqual([])
  await expect(cardsOf()).rejects.toThrow(/^401/)
})
