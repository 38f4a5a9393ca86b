import { expect, it } from 'vitest'
import { useDemoWorld } from '../../test/browser/demo-world.ts'
import { eventually } from '../../test/support/world.ts'

const world = useDemoWorld()

const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/shop${path}`, {
    method: 'POST',
    body: new URLSearchParams({ lang: 'en', ...fields }),
    headers,
    redirect: 'manual',
  })

/** A new visitor, by cookie, with an order. */
const visitor = async () => {
  const taken = await send('/orders', { product: 'cafe' })
  const [, id = ''] = /orders\/(\w+)\/ways/.exec(taken.headers.get('location') ?? '') ?? []
  const ways = await fetch(`${world.url}/shop/orders/${id}/ways`)
  const cookie = String(ways.headers.get('set-cookie')).split(';')[0] ?? ''
  return { id, cookie, identity: cookie.split('=')[1] ?? '' }
}

it("a customer can neither pay with nor delete another customer's saved card", async () => {
  const [ana, eve] = [await visitor(), await visitor()]
  const { payment_token } = await world.control('/sandbox/tokens', {
    publishable_key: 'pk_test_sandbox',
    card: { number: '4111111111111111', exp_month: 12, exp_year: 2039, cvc: '123' },
    customer: { identity_number: ana.identity },
    save_card: true,
  })
  await send(`/orders/${ana.id}/pay`, {})
  await world.api('POST', `/v1/orders/${ana.id}/confirm`, { payment_token })
  const cards = `/v1/saved-cards?identity_number=${ana.identity}`
  const [card] = await eventually(async () => {
    const { data } = (await world.api('GET', cards)).body
    return data.length > 0 ? data : undefined
  })

  const asEve = { cookie: eve.cookie }
  const charged = await send(`/orders/${eve.id}/saved-card`, { card: card.id }, asEve)
  expect(charged.headers.get('location')).toContain('/ways')
  expect((await world.api('GET', `/v1/orders/${eve.id}`)).status).toBe(404)
  await send('/cards/forget', { card: card.id }, asEve)
  expect((await world.api('GET', cards)).body.data).toHaveLength(1)

  await send('/cards/forget', { card: card.id }, { cookie: ana.cookie })
  expect((await world.api('GET', cards)).body.data).toEqual([])
})
