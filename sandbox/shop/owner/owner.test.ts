import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDemoWorld } from '../../../test/browser/demo-world.ts'
import { connectTestStore, eventually, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startDemoWorld()
})
afterAll(() => world.close())

let orders = 0
const read = async (id: string) => (await world.api('GET', `/v1/orders/${id}`)).body

const takenOrder = async (): Promise<{ id: string; checkoutUrl: string }> => {
  const id = `O-${++orders}`
  const order = { id, amount: '100.00', currency: 'HNL' }
  const { payment } = (await world.api('POST', '/v1/checkouts', { order })).body
  return { id, checkoutUrl: payment.checkout_url }
}

const paidOrder = async (): Promise<string> => {
  const { id, checkoutUrl } = await takenOrder()
  await world.pay(checkoutUrl)
  await eventually(async () => (await read(id)).order.status === 'paid')
  return id
}

const send = async (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${world.url}/shop${path}`, {
    method: 'POST',
    body: new URLSearchParams({ lang: 'en', ...fields }),
    headers,
    redirect: 'manual',
  })
  return { status: response.status, page: await response.text(), headers: response.headers }
}

const refundInFull = (id: string, fields: Record<string, string>) =>
  send(`/owner/orders/${id}/refunds`, { what: 'part', ...fields })

describe('the owner’s form for giving money back', () => {
  it.each([
    ['nothing', '', 'Type an amount, such as 25.50.'],
    ['blanks', '   ', 'Type an amount, such as 25.50.'],
    ['zero', '0', 'Nothing was given back.'],
    ['less than nothing', '-5', 'Nothing was given back.'],
    ['a third of a centavo', '0.333', 'Nothing was given back.'],
    ['words', 'ten', 'Nothing was given back.'],
    ['one of two readings', '1,500', 'Can be read in two ways: write 1500.00 or 1.50'],
    ['more than was paid', '100.01', 'above what is left'],
    ['markup', '<b>1</b>', '&lt;b&gt;1&lt;/b&gt;'],
  ])('refuses %s, says so, and gives nothing back', async (_, amount, words) => {
    const id = await paidOrder()
    const { status, page } = await refundInFull(id, { amount, key: `key-${id}` })
    expect(status).toBe(422)
    expect(page).toContain(words)
    expect((await read(id)).refunds).toEqual([])
  })

  it.each(['1,50', '1.50', '1.5'])('understands an amount typed as %s', async (amount) => {
    const id = await paidOrder()
    await world.control('/sandbox/settle', {})
    expect((await refundInFull(id, { amount, key: `key-${id}` })).status).toBe(303)
    expect((await read(id)).refunds).toMatchObject([{ amount: '1.50' }])
  })

  it('asks before everything goes back, and gives nothing back meanwhile', async () => {
    const id = await paidOrder()
    const asked = await refundInFull(id, { what: 'all', key: `all-${id}` })
    expect(asked.status).toBe(200)
    expect(asked.page).toContain('Give all of it back?')
    expect(asked.page).toMatch(/Yes, give L\s100\.00 HNL back/)
    expect(asked.page).toMatch(/Attempt 1 \([^)]*payment \d+ at the gateway\)/)
    expect(asked.page).toContain('voided today')
    expect((await read(id)).refunds).toEqual([])
  })

  it('a double click on the yes gives everything back once, by the key of the button before', async () => {
    const id = await paidOrder()
    const { page } = await refundInFull(id, { what: 'all', key: `twice-${id}` })
    const hidden = [...page.matchAll(/name="(key|payment_id)" value="([^"]+)"/g)]
    const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
    expect(fields.key).toBe(`twice-${id}`)
    const yes = { ...fields, what: 'all', confirmed: 'yes' }
    const sent = await Promise.all([refundInFull(id, yes), refundInFull(id, yes)])
    expect(sent.map(({ status }) => status)).toEqual([303, 303])
    expect((await read(id)).refunds).toMatchObject([{ kind: 'void', amount: '100.00' }])
  })

  it('refuses an order that is not paid', async () => {
    const { id } = await takenOrder()
    const { status, page } = await refundInFull(id, { what: 'all' })
    expect(status).toBe(422)
    expect(page).toContain('The order is not paid')
  })

  it('sent twice, refunds once', async () => {
    const id = await paidOrder()
    await world.control('/sandbox/settle', {})
    const fields = { amount: '10.00', key: 'the-same-form' }
    const sent = await Promise.all([refundInFull(id, fields), refundInFull(id, fields)])
    expect(sent.map(({ status }) => status)).toEqual([303, 303])
    expect((await read(id)).refunds).toHaveLength(1)
  })

  it('says of a part that waits for the settlement that it does, and until when', async () => {
    const id = await paidOrder()
    expect((await refundInFull(id, { amount: '10.00', key: 'too-early' })).status).toBe(303)
    const [refund] = (await read(id)).refunds
    expect(refund).toMatchObject({ state: 'waiting', waiting_for: 'settlement' })
    const page = async (lang: string) =>
      (await fetch(`${world.url}/shop/owner/orders/${id}?lang=${lang}`)).text()
    expect(await page('en')).toContain('It waits for the charge to be settled.')
    expect(await page('es')).toContain('Espera la liquidación del cobro.')
    expect(await page('es')).toContain(`<time datetime="${refund.waiting_until}">`)
  })

  it('knows nothing of the orders of another shop', async () => {
    const apiKey = await connectTestStore(world.puente, { id: 'other', notifyUrl: null })
    const theirs = { id: 'THEIRS-1', amount: '5.00', currency: 'HNL' }
    const headers = { authorization: `Bearer ${apiKey}` }
    const taken = await world.api('POST', '/v1/checkouts', { order: theirs }, headers)
    expect(taken.status).toBe(201)
    expect((await refundInFull(theirs.id, { what: 'all' })).status).toBe(404)
    const page = await fetch(`${world.url}/shop/owner/orders/${theirs.id}?lang=en`)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('We cannot find this order')
  })

  it('is not taken from a page of somebody else', async () => {
    const id = await paidOrder()
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const path = `/owner/orders/${id}/refunds`
    expect((await send(path, { what: 'all' }, foreign)).status).toBe(403)
    expect((await read(id)).refunds).toEqual([])
  })
})

describe('a saved card of somebody else', () => {
  /** Takes a product as a visitor of the shop; the cookie is who they are. */
  const visitor = async () => {
    const taken = await send('/orders', { product: 'cafe' })
    const [, id = ''] = /orders\/(\w+)\/ways/.exec(taken.headers.get('location') ?? '') ?? []
    const ways = await fetch(`${world.url}/shop/orders/${id}/ways`)
    const cookie = String(ways.headers.get('set-cookie')).split(';')[0] ?? ''
    return { id, cookie, identity: cookie.split('=')[1] ?? '' }
  }

  it('neither pays an order nor is forgotten', async () => {
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
})
