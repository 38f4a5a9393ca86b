import { expect, it } from 'vitest'
import { addMs, HOUR } from '../../../src/runtime/clock.ts'
import { insist, nonceIn, submit } from '../../support/link-customer.ts'
import { pictureOf } from '../../support/small-picture.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json } from '../../support/world.ts'

const world = useWorld()
const visit = () => ({ addresses: [world.url], publicUrl: world.url })

const create = (body: Json) => world.api('POST', '/v1/payment-links', body)

it('a link shows its places while customers pay', async () => {
  const { status, body: link } = await create({ name: 'Taller', amount: '320.50', stock: 2 })
  expect(status).toBe(201)
  expect(link).toMatchObject({
    amount: '320.50',
    currency: 'HNL',
    state: 'open',
    orders: 0,
    taken: 0,
    paid: 0,
    paying: 0,
    left: 2,
    closed_at: null,
  })
  const path = new URL(link.url).pathname
  const form = nonceIn(await insist(visit(), path)) ?? ''
  const { location } = await submit(visit(), path.slice('/l/'.length), { form })
  const read = async () => (await world.api('GET', `/v1/payment-links/${link.id}`)).body
  expect(await read()).toMatchObject({
    orders: 1,
    taken: 1,
    paid: 0,
    paying: 1,
    left: 1,
  })
  const checkout = await insist(visit(), new URL(location ?? '').pathname)
  await world.pay(checkout.location ?? '')
  await eventually(async () => (await read()).paid === 1)
  expect((await read()).paying).toBe(0)
  const told = await world.shop.waitFor(({ order }) => order.payment_link_id === link.id)
  expect(told).toMatchObject({ type: 'order.paid', order: { source: 'link', status: 'paid' } })

  // A refund frees no place, and its customer is not paying.
  const key = { 'idempotency-key': 'refund-1' }
  const refund = await world.api('POST', `/v1/orders/${told.order.id}/refunds`, {}, key)
  expect(refund.status).toBe(201)
  await eventually(async () => (await read()).paid === 0)
  expect(await read()).toMatchObject({ orders: 1, taken: 1, paid: 0, paying: 0, left: 1 })
})

it('a change applies to later customers, and a closed link can be reopened', async () => {
  const { body: link } = await create({ name: 'Rifa', min_amount: '20', max_amount: '500' })
  const change = (body: Json) => world.api('PATCH', `/v1/payment-links/${link.id}`, body)
  expect((await change({ amount: '50' })).status).toBe(422)
  const fixed = await change({ amount: 'L 50', min_amount: null, max_amount: null, stock: 3 })
  expect(fixed.body).toMatchObject({ amount: '50.00', min_amount: null, left: 3 })
  expect((await change({ closed: true })).body.state).toBe('closed')
  expect((await change({ closed: false })).body).toMatchObject({ state: 'open', closed_at: null })
  const ends = addMs(world.puente.ctx.clock.now(), -HOUR).toISOString()
  expect((await change({ ends_at: ends })).body.state).toBe('over')
})

it('invalid terms are refused field by field', async () => {
  for (const [body, path] of [
    [{ amount: '5' }, 'name'],
    [{ name: 'x', amount: '0' }, 'amount'],
    [{ name: 'x', amount: '1,450' }, 'amount'],
    [{ name: 'x', amount: '5', currency: 'XXL' }, 'currency'],
    [{ name: 'x', amount: '5', max_amount: '9' }, 'max_amount'],
    [{ name: 'x', min_amount: '9', max_amount: '5' }, 'min_amount'],
    [{ name: 'x', stock: 0 }, 'stock'],
    [{ name: 'x', fields: { shoe: 'required' } }, 'fields.shoe'],
    [{ name: 'x', starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }, 'ends_at'],
    [{ name: 'tarjeta 4111 1111 1111 1111', amount: '5' }, 'name'],
  ] as const) {
    const { status, body: problem } = await create(body)
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path])
  }
})

it('the list of links continues from its cursor', async () => {
  for (const name of ['uno', 'dos', 'tres']) await create({ name, amount: '1' })
  const first = await world.api('GET', '/v1/payment-links?limit=2')
  expect(first.body.data.map(({ name }: Json) => name)).toEqual(['tres', 'dos'])
  const next = await world.api('GET', `/v1/payment-links?limit=2&cursor=${first.body.next_cursor}`)
  expect(next.body.data[0].name).toBe('uno')
})

it("customers' pages show the colour and the logo, and hostile files are refused", async () => {
  const brand = (body: Json) => world.api('PATCH', '/v1/store/brand', body)
  const logo_file = pictureOf({ width: 64, height: 32 }).toString('base64')
  const { body: link } = await create({ name: 'Café', amount: '40' })
  const plain = (await insist(visit(), new URL(link.url).pathname)).text
  expect(plain).not.toContain('/brand/')

  const set = await brand({ color: '#FFCC00', logo_file })
  expect(set.body).toEqual({ color: '#ffcc00', logo_url: expect.stringContaining('/brand/') })
  const { text } = await insist(visit(), new URL(link.url).pathname)
  expect(text).toContain('<link rel="stylesheet" href="/brand/ffcc00.css">')
  expect(text).toContain(`<meta property="og:image" content="${set.body.logo_url}">`)
  const styles = await fetch(`${world.url}/brand/ffcc00.css`)
  expect(styles.headers.get('content-type')).toContain('text/css')
  expect(styles.headers.get('cache-control')).toContain('immutable')
  const logo = await fetch(set.body.logo_url)
  expect(logo.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await logo.arrayBuffer()).toString('base64')).toBe(logo_file)

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  for (const body of [
    { logo_file: svg.toString('base64') },
    { logo_file: 'not base64!' },
    { logo_file: pictureOf({ width: 3_000, height: 20 }).toString('base64') },
    { color: 'red;}body{display:none' },
    {},
  ]) {
    expect((await brand(body)).status).toBe(422)
  }
  for (const path of ['FFCC00.css', 'red.css', '%2e%2e.css', `${'0'.repeat(64)}.png`, 'x.svg']) {
    expect((await fetch(`${world.url}/brand/${path}`)).status).toBe(404)
  }
  const taken = await brand({ color: null, logo_file: null })
  expect(taken.body).toEqual({ color: null, logo_url: null })
})
