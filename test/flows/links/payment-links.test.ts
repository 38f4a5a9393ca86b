import { expect, it } from 'vitest'
import { controlClient } from '../../../sandbox/gateway/control/client.ts'
import type { PaymentLinkRow } from '../../../src/db/db.ts'
import { moneyFromDecimal } from '../../../src/domain/money.ts'
import { changePaymentLink, createPaymentLink } from '../../../src/payments/links/change-links.ts'
import type { LinkTerms } from '../../../src/payments/links/link-fields.ts'
import { addMs, DAY, HOUR } from '../../../src/runtime/clock.ts'
import { insist, kindOf, nonceIn, submit } from '../../support/link-customer.ts'
import { NO_TERMS } from '../../support/link-terms.ts'
import { callGateway, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'

const { world, proxy } = useWorldBehindProxy()

const visit = () => ({ addresses: [world.url], publicUrl: world.url })

const linkOf = async (terms: Partial<LinkTerms>): Promise<PaymentLinkRow> => {
  const created = await createPaymentLink(world.puente.ctx, {
    storeId: TEST_STORE,
    actor: { kind: 'command_line' },
    terms: { ...NO_TERMS, ...terms },
  })
  if (created.outcome !== 'created') throw new Error(created.reason.en)
  return created.link
}

const open = (token: string, query = '') => insist(visit(), `/l/${token}${query}`)

/** Submits a freshly opened form. Returns the address of the order's pay link, or the page's kind. */
const take = async (
  token: string,
  answers: Record<string, string> = {},
): Promise<{ payUrl?: string; kind?: string | undefined }> => {
  const form = nonceIn(await open(token))
  if (!form) return { kind: kindOf(await open(token)) }
  const page = await submit(visit(), token, { form, ...answers })
  return page.location ? { payUrl: page.location } : { kind: kindOf(page) }
}

const checkoutOf = async (payUrl = ''): Promise<string> => {
  const { location } = await insist(visit(), new URL(payUrl).pathname)
  return location ?? ''
}

const orders = () =>
  world.puente.ctx.db.query
    .selectFrom('orders')
    .selectAll()
    .where('payment_link_id', 'is not', null)
    .orderBy('id', 'desc')
    .execute()

it('a customer pays at a link, and the payment is an order of its own', async () => {
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

it('an amount in the address or in a forged form changes nothing of a link with its own amount', async () => {
  const link = await linkOf({})
  const opened = await open(link.token, '?amount=1.00&amount_minor=100')
  expect(opened.text).toMatch(/Pagar L\s320\.50/)
  await take(link.token, { amount: '1.00' })
  expect((await orders())[0]?.amount_minor).toBe(32_050n)
})

it('a customer enters the amount as people type it, within the bounds', async () => {
  const least = moneyFromDecimal('50', 'HNL')
  const most = moneyFromDecimal('5000', 'HNL')
  if (!least || !most) throw new Error('no lempiras')
  const link = await linkOf({ amount: null, least, most })
  await take(link.token, { amount: '1,250.50' })
  expect((await orders())[0]?.amount_minor).toBe(125_050n)
  const before = (await orders()).length
  for (const amount of ['49.99', '5000.01', '', 'mil']) {
    const form = nonceIn(await open(link.token)) ?? ''
    const page = await submit(visit(), link.token, { form, amount })
    expect(page.status).toBe(422)
    // What the customer typed stays, and the same form still opens one order.
    expect(page.text).toContain(`value="${amount}"`)
    expect(nonceIn(page)).toBe(form)
  }
  expect(await orders()).toHaveLength(before)
})

it('a form submitted twice, or again a day later, leads to the same order', async () => {
  const link = await linkOf({ stock: 2 })
  const form = nonceIn(await open(link.token)) ?? ''
  const pages = await Promise.all([1, 2, 3].map(() => submit(visit(), link.token, { form })))
  const places = new Set(pages.map(({ location }) => location))
  expect(places.size).toBe(1)
  const [again] = await Promise.all([submit(visit(), link.token, { form })])
  expect(places).toContain(again?.location)
  expect((await orders()).filter((order) => order.payment_link_id === link.id)).toHaveLength(1)
})

it('a form from another page or of another link opens no order', async () => {
  const [link, other] = [await linkOf({}), await linkOf({})]
  const form = nonceIn(await open(link.token)) ?? ''
  const forged = await insist(visit(), `/l/${link.token}`, {
    method: 'POST',
    headers: {
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `form=${form}`,
  })
  expect(forged.status).toBe(403)
  expect(forged.text).toContain('Envíe el formulario desde esta página')
  await submit(visit(), link.token, { form })
  const before = await orders()
  const moved = await submit(visit(), other.token, { form })
  expect(moved.location).toBeNull()
  expect(nonceIn(moved)).not.toBe(form)
  expect(await orders()).toEqual(before)
})

it('a place comes back only when the gateway says that its payment expired', async () => {
  const link = await linkOf({ stock: 1 })
  const { payUrl } = await take(link.token)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })

  // Our clock alone proves nothing: the customer may be paying.
  await controlClient(world.url).call('POST', '/test/clock', { advance_seconds: 3 * 3600 })
  await settled(world)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })

  // The gateway's clock follows, and its sweep reports the expiry.
  await world.control('/sandbox/clock', { advance_seconds: 3 * 3600 })
  const next = await eventually(async () => {
    const taken = await take(link.token)
    return taken.payUrl ? taken : undefined
  })
  expect(next.payUrl).not.toBe(payUrl)
  expect((await insist(visit(), new URL(payUrl ?? '').pathname)).status).toBe(410)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
})

it('a cancelled order keeps its place while the gateway could still charge it', async () => {
  const link = await linkOf({ stock: 1 })
  await take(link.token)
  const [order] = await orders()
  const cancelled = await world.api('POST', `/v1/orders/${order?.external_id}/cancel`)
  expect(cancelled.status).toBe(200)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
  await pass(world, 3600)
  await eventually(async () => (await take(link.token)).payUrl)
})

it('a payment that the gateway refuses gives its place back at once', async () => {
  const link = await linkOf({
    stock: 1,
    currency: 'JPY',
    amount: moneyFromDecimal('500', 'JPY') ?? null,
  })
  expect(await take(link.token)).toEqual({ kind: 'refused' })
  expect(await take(link.token)).toEqual({ kind: 'refused' })
})

it('a link before its period, after it, closed or unknown has a page of its own, also a year later', async () => {
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
  expect(kindOf(await submit(visit(), brief.token, { form }))).toBe('over')
  expect(nonceIn(await open(early.token))).toBeDefined()
})

it('a customer whose payment was created in an answer that got lost gets one payment', async () => {
  const link = await linkOf({ stock: 1 })
  proxy.next('POST /v1/payments', { kind: 'lost' })
  const { payUrl } = await take(link.token)
  expect(await checkoutOf(payUrl)).toContain(world.sandbox.url)
  const [order] = await orders()
  const reference = `external_reference=${order?.external_id}`
  const { data } = await callGateway(world, 'GET', `/v1/payments?${reference}`)
  expect(data).toHaveLength(1)
})
