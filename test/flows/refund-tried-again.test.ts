import { afterEach, expect, it } from 'vitest'
import type { GatewayFault } from '../support/gateway-proxy.ts'
import { DAY_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'TRY' })
afterEach(async () => {
  proxy.calm()
  proxy.always(undefined)
  await settled(world)
})

const settledOrder = async () => {
  const order = await merchant.paid()
  await pass(world, DAY_SECONDS)
  await settled(world)
  const route = `POST /v1/payments/${order.transactionId}/refund`
  const sent = (): number => proxy.seen.filter((each) => each === route).length
  return { ...order, route, sent }
}

const refundOf = async (id: string): Promise<Json> => (await merchant.read(id)).refunds[0]
/** Reads it between two look-ups: during one, `waiting_until` is null. */
const waitingRefundOf = async (id: string): Promise<Json> => {
  const { refunds } = await merchant.readWhen(id, (now) => now.refunds[0].waiting_until !== null)
  return refunds[0]
}
const tryNow = (id: string, refund: Json) =>
  world.api('POST', `/v1/orders/${id}/refunds/${refund.id}/try`)

const minutes = async (count: number, step = 1) => {
  for (let passed = 0; passed < count; passed += step) {
    await pass(world, step * 60)
    await settled(world)
  }
}

const THROTTLED: GatewayFault = { kind: 'answer', status: 429 }
const UNAVAILABLE = { kind: 'answer', status: 503 } as const satisfies GatewayFault

it('a refund that met a 503 says when it is looked up and sent again, and a try looks it up only', async () => {
  const { id, route, sent } = await settledOrder()
  proxy.next(route, UNAVAILABLE)
  await merchant.refundInFull(id, { amount: '30.00' })
  await settled(world)
  const refund = await waitingRefundOf(id)
  expect(refund).toMatchObject({ state: 'unknown', next_step: 'look_up' })
  const lookedUpMs = Date.parse(refund.waiting_until) - Date.parse(refund.created_at)
  expect(lookedUpMs).toBeLessThan(3 * 60_000)
  const resendMs = Date.parse(refund.resend_from) - Date.parse(refund.created_at)
  expect(resendMs).toBeGreaterThanOrEqual(60 * 60_000)
  for (let each = 0; each < 3; each++) {
    const looked = proxy.seen.length
    const tried = await tryNow(id, refund)
    expect(tried).toMatchObject({ status: 200, body: { refund: { state: 'unknown' } } })
    expect(proxy.seen.slice(looked).some((seen) => seen.startsWith('GET /v1/payments/'))).toBe(true)
    await minutes(2)
  }
  expect(sent()).toBe(1)
  await minutes(100, 5)
  expect(sent()).toBe(2)
  expect(await refundOf(id)).toMatchObject({ state: 'succeeded', next_step: null })
  expect(await merchant.keptAtGateway(id)).toBe(70)
})

it('a refund that met a 503 with Retry-After is looked up within minutes', async () => {
  const { id, route } = await settledOrder()
  proxy.next(route, { ...UNAVAILABLE, headers: { 'retry-after': '86400' } })
  await merchant.refundInFull(id, { amount: '30.00' })
  await settled(world)
  const refund = await waitingRefundOf(id)
  expect(refund).toMatchObject({ state: 'unknown', next_step: 'look_up' })
  const waitMs = Date.parse(refund.waiting_until) - Date.parse(refund.created_at)
  expect(waitMs).toBeLessThan(10 * 60_000)
})

it('a refund that was made although it met a 503 is found by a try, and not sent again', async () => {
  const { id, route, sent } = await settledOrder()
  proxy.next(route, { kind: 'error-after', status: 503 })
  const { refund } = (await merchant.refundInFull(id, { amount: '30.00' })).body
  await settled(world)
  await tryNow(id, refund)
  expect(await refundOf(id)).toMatchObject({ state: 'succeeded' })
  expect(sent()).toBe(1)
  expect(await merchant.keptAtGateway(id)).toBe(70)
})

it('a refund that the gateway throttles is sent again within minutes, however often that happens', async () => {
  const { id, route, sent } = await settledOrder()
  proxy.next(route, ...Array.from({ length: 6 }, () => THROTTLED))
  const { refund } = (await merchant.refundInFull(id, { amount: '30.00' })).body
  expect(refund).toMatchObject({ state: 'pending', next_step: 'send', resend_from: null })
  for (let sends = 2; sends <= 7; sends++) {
    await minutes(8)
    expect(sent()).toBeGreaterThanOrEqual(sends)
  }
  expect(await refundOf(id)).toMatchObject({ state: 'succeeded' })
  const kinds = (await merchant.timeline(id)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'refund_not_sent')).toHaveLength(1)
  expect(kinds).not.toContain('refund_unknown')
})

it('a refund to a gateway that refuses connections is sent by a try once it accepts them', async () => {
  const { id, sent } = await settledOrder()
  await proxy.refuse()
  const { refund } = (await merchant.refundInFull(id, { amount: '30.00' })).body
  expect(refund).toMatchObject({ state: 'pending', next_step: 'send' })
  await tryNow(id, refund)
  expect(await refundOf(id)).toMatchObject({ state: 'pending' })
  await proxy.accept()
  const tried = await Promise.all(Array.from({ length: 5 }, () => tryNow(id, refund)))
  expect(tried.every(({ status }) => status === 200 || status === 409)).toBe(true)
  await settled(world)
  expect(await refundOf(id)).toMatchObject({ state: 'succeeded' })
  expect(sent()).toBe(1)
  expect(await merchant.keptAtGateway(id)).toBe(70)
})

it('a refund that the processor refused says when it is sent again, and a try sends it once', async () => {
  const { id, route, sent } = await settledOrder()
  const body = JSON.stringify({
    message: 'Invalid transaction',
    errors: { refund: ['Invalid transaction'] },
    IsoResponseCode: '12',
    Errors: [{ Code: '12', Message: 'Invalid transaction' }],
  })
  proxy.next(route, { kind: 'answer', status: 422, body })
  await merchant.refundInFull(id, { amount: '30.00' })
  await settled(world)
  const refund = await refundOf(id)
  expect(refund).toMatchObject({
    state: 'waiting',
    refusal: { words: ['12 Invalid transaction'] },
    next_step: 'send',
    waiting_until: expect.any(String),
  })
  const tried = await tryNow(id, refund)
  expect(tried).toMatchObject({ status: 200, body: { refund: { state: 'succeeded' } } })
  expect(sent()).toBe(2)
  expect(await tryNow(id, refund)).toMatchObject({ status: 409, body: { code: 'refund_done' } })
  expect(await merchant.keptAtGateway(id)).toBe(70)
})

it('a try of an unknown refund is refused', async () => {
  const { id } = await merchant.paid()
  expect(await tryNow(id, { id: 'ref_unknown' })).toMatchObject({ status: 404 })
  const other = await settledOrder()
  const { refund } = (await merchant.refundInFull(other.id)).body
  expect(await tryNow(id, refund)).toMatchObject({
    status: 404,
    body: { code: 'no_such_refund' },
  })
})
