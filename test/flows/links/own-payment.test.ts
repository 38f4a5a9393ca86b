import { expect, it } from 'vitest'
import { controlClient } from '../../../sandbox/gateway/control/client.ts'
import { browserOf } from '../../support/link-browser.ts'
import { kindOf, nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

const world = useWorld()
const { linkOf, checkoutOf } = linksOf(world)

it('a customer who holds the last place and goes back finds the open payment, and others read that it is sold out', async () => {
  const link = await linkOf({ stock: 1, name: 'Taller' })
  const [ana, luis] = [browserOf(world), browserOf(world)]
  const { location } = await ana.take(link.token)

  const page = await ana.open(link.token)
  expect([page.status, kindOf(page)]).toEqual([200, 'yours'])
  expect(page.text).toContain(`href="${location}"`)
  expect(page.text).toContain('Su pago sigue abierto')
  expect(kindOf(await luis.open(link.token))).toBe('sold_out')

  // A second tab, which was open before.
  const other = await linkOf({ stock: 1 })
  const [first, second] = [await ana.open(other.token), await ana.open(other.token)]
  await ana.send(other.token, { form: nonceIn(first) ?? '' })
  expect(kindOf(await ana.send(other.token, { form: nonceIn(second) ?? '' }))).toBe('yours')
})

it('a customer who goes back to a link with free places finds the open payment above the form', async () => {
  const link = await linkOf({ stock: 5 })
  const ana = browserOf(world)
  const { location } = await ana.take(link.token)
  const page = await ana.open(link.token)
  expect(page.text).toContain(`href="${location}"`)
  expect(nonceIn(page)).toBeDefined()
})

it('a payment that is made or out of time is no longer offered', async () => {
  const link = await linkOf({ stock: 1 })
  const [ana, other] = [browserOf(world), await linkOf({ stock: 1 })]
  const { location } = await ana.take(link.token)
  await world.pay(await checkoutOf(location ?? ''))
  await eventually(async () => kindOf(await ana.open(link.token)) === 'sold_out')

  const luis = browserOf(world)
  await luis.take(other.token)
  await controlClient(world.url).call('POST', '/test/clock', { advance_seconds: 31 * 60 })
  expect(kindOf(await luis.open(other.token))).toBe('sold_out')
})

it('the cookie goes to its link alone, and shows no payment of another link', async () => {
  const [link, other] = [await linkOf({}), await linkOf({ stock: 1 })]
  const ana = browserOf(world)
  const { setCookie, location } = await ana.take(link.token)
  expect(setCookie).toMatch(new RegExp(`; Path=/l/${link.token};`))
  expect(setCookie).toMatch(/HttpOnly/)
  expect(setCookie).toMatch(/SameSite=Lax/)
  await browserOf(world).take(other.token)
  const page = await ana.open(other.token)
  expect(kindOf(page)).toBe('sold_out')
  expect(page.text).not.toContain(String(location))
})
