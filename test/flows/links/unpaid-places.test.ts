import { expect, it } from 'vitest'
import type { PaymentLinkRow } from '../../../src/db/db.ts'
import { forgetLinesOfOrders } from '../../../src/db/links/payment-links.ts'
import { browserOf } from '../../support/link-browser.ts'
import { nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

const world = useWorld({ TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1' })
const { linkOf, checkoutOf, orders } = linksOf(world)

const takeFrom = (address: string, link: PaymentLinkRow) =>
  browserOf(world, { address }).take(link.token)

it('one internet connection cannot hold all places of a link without paying, and others buy meanwhile', async () => {
  const link = await linkOf({ stock: 6 })
  const taken = []
  for (let opened = 0; opened < 3; opened++) taken.push(await takeFrom('190.4.0.7', link))
  expect(taken.every(({ location }) => location !== null)).toBe(true)

  const browser = browserOf(world, { address: '190.4.0.7' })
  const form = nonceIn(await browser.open(link.token)) ?? ''
  const refused = await browser.send(link.token, { form })
  expect([refused.status, refused.retryAfter]).toEqual([429, '60'])
  expect(refused.text).toContain('Ya hay varios pagos abiertos desde su conexión a internet')
  expect(nonceIn(refused)).toBe(form)
  expect((await takeFrom('190.4.0.8', link)).location).not.toBeNull()
  expect(await orders(link)).toHaveLength(4)

  // Paid orders do not count.
  await world.pay(await checkoutOf(taken[0]?.location ?? ''))
  const next = await eventually(async () => {
    const page = await browser.send(link.token, { form })
    return page.location !== null && page
  })
  expect(next.status).toBe(303)
  expect((await takeFrom('190.4.0.7', link)).status).toBe(429)
})

it('Puente forgets the internet connection of a customer who paid, and keeps no address meanwhile', async () => {
  const link = await linkOf({ stock: 4 })
  const places = async () => {
    const { rows } = await world.puente.ctx.db.pool.query(
      'SELECT order_id, line FROM link_places WHERE payment_link_id = $1 ORDER BY order_id',
      [link.id],
    )
    return rows
  }
  const { location } = await takeFrom('190.4.0.11', link)
  await takeFrom('190.4.0.11', link)
  const [first, second] = await places()
  expect(first.line).toMatch(/^[0-9a-z]{26}$/)
  expect(second.line).toBe(first.line)
  await world.pay(await checkoutOf(location ?? ''))
  await eventually(async () => (await places())[0].line === null)
  await forgetLinesOfOrders(world.puente.ctx.db.query, [second.order_id])
  expect((await places())[1].line).toBeNull()
})

it('a line of an IPv6 provider counts as one', async () => {
  const link = await linkOf({ stock: 4 })
  for (const host of [1, 2]) await takeFrom(`2800:b0:1:2::${host}`, link)
  expect((await takeFrom('2800:b0:1:2::3', link)).status).toBe(429)
  expect((await takeFrom('2800:b0:1:3::3', link)).location).not.toBeNull()
})

it('an address of a private network, which many may share, has no such bound', async () => {
  const link = await linkOf({ stock: 4 })
  for (let opened = 0; opened < 4; opened++) {
    expect((await takeFrom('10.0.0.9', link)).location).not.toBeNull()
  }
})

it('a link without a number of places has no such bound', async () => {
  const link = await linkOf({})
  for (let opened = 0; opened < 5; opened++) {
    expect((await takeFrom('190.4.0.9', link)).location).not.toBeNull()
  }
})
