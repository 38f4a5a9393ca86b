import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { eventOf, type GatewayPayment, paymentAtGateway } from '../support/gateway-events.ts'
import { type Merchant, merchantOf, pass, send } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'TWICE' })
})

interface TwoPayments {
  id: string
  first: GatewayPayment
  second: GatewayPayment
}

const twoCheckouts = async (): Promise<TwoPayments> => {
  const { id, gatewayId } = await merchant.open({}, { expires_in_minutes: 5 })
  await pass(world, 6 * 60)
  const again = await merchant.checkout(id, {}, { expires_in_minutes: 60 })
  return {
    id,
    first: await paymentAtGateway(world, gatewayId),
    second: await paymentAtGateway(world, again.body.payment.gateway_payment_id),
  }
}

/** Honduras time. */
const PAID_AT = ['2026-05-04 11:00:00', '2026-05-04 11:20:00'] as const
const approvalOf = (payment: GatewayPayment, paidAt: string, n: number): string =>
  eventOf(payment, 'approved', {
    paid_at: paidAt,
    transaction_id: `7d8f3c1e-0000-4000-8000-00000000000${n}`,
  })

const stateOf = async (id: string) => {
  const { order, payment, payments } = await merchant.read(id)
  const effective = payments.findIndex((each: Json) => each.id === order.effective_payment_id)
  return {
    status: order.status,
    conflict: order.conflict,
    paidAt: order.paid_at,
    effective: payments[effective]?.attempt,
    shown: payment.attempt,
  }
}

it('the payment that was paid first is effective, though the store has booked the other, and one notification names both', async () => {
  const { id, first, second } = await twoCheckouts()
  await send(world, approvalOf(second, PAID_AT[1], 2))
  await settled(world)
  expect(merchant.notifications(id)).toEqual(['order.paid'])
  await send(world, approvalOf(first, PAID_AT[0], 1))
  await settled(world)

  expect(await stateOf(id)).toEqual({
    status: 'paid',
    conflict: 'paid_twice',
    paidAt: '2026-05-04T17:00:00.000Z',
    effective: 1,
    shown: 1,
  })
  const [firstNotification, ...more] = merchant.notifications(id)
  expect(firstNotification).toBe('order.paid')
  // Concurrent webhooks arrive in any order.
  expect(more.toSorted()).toEqual(['order.attention_required', 'order.updated'])
  const updated = world.shop.messages.find(
    ({ type, order }) => type === 'order.updated' && order.id === id,
  )
  expect(updated?.payment?.attempt).toBe(1)
  expect(updated?.order.effective_payment_id).toBe(updated?.payment?.id)
  expect(
    updated?.payments.map(({ attempt, amount, paid_at }: Json) => [attempt, amount, paid_at]),
  ).toEqual([
    [1, '100.00', '2026-05-04T17:00:00.000Z'],
    [2, '100.00', '2026-05-04T17:20:00.000Z'],
  ])

  const [alert] = await merchant.alertsOf(id)
  expect(alert.details.payments).toMatchObject([
    { attempt: 1, is_effective: true, amount: '100.00', currency: 'HNL', mode: 'hosted' },
    { attempt: 2, is_effective: false, paid_at: '2026-05-04T17:20:00.000Z' },
  ])
})

it('an order paid twice whose first event was the effective payment needs no correction', async () => {
  const { id, first, second } = await twoCheckouts()
  await send(world, approvalOf(first, PAID_AT[0], 1))
  await settled(world)
  await send(world, approvalOf(second, PAID_AT[1], 2))
  await settled(world)
  expect(await stateOf(id)).toMatchObject({ effective: 1, conflict: 'paid_twice' })
  expect(merchant.notifications(id)).toEqual(['order.paid', 'order.attention_required'])
})

it('the effective payment does not depend on the order in which events arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 0, 1], { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      async (arrivals, secondIsEarlier) => {
        const { id, first, second } = await twoCheckouts()
        const [early, late] = PAID_AT
        const approvals = [
          approvalOf(first, secondIsEarlier ? late : early, 1),
          approvalOf(second, secondIsEarlier ? early : late, 2),
        ]
        for (const which of arrivals) await send(world, approvals[which] ?? '')
        await settled(world)
        expect(await stateOf(id)).toEqual({
          status: 'paid',
          conflict: 'paid_twice',
          paidAt: '2026-05-04T17:00:00.000Z',
          effective: secondIsEarlier ? 2 : 1,
          shown: secondIsEarlier ? 2 : 1,
        })
      },
    ),
    { numRuns: 8 },
  )
})
