import { afterEach, expect, it } from 'vitest'
import { disableStore, enableStore } from '../../src/payments/stores/end-store.ts'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { delayEvent, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const PUBLIC_URL = 'https://pay.puente.test'
const CREATION = 'POST /v1/payments'
const KEY_REFUSED: GatewayFault = {
  kind: 'answer',
  status: 401,
  body: '{"message":"Unauthenticated."}',
}

const { world, proxy } = useWorldBehindProxy({ PUBLIC_URL })
const merchant = merchantOf(world, { prefix: 'VL' })
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'profile', { currencies: ['340', '840'] })
  await enableStore(deps(), TEST_STORE)
})

const deps = () => ({ query: world.puente.ctx.db.query, now: world.puente.ctx.clock.now() })
let orders = 0
const checkout = async (order: Json = {}, more: Json = {}): Promise<Json> => {
  const id = `VL-link-${++orders}`
  const { body } = await merchant.checkout(id, order, more)
  return { id, pay_url: body.pay_url }
}

interface Visited {
  status: number
  kind: string
  leadsTo: string
}

const visit = async (payUrl: string): Promise<Visited & { polled: string }> => {
  const address = payUrl.replace(PUBLIC_URL, world.url)
  const page = await fetch(address, { redirect: 'manual' })
  const [, kind = ''] = /data-kind="([\w-]+)"/.exec(await page.text()) ?? []
  const polled = (await (await fetch(`${address}/status`)).json()) as Json
  const leadsTo = page.headers.get('location') ?? ''
  return { status: page.status, kind, leadsTo, polled: polled.kind }
}

const aLink: Record<string, () => Promise<Json>> = {
  'is ready to be paid': () => checkout(),
  'has a card page': () => checkout({}, { mode: 'card_page' }),
  'is paid': async () => {
    const { id, payUrl } = await merchant.paid()
    return { id, pay_url: payUrl }
  },
  'was cancelled': async () => {
    const made = await checkout()
    await merchant.cancel(made.id)
    return made
  },
  'is refused by the gateway for its currency': async () => {
    await setSandbox(world, 'profile', { currencies: ['340'] })
    return checkout({ amount: '5.00', currency: 'USD' })
  },
  'is of a store whose key the gateway refuses': async () => {
    proxy.always(KEY_REFUSED)
    return checkout()
  },
  'is of a store whose gateway is away': async () => {
    proxy.always({ kind: 'answer', status: 503 })
    return checkout()
  },
  'is of a store whose gateway address is wrong': async () => {
    proxy.always({ kind: 'answer', status: 404, body: '{}' })
    return checkout()
  },
  'is of a disabled store': async () => {
    const made = await checkout()
    await disableStore(deps(), TEST_STORE)
    return made
  },
  'was charged, and the gateway does not confirm it yet': async () => {
    const made = await checkout({}, { mode: 'card_page' })
    const token = await merchant.token()
    await delayEvent(world)
    proxy.always({ kind: 'answer', status: 503 })
    expect((await merchant.confirm(made.id, token)).status).toBe(202)
    return made
  },
}

it.each<[string, Omit<Visited, 'leadsTo'>, RegExp, string]>([
  ['is ready to be paid', { status: 303, kind: '' }, /checkout|pay/, 'payable'],
  ['has a card page', { status: 303, kind: '' }, /\/card$/, 'card-page'],
  ['is paid', { status: 303, kind: '' }, /\/return$/, 'settled'],
  ['was cancelled', { status: 410, kind: 'ended' }, /^$/, 'ended'],
  [
    'is refused by the gateway for its currency',
    { status: 409, kind: 'currency-refused' },
    /^$/,
    'currency-refused',
  ],
  [
    'is of a store whose key the gateway refuses',
    { status: 503, kind: 'unavailable' },
    /^$/,
    'unavailable',
  ],
  [
    'is of a store whose gateway is away',
    { status: 503, kind: 'gateway-silent' },
    /^$/,
    'gateway-silent',
  ],
  [
    'is of a store whose gateway address is wrong',
    { status: 503, kind: 'unavailable' },
    /^$/,
    'unavailable',
  ],
  ['is of a disabled store', { status: 503, kind: 'store-disabled' }, /^$/, 'store-disabled'],
  [
    'was charged, and the gateway does not confirm it yet',
    { status: 303, kind: '' },
    /\/return$/,
    'charging',
  ],
])('the link of an order that %s shows its page, and its status agrees', async (...row) => {
  const [name, shown, leadsTo, polled] = row
  const { pay_url: payUrl } = (await aLink[name]?.()) ?? {}
  expect(await visit(payUrl)).toEqual({
    ...shown,
    leadsTo: expect.stringMatching(leadsTo),
    polled,
  })
})

it('the link and its status ask the customer to wait while the checkout is being created', async () => {
  const id = `VL-link-${++orders}`
  const { promise: held, resolve: letAnswer } = Promise.withResolvers<void>()
  proxy.next(CREATION, { kind: 'answer', status: 503, after: () => held })
  const creation = merchant.checkout(id)
  const { pay_url: payUrl } = await eventually(async () => {
    const read = await merchant.read(id)
    return read.order && read
  })
  expect(await visit(payUrl)).toEqual({
    status: 503,
    kind: 'not-ready',
    leadsTo: '',
    polled: 'not-ready',
  })
  letAnswer()
  await creation
})

it('a page that polls for an abandoned checkout gets a new one', async () => {
  const id = `VL-link-${++orders}`
  proxy.next(CREATION, { kind: 'cut' })
  proxy.next('GET /v1/payments', { kind: 'answer', status: 503 })
  const { body } = await merchant.checkout(id)
  const polled = await fetch(`${body.pay_url.replace(PUBLIC_URL, world.url)}/status`)
  expect(await polled.json()).toEqual({ kind: 'payable' })
})

it('the link leads to the checkout again once the gateway accepts the corrected key', async () => {
  proxy.always(KEY_REFUSED)
  const { id, pay_url: payUrl } = await checkout()
  expect((await visit(payUrl)).status).toBe(503)
  proxy.calm()
  await pass(world, 1)
  expect(await visit(payUrl)).toMatchObject({ status: 303, polled: 'payable' })
  expect(await merchant.atGateway(id)).toHaveLength(1)
})
