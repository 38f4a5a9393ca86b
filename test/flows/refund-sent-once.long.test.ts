import { afterEach, expect, it } from 'vitest'
import { eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import {
  DAY_SECONDS,
  HOUR_SECONDS,
  merchantOf,
  pass,
  send,
  setSandbox,
} from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'ONCE' })
afterEach(async () => {
  proxy.calm()
  await setSandbox(world, 'profile', { reversals_shown: 'at_once' })
  await setSandbox(world, 'faults', { webhooks: { drop: 0 } })
  await settled(world)
})

const settledOrder = async () => {
  const order = await merchant.paid()
  await pass(world, DAY_SECONDS)
  await settled(world)
  return order
}

const sent = (transactionId: string): number =>
  proxy.seen.filter((each) => each === `POST /v1/payments/${transactionId}/refund`).length

/** In steps, to skip no schedule. */
const minutes = async (count: number, step = 5) => {
  for (let passed = 0; passed < count; passed += step) {
    await pass(world, step * 60)
    await settled(world)
  }
}

const refundsOf = async (id: string): Promise<string[]> =>
  (await merchant.read(id)).refunds.map(
    ({ kind, amount, state }: Json) => `${kind} ${amount} ${state}`,
  )

const alertsOf = async (id: string): Promise<Json[]> =>
  (await merchant.alertsOf(id)).filter(({ kind }) => kind === 'refund_not_shown')

it('a customer whose refund shows after 45 minutes, and whose answer was lost, is refunded once', async () => {
  const { id, transactionId } = await settledOrder()
  await setSandbox(world, 'profile', { reversals_shown: 'after_45_minutes' })
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'lost' })
  await merchant.refundInFull(id, { amount: '30.00' })
  await minutes(120)
  expect(sent(transactionId)).toBe(1)
  expect(await refundsOf(id)).toEqual(['refund 30.00 succeeded'])
  expect(await merchant.keptAtGateway(id)).toBe(70)
})

it('a refund that never reached the gateway is sent again after an hour, and not before', async () => {
  const { id, transactionId } = await settledOrder()
  proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'answer', status: 503 })
  await merchant.refundInFull(id, { amount: '30.00' })
  await minutes(57, 3)
  expect(sent(transactionId)).toBe(1)
  await minutes(45)
  expect(sent(transactionId)).toBe(2)
  expect(await refundsOf(id)).toEqual(['refund 30.00 succeeded'])
  expect(await alertsOf(id)).toEqual([])
})

it('a refund with two unanswered requests needs the merchant, and its alert has the requests and what the gateway showed', async () => {
  const { id, transactionId, gatewayId } = await settledOrder()
  const route = `POST /v1/payments/${transactionId}/refund`
  proxy.next(route, { kind: 'cut' }, { kind: 'answer', status: 500 })
  const { refund } = (await merchant.refundInFull(id, { amount: '30.00' })).body
  await minutes(180)
  await pass(world, 3 * DAY_SECONDS)
  await settled(world)
  expect(sent(transactionId)).toBe(2)
  expect(await refundsOf(id)).toEqual(['refund 30.00 unknown'])
  const [alert] = await alertsOf(id)
  expect(alert.details).toMatchObject({
    refund: refund.id,
    amount: '30.00',
    currency: 'HNL',
    because: 'unanswered_twice',
    gateway_payment_id: gatewayId,
    transaction_id: transactionId,
    asked: [
      { kind: 'refund', answer: 'none', at: expect.stringMatching(/Z$/) },
      { kind: 'refund', answer: 'none', at: expect.stringMatching(/Z$/) },
    ],
  })
  const [first, second] = alert.details.asked.map(({ at }: Json) => Date.parse(at))
  expect(second - first).toBeGreaterThanOrEqual(HOUR_SECONDS * 1_000)
  expect(alert.details.shown.at(-1)).toMatchObject({ state: 'paid', refunded_amount: '0.00' })

  const taken = await world.api('POST', `/v1/orders/${id}/refunds/${refund.id}/cancel`)
  expect(taken.status).toBe(200)
  expect(await alertsOf(id)).toEqual([])
})

it('an unexplained change of the refunded sum keeps Puente from sending a doubtful refund again', async () => {
  const { id, transactionId } = await settledOrder()
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'cut' })
  await merchant.refundInFull(id, { amount: '30.00' })
  await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: '12.00' })
  await minutes(150)
  expect(sent(transactionId)).toBe(1)
  expect(await alertsOf(id)).toMatchObject([{ details: { because: 'changed_unexplained' } }])
})

it('a repeated refund that is refused for its amount needs the merchant, and does not count as failed', async () => {
  const { id, transactionId } = await settledOrder()
  const route = `POST /v1/payments/${transactionId}/refund`
  const body = '{"errors": {"amount": ["The amount is above what is left."]}}'
  proxy.next(route, { kind: 'cut' }, { kind: 'answer', status: 422, body })
  await merchant.refundInFull(id, { amount: '30.00' })
  await minutes(150)
  expect(sent(transactionId)).toBe(2)
  expect(await refundsOf(id)).toEqual(['refund 30.00 unknown'])
  expect(await alertsOf(id)).toMatchObject([{ details: { because: 'refused_unexplained' } }])
})

it('a void without an answer is not sent again within the hour either', async () => {
  const { id, transactionId } = await merchant.paid()
  const route = `/v1/payments/${transactionId}/void`
  proxy.next(`POST ${route}`, { kind: 'answer', status: 502 })
  await merchant.refundInFull(id)
  await minutes(57, 3)
  const voids = () => proxy.seen.filter((each) => each === `POST ${route}`).length
  expect(voids()).toBe(1)
  await minutes(45)
  expect(voids()).toBe(2)
  expect(await refundsOf(id)).toEqual(['void 100.00 succeeded'])
})

it('a portal refund whose sum shows late is in the order within the hour, not only at night', async () => {
  const { id, transactionId } = await settledOrder()
  const { payment } = await merchant.read(id)
  const shown = await paymentAtGateway(world, payment.gateway_payment_id)
  await setSandbox(world, 'profile', { reversals_shown: 'after_45_minutes' })
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
  await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: '20.00' })
  await send(world, eventOf(shown, { refundedSoFar: 0 }, { refund_amount: 20 }))
  await settled(world)
  await minutes(64, 8)
  expect(await refundsOf(id)).toEqual(['refund 20.00 succeeded'])
})
