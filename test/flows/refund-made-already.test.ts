import { afterEach, describe, expect, it } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'MADE' })
afterEach(async () => {
  await setSandbox(world, 'profile', { refund_event_amount: 'single' })
  await setSandbox(world, 'faults', { webhooks: { drop: 0, delay: 0 } })
  await settled(world)
})

const inPortal = (transaction_id: string, amount: string) =>
  world.control('/sandbox/portal/refund', { transaction_id, amount })

const loseEvents = () => setSandbox(world, 'faults', { webhooks: { drop: 1 } })

const sent = (transactionId: string): number =>
  proxy.seen.filter((each) => each === `POST /v1/payments/${transactionId}/refund`).length

const refundsOf = async (id: string): Promise<string[]> =>
  (await merchant.read(id)).refunds.map(
    ({ origin, amount, state }: Json) => `${origin} ${amount} ${state}`,
  )

const questionOf = async (id: string): Promise<Json | undefined> =>
  (await merchant.alertsOf(id)).find(({ kind }) => kind === 'refund_not_shown')

const answer = (id: string, refundId: string, resolution: string) =>
  world.api('POST', `/v1/orders/${id}/refunds/${refundId}/resolve`, { resolution })

const waitingPart = async (amount: string) => {
  const { id, transactionId } = await merchant.paid()
  const { refund } = (await merchant.refundInFull(id, { amount })).body
  await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'waiting')
  await world.control('/sandbox/settle', {})
  return { id, transactionId, refundId: refund.id as string, before: sent(transactionId) }
}

const settledOrder = async () => {
  const order = await merchant.paid()
  await pass(world, DAY_SECONDS)
  await settled(world)
  return order
}

describe('a waiting partial refund whose amount the merchant refunds in the portal meanwhile', () => {
  const question = async (drops: boolean) => {
    const part = await waitingPart('10.00')
    if (drops) await loseEvents()
    await inPortal(part.transactionId, '10.00')
    await pass(world, HOUR_SECONDS)
    await settled(world)
    return part
  }

  it.each([
    ['told by its event', false],
    ['whose event is lost', true],
  ])('the refund is not sent, and its alert asks about a portal refund %s', async (_, drops) => {
    const { id, transactionId, before } = await question(drops)
    expect(sent(transactionId)).toBe(before)
    expect(await refundsOf(id)).toEqual(['store 10.00 waiting', 'portal 10.00 succeeded'])
    const alert = await questionOf(id)
    expect(alert?.details).toMatchObject({ amount: '10.00', because: 'refunded_meanwhile' })
    await pass(world, 2 * DAY_SECONDS)
    await settled(world)
    expect(sent(transactionId)).toBe(before)
  })

  it('the answer "it was this one" makes the refund succeed, and the store is notified of one refund', async () => {
    const { id, refundId, transactionId, before } = await question(false)
    const answered = await answer(id, refundId, 'already_made')
    expect([answered.status, answered.body.refund.state]).toEqual([200, 'succeeded'])
    expect(answered.body.message).toContain('Se reembolsaron')
    await settled(world)
    expect(await refundsOf(id)).toEqual(['store 10.00 succeeded', 'portal 10.00 cancelled'])
    expect(await questionOf(id)).toBeUndefined()
    const last = world.shop.messages.findLast(({ order }) => order.id === id)
    expect(last?.refunds.map(({ state }: Json) => state)).toEqual(['succeeded', 'cancelled'])
    expect((await answer(id, refundId, 'already_made')).status).toBe(200)
    expect(sent(transactionId)).toBe(before)
  })

  it('the answer "refund anyway" sends the refund once, and the order’s next refund needs no answer', async () => {
    const { id, refundId, transactionId, before } = await question(true)
    await answer(id, refundId, 'refund_anyway')
    await settled(world)
    expect(await refundsOf(id)).toEqual(['store 10.00 succeeded', 'portal 10.00 succeeded'])
    expect(await questionOf(id)).toBeUndefined()
    expect((await merchant.refundInFull(id, { amount: '15.00' })).status).toBe(201)
    expect(sent(transactionId)).toBe(before + 2)
    expect(await merchant.keptAtGateway(id)).toBe(65)
  })
})

it('a portal refund that contains the waiting one is split when the merchant says so', async () => {
  const { id, refundId, transactionId, before } = await waitingPart('10.00')
  await loseEvents()
  await inPortal(transactionId, '10.00')
  await inPortal(transactionId, '25.00')
  await pass(world, HOUR_SECONDS)
  await settled(world)
  expect(await questionOf(id)).toBeDefined()
  await answer(id, refundId, 'already_made')
  await settled(world)
  expect(sent(transactionId)).toBe(before)
  expect((await refundsOf(id)).toSorted()).toEqual([
    'portal 25.00 succeeded',
    'portal 35.00 cancelled',
    'store 10.00 succeeded',
  ])
})

it.each(['single', 'sum'])(
  'portal refunds of other amounts, reported as %s, do not stop an ordinary refund',
  async (refund_event_amount) => {
    await setSandbox(world, 'profile', { refund_event_amount })
    const { id, transactionId } = await settledOrder()
    for (const amount of ['5.00', '12.00']) {
      const before = (await merchant.read(id)).refunds.length
      await inPortal(transactionId, amount)
      await merchant.readWhen(id, ({ refunds }) => refunds.length > before)
    }
    expect((await merchant.refundInFull(id, { amount: '10.00' })).status).toBe(201)
    expect(await questionOf(id)).toBeUndefined()
  },
)

it('a portal refund without an event stops a refund of another amount until its event arrives', async () => {
  const { id, transactionId } = await settledOrder()
  await setSandbox(world, 'faults', { webhooks: { delay: 1, delay_seconds: 600 } })
  await inPortal(transactionId, '12.00')
  const { status } = await merchant.refundInFull(id, { amount: '10.00' })
  expect(status).toBe(202)
  await pass(world, 60)
  await settled(world)
  const { refunds } = await merchant.read(id)
  const asked = refunds.find(({ origin }: Json) => origin === 'store')
  expect(asked).toMatchObject({ state: 'waiting', needs_attention: 'changed_unexplained' })
  expect((await questionOf(id))?.details.because).toBe('changed_unexplained')
  expect(sent(transactionId)).toBe(0)
  await setSandbox(world, 'faults', { webhooks: { delay: 0 } })
  await pass(world, 2 * HOUR_SECONDS)
  await settled(world)
  expect(await refundsOf(id)).toEqual(['store 10.00 succeeded', 'portal 12.00 succeeded'])
  expect(await questionOf(id)).toBeUndefined()
})

it.each(['single', 'sum'])(
  'a refund without an answer counts as ours when the sum rises by its amount, with events of the %s',
  async (refund_event_amount) => {
    await setSandbox(world, 'profile', { refund_event_amount })
    const { id, transactionId } = await settledOrder()
    await inPortal(transactionId, '39.36')
    await merchant.readWhen(id, ({ refunds }) => refunds.length === 1)
    proxy.next(`POST /v1/payments/${transactionId}/refund`, { kind: 'lost' })
    await merchant.refundInFull(id, { amount: '55.57' })
    const { refunds } = await merchant.readWhen(
      id,
      (now) =>
        now.refunds.length > 1 && now.refunds.every((each: Json) => each.state === 'succeeded'),
    )
    expect(refunds.map(({ origin, amount }: Json) => `${origin} ${amount}`)).toEqual([
      'portal 39.36',
      'store 55.57',
    ])
  },
)
