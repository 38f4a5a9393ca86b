import { expect, it } from 'vitest'
import { controlClient } from '../../../sandbox/gateway/control/client.ts'
import { moneyFromDecimal } from '../../../src/domain/money.ts'
import { changePaymentLink } from '../../../src/payments/links/change-links.ts'
import { addMs, DAY, HOUR } from '../../../src/runtime/clock.ts'
import { insist, kindOf, nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'

const world = useWorld()
const { linkOf, open, send, take, checkoutOf, orders } = linksOf(world)
const visit = () => ({ addresses: [world.url], publicUrl: world.url })
const lempiras = (decimal: string) => moneyFromDecimal(decimal, 'HNL') ?? null

it('a customer pays at a link, and the payment creates an order', async () => {
  const link = await linkOf({
    name: 'Menú del día',
    fields: { name: 'required', table: 'optional' },
  })
  const { payUrl } = await take(link.token, { name: 'Ana Mejía', table: '4', amount: '0.01' })
  const { status } = await world.pay(await checkoutOf(payUrl))
  expect(status).toBe('approved')
  const order = await eventually(async () => {
    const [latest] = await orders()
    return latest?.status === 'paid' ? latest : undefined
  })
  expect(order).toMatchObject({
    source: 'link',
    payment_link_id: link.id,
    number: `${link.id.slice(-4).toUpperCase()}-1`,
    amount_minor: 32_050n,
    description: 'Menú del día · Mesa: 4',
    customer: { name: 'Ana Mejía' },
    metadata: { table: '4' },
  })
  const told = await world.shop.waitFor((message) => message.order.id === order.external_id)
  expect(told.type).toBe('order.paid')
})

it('opening a link, as the preview of a chat does, changes nothing', async () => {
  const link = await linkOf({ name: 'Rifa', description: 'Para el equipo', stock: 1 })
  const before = (await orders()).length
  for (const method of ['GET', 'HEAD']) {
    for (const query of ['', '?amount=1', '?lang=en', '?form=x']) {
      const page = await insist(visit(), `/l/${link.token}${query}`, { method })
      expect(page.status).toBe(200)
    }
  }
  const { text } = await open(link.token)
  expect(text).toContain('<meta property="og:title" content="Rifa · L')
  expect(text).toContain('<meta property="og:description" content="Para el equipo">')
  expect(await orders()).toHaveLength(before)
})

it('a customer enters an amount in any usual form, within the bounds', async () => {
  const link = await linkOf({ amount: null, least: lempiras('50'), most: lempiras('5000') })
  await take(link.token, { amount: '1,250.50' })
  expect((await orders())[0]?.amount_minor).toBe(125_050n)
  const before = (await orders()).length
  for (const amount of ['49.99', '5000.01', '', 'mil']) {
    const form = nonceIn(await open(link.token)) ?? ''
    const page = await send(link.token, { form, amount })
    expect(page.status).toBe(422)
    // The page keeps the customer's input, and the same form still opens one order.
    expect(page.text).toContain(`value="${amount}"`)
    expect(nonceIn(page)).toBe(form)
  }
  expect(await orders()).toHaveLength(before)
})

it('a customer sees an amount that changed since the page was opened before paying it', async () => {
  const link = await linkOf()
  const form = nonceIn(await open(link.token)) ?? ''
  const raised = { amount: lempiras('350') }
  expect((await changePaymentLink(world.puente.ctx, link.id, raised)).outcome).toBe('changed')
  const before = (await orders()).length
  const page = await send(link.token, { form })
  expect(page.status).toBe(422)
  expect(page.text).toMatch(/El monto ahora es L.350\.00/)
  expect(await orders()).toHaveLength(before)
  await send(link.token, { form: nonceIn(page) ?? '' })
  expect((await orders())[0]?.amount_minor).toBe(35_000n)
})

it('a form submitted twice, or again a day later, leads to the same order', async () => {
  const link = await linkOf({ stock: 2 })
  const form = nonceIn(await open(link.token)) ?? ''
  const pages = await Promise.all([1, 2, 3].map(() => send(link.token, { form })))
  const places = new Set(pages.map(({ location }) => location))
  expect(places.size).toBe(1)
  const [again] = await Promise.all([send(link.token, { form })])
  expect(places).toContain(again?.location)
  expect(await orders(link)).toHaveLength(1)
})

it('a form sent again leads to the same order even if the merchant has removed fields since', async () => {
  const link = await linkOf({ fields: { name: 'required', table: 'optional' } })
  const form = nonceIn(await open(link.token)) ?? ''
  const answers = { form, name: 'Ana Mejía', table: '4' }
  const first = await send(link.token, answers)
  await changePaymentLink(world.puente.ctx, link.id, { fields: {} })
  expect((await send(link.token, answers)).location).toBe(first.location)
  expect(await orders(link)).toHaveLength(1)
})

it('the link of a frozen or disabled store says so, takes no order, and works again afterwards', async () => {
  const link = await linkOf({})
  const form = nonceIn(await open(link.token)) ?? ''
  const before = await orders()
  const { query } = world.puente.ctx.db
  for (const column of ['frozen_at', 'disabled_at'] as const) {
    const set = (at: Date | null) =>
      query
        .updateTable('stores')
        .set({ [column]: at })
        .where('id', '=', TEST_STORE)
        .execute()
    await set(world.puente.ctx.clock.now())
    const page = await open(link.token)
    expect([kindOf(page), page.status]).toEqual(['unavailable', 503])
    expect(kindOf(await send(link.token, { form }))).toBe('unavailable')
    await set(null)
  }
  expect(await orders()).toEqual(before)
  expect((await send(link.token, { form })).location).not.toBeNull()
})

it('a link before or after its period, closed or unknown has its own page, even a year later', async () => {
  const now = world.puente.ctx.clock.now()
  const early = await linkOf({ startsAt: addMs(now, HOUR) })
  const brief = await linkOf({ endsAt: addMs(now, HOUR) })
  const closed = await linkOf({})
  await changePaymentLink(world.puente.ctx, closed.id, { isClosed: true })
  const form = nonceIn(await open(brief.token)) ?? ''

  expect(await take(early.token)).toEqual({ kind: 'not_yet' })
  expect(kindOf(await open(closed.token))).toBe('closed')
  expect(kindOf(await open('AAAAAAAAAAAA'))).toBe('unknown')
  expect((await open('%00')).status).toBeGreaterThanOrEqual(400)

  await controlClient(world.url).call('POST', '/test/clock', {
    advance_seconds: (366 * DAY) / 1000,
  })
  for (const [token, kind, status] of [
    [brief.token, 'over', 410],
    [closed.token, 'closed', 410],
  ] as const) {
    const page = await open(token)
    expect([kindOf(page), page.status]).toEqual([kind, status])
  }
  // A form that stayed open for a year charges nothing either.
  expect(kindOf(await send(brief.token, { form }))).toBe('over')
  expect(nonceIn(await open(early.token))).toBeDefined()
})
