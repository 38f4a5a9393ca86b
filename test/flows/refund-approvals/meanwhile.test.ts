import { describe, expect, it } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { type Json, TEST_STORE } from '../../support/world.ts'
import { ana, olga, omar, useApprovals } from './use-approvals.ts'

const used = useApprovals('AM')
const { world, merchant, post, setLimit, refund, approve, waiting, alertsOf, settle } = used

const heldOf = async (id: string): Promise<Json[]> =>
  (await merchant.read(id)).refunds.filter(({ approval }: Json) => approval)
const NOT_AWAITED = { status: 409, body: { code: 'refund_not_awaiting_approval' } }

describe('what happens while a refund waits for a second person', () => {
  it('a void in the portal ends the wait, and an approval after it moves no money', async () => {
    const { id, transactionId } = await merchant.paid()
    const { body } = await refund(ana, id)
    await world.control('/sandbox/portal/void', { transaction_id: transactionId })
    await merchant.readWhen(id, ({ order }) => order.status === 'voided')
    await settled(world)
    expect(await approve(omar, body.refund.id)).toMatchObject(NOT_AWAITED)
    expect(await heldOf(id)).toMatchObject([{ state: 'failed', approval: { state: 'cancelled' } }])
    expect(await merchant.atGateway(id)).toMatchObject([{ status: 'voided' }])
    expect(await alertsOf(id)).not.toContain('refund_awaits_approval')
  })

  it('a portal refund that leaves too little ends the wait', async () => {
    const { id, transactionId } = await merchant.paid()
    await settle()
    const { body } = await refund(ana, id, '60.00')
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 70 })
    await merchant.readWhen(id, ({ refunds }) => refunds.length === 2)
    await settled(world)
    expect(await approve(omar, body.refund.id)).toMatchObject(NOT_AWAITED)
    expect(await heldOf(id)).toMatchObject([{ state: 'failed', approval: { state: 'cancelled' } }])
    expect(await merchant.keptAtGateway(id)).toBe(30)
  })

  it('an approval that meets a void on its way to Puente moves no money', async () => {
    const { id, transactionId } = await merchant.paid()
    const { body } = await refund(ana, id)
    const [, approved] = await Promise.all([
      world.control('/sandbox/portal/void', { transaction_id: transactionId }),
      approve(omar, body.refund.id),
    ])
    expect([200, 409]).toContain(approved.status)
    await settled(world)
    expect(await merchant.atGateway(id)).toMatchObject([{ status: 'voided' }])
    expect((await merchant.read(id)).order.status).toBe('voided')
  })

  it('a full refund replaces a part that waits, and needs an approval of its own', async () => {
    const { id } = await merchant.paid()
    const { body: part } = await refund(ana, id, '60.00')
    const { body: whole } = await refund(omar, id)
    expect(whole.refund.approval).toMatchObject({ state: 'pending', requested_by: 'omar' })
    expect(await approve(omar, part.refund.id)).toMatchObject(NOT_AWAITED)
    expect(await alertsOf(id)).toEqual(['refund_awaits_approval'])
    expect((await approve(ana, whole.refund.id)).status).toBe(200)
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })

  it('of two parts requested at once, both below the limit and together above it, one is made', async () => {
    const { id } = await merchant.paid()
    await settle()
    const asked = await Promise.all([refund(ana, id, '40.00'), refund(omar, id, '40.00')])
    await pass(world, HOUR_SECONDS)
    await settled(world)
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await merchant.keptAtGateway(id)).toBe(60)
  })

  it('a stricter limit does not hold a refund that was requested before', async () => {
    const { id } = await merchant.paid()
    const { body } = await refund(ana, id, '40.00')
    expect(body.refund).toMatchObject({ state: 'waiting', approval: null })
    await setLimit('10.00')
    await pass(world, 3 * DAY_SECONDS)
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    expect(await merchant.keptAtGateway(id)).toBe(60)
  })

  it('a stricter limit does not change what an approval of an earlier request needs', async () => {
    const { id, refundId } = await waiting()
    await setLimit('10.00')
    expect((await approve(omar, refundId)).body.refund.approval).toMatchObject({
      state: 'approved',
      limit: { amount: '50.00' },
    })
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })

  it('a refund does not expire while its store is frozen', async () => {
    const { id, refundId } = await waiting()
    await post(olga, `/stores/${TEST_STORE}/freeze`, { why: 'A stolen key' })
    await pass(world, 8 * DAY_SECONDS)
    await settled(world)
    expect((await merchant.read(id)).refunds).toMatchObject([{ state: 'waiting' }])
    await post(olga, `/stores/${TEST_STORE}/unfreeze`, { why: 'A new key' })
    expect((await approve(omar, refundId)).status).toBe(200)
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })
})
