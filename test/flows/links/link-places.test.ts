import { expect, it } from 'vitest'
import { controlClient } from '../../../sandbox/gateway/control/client.ts'
import { moneyFromDecimal } from '../../../src/domain/money.ts'
import { changePaymentLink } from '../../../src/payments/links/change-links.ts'
import { insist, kindOf, nonceIn } from '../../support/link-customer.ts'
import { linksOf } from '../../support/links-of-world.ts'
import { callGateway, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorldBehindProxy } from '../../support/use-world.ts'
import { eventually } from '../../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const { linkOf, open, send, take, checkoutOf, orders } = linksOf(world)
const visit = () => ({ addresses: [world.url], publicUrl: world.url })

it('a place becomes free only when the gateway reports that its payment expired', async () => {
  const link = await linkOf({ stock: 1 })
  const { payUrl } = await take(link.token)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })

  // Puente's clock alone proves nothing: the customer may still be paying.
  await controlClient(world.url).call('POST', '/test/clock', { advance_seconds: 3 * 3600 })
  await settled(world)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })

  // The gateway's clock follows, and the gateway's sweep reports the expiry.
  await world.control('/sandbox/clock', { advance_seconds: 3 * 3600 })
  const next = await eventually(async () => {
    const taken = await take(link.token)
    return taken.payUrl ? taken : undefined
  })
  expect(next.payUrl).not.toBe(payUrl)
  expect((await insist(visit(), new URL(payUrl ?? '').pathname)).status).toBe(410)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
})

it('the page of a sold-out link says whether a place may become free', async () => {
  const link = await linkOf({ stock: 1 })
  const { payUrl } = await take(link.token)
  expect((await open(link.token)).text).toContain('no termina de pagar')
  await world.pay(await checkoutOf(payUrl))
  const soldOut = await eventually(async () => {
    const page = await open(link.token)
    return page.text.includes('no termina de pagar') ? undefined : page
  })
  expect(kindOf(soldOut)).toBe('sold_out')
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

it('a payment that the gateway refuses frees its place at once', async () => {
  const link = await linkOf({
    stock: 1,
    currency: 'JPY',
    amount: moneyFromDecimal('500', 'JPY') ?? null,
  })
  expect(await take(link.token)).toEqual({ kind: 'refused' })
  expect(await take(link.token)).toEqual({ kind: 'refused' })
})

it('a customer gets one payment even if the response that created it is lost', async () => {
  const link = await linkOf({ stock: 1 })
  proxy.next('POST /v1/payments', { kind: 'lost' })
  const { payUrl } = await take(link.token)
  expect(await checkoutOf(payUrl)).toContain(world.sandbox.url)
  const [order] = await orders()
  const reference = `external_reference=${order?.external_id}`
  const { data } = await callGateway(world, 'GET', `/v1/payments?${reference}`)
  expect(data).toHaveLength(1)
})

it('customers never take more places than a person allows while closing the link or lowering its places', async () => {
  const { ctx } = world.puente
  for (const change of [{ isClosed: true }, { stock: 1 }]) {
    const link = await linkOf({ stock: 6 })
    const forms = await Promise.all(Array.from({ length: 8 }, () => open(link.token)))
    const buying = forms.map((page) => send(link.token, { form: nonceIn(page) ?? '' }))
    await changePaymentLink(ctx, link.id, change)
    const pages = await Promise.all(buying)
    const taken = pages.filter(({ location }) => location).length
    expect(taken).toBeLessThanOrEqual(6)
    expect(await orders(link)).toHaveLength(taken)
    for (const page of pages) {
      if (!page.location) expect(['closed', 'sold_out']).toContain(kindOf(page))
    }
    expect(['closed', 'sold_out']).toContain(kindOf(await open(link.token)))
  }
})

it('a customer keeps the place while the gateway is down, and pays once it is back', async () => {
  const link = await linkOf({ stock: 1 })
  const form = nonceIn(await open(link.token)) ?? ''
  proxy.always({ kind: 'answer', status: 503 })
  const { location } = await send(link.token, { form })
  const payLink = new URL(location ?? '').pathname
  expect((await insist(visit(), payLink)).status).toBe(503)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
  proxy.calm()
  const checkout = await eventually(async () => (await insist(visit(), payLink)).location)
  await world.pay(checkout ?? '')
  await eventually(async () => (await orders())[0]?.status === 'paid')
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
})

it('a place becomes free if its payment never existed at the gateway', async () => {
  const link = await linkOf({ stock: 1 })
  proxy.always({ kind: 'answer', status: 503 })
  const { payUrl } = await take(link.token)
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
  proxy.calm()
  await pass(world, 24 * 3600)
  await eventually(async () => (await take(link.token)).payUrl)
  expect((await insist(visit(), new URL(payUrl ?? '').pathname)).status).toBe(410)
})

it.each([
  ['with another amount', { order: { amount: '350.00' } }],
  [
    'with another amount that never expires at the shop',
    { order: { amount: '350.00' }, expires_in_minutes: 525_600 },
  ],
  ['on the card page', { order: { amount: '320.50' }, mode: 'card_page' }],
])(
  'a place comes back though the shop opened a second checkout of its order, %s',
  async (_, asked) => {
    const link = await linkOf({ stock: 1 })
    await take(link.token)
    const [order] = await orders(link)
    const { status } = await world.api('POST', '/v1/checkouts', {
      ...asked,
      order: { id: order?.external_id, currency: 'HNL', ...asked.order },
    })
    expect(status).toBe(201)
    expect(await take(link.token)).toEqual({ kind: 'sold_out' })
    await pass(world, 3600)
    await eventually(async () => (await take(link.token)).payUrl)
    expect((await orders(link)).map((each) => each.status)).toEqual([
      'awaiting_payment',
      'cancelled',
    ])
  },
)

it('a place comes back after its time though a person disabled the payment in the portal', async () => {
  const link = await linkOf({ stock: 1 })
  await take(link.token)
  const [order] = await orders(link)
  const { data } = await callGateway(
    world,
    'GET',
    `/v1/payments?external_reference=${order?.external_id}`,
  )
  await world.control('/sandbox/portal/disable', { payment_id: data[0].id })
  await pass(world, 20 * 60)
  await eventually(async () => (await orders(link))[0]?.status === 'payment_expired')
  // A person may enable it again in its time.
  expect(await take(link.token)).toEqual({ kind: 'sold_out' })
  await pass(world, 3600)
  await eventually(async () => (await take(link.token)).payUrl)
})

it('a checkout made late leaves the pages in the language of the customer’s browser', async () => {
  const link = await linkOf({})
  const form = nonceIn(await open(link.token)) ?? ''
  proxy.always({ kind: 'answer', status: 503 })
  const { location } = await send(link.token, { form })
  proxy.calm()
  await eventually(async () => (await insist(visit(), new URL(location ?? '').pathname)).location)
  expect((await orders(link))[0]?.follows_reader).toBe(true)
})
