import { describe, expect, it } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS, pass } from '../../support/merchant.ts'
import { personWith } from '../../support/operator.ts'
import { settled } from '../../support/settled.ts'
import { eventually, type Json, TEST_STORE } from '../../support/world.ts'
import { ana, olga, omar, useApprovals } from './use-approvals.ts'

const used = useApprovals('SP')
const { world, merchant, operator, post, refund, approve, reject, waiting, alertsOf, settle } = used

const OWN_REQUEST = { status: 403, body: { code: 'refund_own_request' } }
const NOT_AWAITED = { status: 409, body: { code: 'refund_not_awaiting_approval' } }

describe('a refund above the limit of its store', () => {
  it('the refund waits with an alert, a second person approves it, and it is made once', async () => {
    const { id } = await merchant.paid()
    const asked = await refund(ana, id)
    expect(asked).toMatchObject({
      status: 202,
      body: {
        refund: {
          state: 'waiting',
          waiting_for: 'approval',
          next_step: 'approval',
          approval: { state: 'pending', requested_by: 'ana', limit: { amount: '50.00' } },
        },
      },
    })
    expect(await alertsOf(id)).toEqual(['refund_awaits_approval'])
    await pass(world, HOUR_SECONDS)
    expect(await merchant.keptAtGateway(id)).toBe(100)
    const list = await operator.call(olga, 'GET', '/operator/v1/refunds?approval=pending')
    expect(list.body.data.map((one: Json) => one.id)).toContain(asked.body.refund.id)
    const approved = await approve(omar, asked.body.refund.id)
    expect(approved).toMatchObject({
      status: 200,
      body: { refund: { state: 'succeeded', approval: { state: 'approved', decided_by: 'omar' } } },
    })
    expect(await merchant.keptAtGateway(id)).toBe(0)
    expect(await alertsOf(id)).toEqual([])
    const kinds = (await merchant.timeline(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['refund_awaits_approval', 'refund_approved']))
  })

  it('a refund up to the limit is made at once', async () => {
    const { id } = await merchant.paid()
    await settle()
    const made = await refund(ana, id, '50.00')
    expect(made).toMatchObject({ status: 201, body: { refund: { approval: null } } })
  })

  it('parts that exceed the limit together wait, also on another day', async () => {
    const { id } = await merchant.paid()
    await settle()
    expect((await refund(ana, id, '30.00')).status).toBe(201)
    const second = await refund(omar, id, '20.01')
    expect(second).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    await post(ana, `/refunds/${second.body.refund.id}/cancel`)
    await pass(world, 3 * DAY_SECONDS)
    expect((await refund(ana, id, '20.01')).body.refund.approval).toMatchObject({
      state: 'pending',
    })
    expect(await merchant.keptAtGateway(id)).toBe(70)
  })

  it('an approved part and a refund of the portal do not count', async () => {
    const { id, transactionId } = await merchant.paid()
    await settle()
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 10 })
    await merchant.readWhen(id, ({ refunds }) => refunds.length === 1)
    const { body } = await refund(ana, id, '51.00')
    await approve(omar, body.refund.id)
    await pass(world, HOUR_SECONDS)
    await settled(world)
    expect((await refund(ana, id, '30.00')).body.refund.approval).toBeNull()
  })

  it('a refund of the portal while it waits asks a person after the approval, and is not made twice', async () => {
    const { id, transactionId } = await merchant.paid({ amount: '150.00' })
    await settle()
    const { body } = await refund(ana, id, '60.00')
    const readHeld = async () =>
      (await merchant.read(id)).refunds.find((one: Json) => one.id === body.refund.id)
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 60 })
    await merchant.readWhen(id, ({ refunds }) => refunds.length === 2)
    expect(await readHeld()).toMatchObject({
      needs_attention: null,
      approval: { state: 'pending' },
    })
    await approve(omar, body.refund.id)
    await eventually(async () => (await readHeld()).needs_attention !== null)
    expect(await merchant.keptAtGateway(id)).toBe(90)
  })

  it('a refund in another currency than the limit waits', async () => {
    const { id } = await merchant.paid({ currency: 'USD', amount: '1.00' })
    expect((await refund(ana, id)).body.refund.approval).toMatchObject({ state: 'pending' })
  })

  it('a refund by policy waits too, and any person approves it', async () => {
    await world.api('PATCH', '/v1/store', { policy: { on_conflict: 'refund' } })
    const { id } = await merchant.paidTwice()
    const { refunds } = await merchant.readWhen(id, (now) => now.refunds.length === 1)
    expect(refunds).toMatchObject([{ origin: 'policy', approval: { state: 'pending' } }])
    expect((await approve(ana, refunds[0].id)).status).toBe(200)
    await merchant.readWhen(id, (now) => now.refunds[0].state === 'succeeded')
    await world.api('PATCH', '/v1/store', { policy: { on_conflict: null } })
  })

  it('a refund that awaits approval cannot be tried, and repeating its request finds it', async () => {
    const { id } = await merchant.paid()
    const asked = await merchant.refundInFull(id, {}, 'sp-repeated')
    expect(asked).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    const refundId = asked.body.refund.id
    const tried = await post(omar, `/refunds/${refundId}/try`)
    expect(tried).toMatchObject({ status: 409, body: { code: 'refund_awaits_approval' } })
    const again = await merchant.refundInFull(id, {}, 'sp-repeated')
    expect(again).toMatchObject({ status: 202, body: { refund: { id: refundId } } })
    await approve(omar, refundId)
    const after = await merchant.refundInFull(id, {}, 'sp-repeated')
    expect(after).toMatchObject({ status: 200, body: { refund: { state: 'succeeded' } } })
    expect((await merchant.read(id)).refunds).toHaveLength(1)
  })
})

describe('people who decide about a refund', () => {
  it('a person cannot approve a refund that they requested', async () => {
    const { id, refundId } = await waiting()
    expect(await approve(ana, refundId)).toMatchObject(OWN_REQUEST)
    expect(await merchant.keptAtGateway(id)).toBe(100)
    expect((await approve(olga, refundId)).status).toBe(200)
  })

  it('the refund of an API key needs a person, other than the one who made or rotated the key', async () => {
    const made = await post(olga, `/stores/${TEST_STORE}/api-keys`, {
      name: 'till',
      scopes: ['read', 'refund'],
    })
    const { body: keys } = await operator.call(olga, 'GET', '/operator/v1/api-keys')
    const key = keys.data.find(({ name }: Json) => name === 'till')
    const owner = personWith('otto', { main: 'owner' })
    const rotated = await post(owner, `/api-keys/${key.id}/rotate`, {})
    const refundBy = async (apiKey: string) => {
      const { id } = await merchant.paid()
      const { body } = await world.api(
        'POST',
        `/v1/orders/${id}/refunds`,
        {},
        {
          authorization: `Bearer ${apiKey}`,
          'idempotency-key': `sp-${id}`,
        },
      )
      return body.refund.id
    }
    const first = await refundBy(made.body.api_key)
    expect(await approve(olga, first)).toMatchObject(OWN_REQUEST)
    expect((await approve(owner, first)).status).toBe(200)
    const second = await refundBy(rotated.body.api_key)
    expect(await approve(owner, second)).toMatchObject(OWN_REQUEST)
    expect((await approve(olga, second)).status).toBe(200)
  })

  it('a person with a lower refund limit of their own cannot approve', async () => {
    const { refundId } = await waiting()
    const limited = personWith('lia', { main: 'operator' }, { operatorLimit: 60_00n })
    expect(await approve(limited, refundId)).toMatchObject({
      status: 403,
      body: { code: 'refund_above_limit' },
    })
    expect((await approve(omar, refundId)).status).toBe(200)
  })

  it('a person who signed in long ago has to type the password first', async () => {
    const { refundId } = await waiting()
    const confirmedAt = new Date(Date.now() - HOUR_SECONDS * 1_000)
    const stale = personWith('sara', { main: 'owner' }, { confirmedAt })
    expect(await approve(stale, refundId)).toMatchObject({
      status: 403,
      body: { code: 'fresh_sign_in_needed' },
    })
    await reject(omar, refundId)
  })

  it('a rejected refund is cancelled with its reason, and its request answers so', async () => {
    const { id } = await merchant.paid()
    const asked = await merchant.refundInFull(id, {}, 'sp-rejected')
    const rejected = await reject(omar, asked.body.refund.id)
    expect(rejected).toMatchObject({
      status: 200,
      body: {
        refund: { state: 'cancelled', approval: { state: 'rejected', why: 'Too much' } },
      },
    })
    expect(await approve(olga, asked.body.refund.id)).toMatchObject(NOT_AWAITED)
    expect(await merchant.refundInFull(id, {}, 'sp-rejected')).toMatchObject({
      status: 409,
      body: { code: 'refund_withdrawn' },
    })
    expect(await merchant.keptAtGateway(id)).toBe(100)
    expect(await alertsOf(id)).toEqual([])
  })

  it('the requester cancels a refund that waits, and it cannot be approved after that', async () => {
    const { id, refundId } = await waiting()
    const cancelled = await post(ana, `/refunds/${refundId}/cancel`)
    expect(cancelled.body.refund).toMatchObject({
      state: 'cancelled',
      approval: { state: 'cancelled' },
    })
    expect(await approve(omar, refundId)).toMatchObject(NOT_AWAITED)
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('without a decision for a week, the refund is cancelled and an alert stays open', async () => {
    const { id, refundId } = await waiting()
    await pass(world, 7 * DAY_SECONDS + 60)
    const { refunds } = await merchant.readWhen(id, (now) => now.refunds[0].state === 'cancelled')
    expect(refunds).toMatchObject([{ id: refundId, approval: { state: 'expired' } }])
    expect(await alertsOf(id)).toEqual(['refund_not_approved'])
    expect(await approve(omar, refundId)).toMatchObject(NOT_AWAITED)
    expect(await merchant.keptAtGateway(id)).toBe(100)
  })

  it('the audit log has the request, the refused approval and the decision', async () => {
    const { refundId } = await waiting()
    await approve(ana, refundId)
    await approve(omar, refundId)
    const { body } = await operator.call(olga, 'GET', '/operator/v1/audit?limit=3')
    expect(body.data).toMatchObject([
      { action: 'approveRefund', actor: { name: 'omar' }, outcome: 'done' },
      { action: 'approveRefund', actor: { name: 'ana' }, outcome: 'refused' },
      { action: 'createRefund', actor: { name: 'ana' }, outcome: 'done' },
    ])
  })
})

describe('decisions at the same moment', () => {
  it('of two people who approve at once, one decides, and the money moves once', async () => {
    const { id, refundId } = await waiting()
    const answers = await Promise.all([approve(omar, refundId), approve(olga, refundId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await settled(world)
    const [payment] = await merchant.atGateway(id)
    expect(payment?.status).toBe('voided')
    const { entries } = await world.control('/sandbox/journal')
    const { payment: ours } = await merchant.read(id)
    const sent = entries.filter(
      ({ type, path }: Json) =>
        type === 'request' && path.includes(`/${ours.transaction_id}/`) && /void|refund/.test(path),
    )
    expect(sent).toHaveLength(1)
  })

  it('a person who approves twice gets the same answer', async () => {
    const { id, refundId } = await waiting()
    const answers = await Promise.all([approve(omar, refundId), approve(omar, refundId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })

  it.each([1, 2, 3])('of an approval and a rejection at once, one counts (%i)', async (round) => {
    const { id, refundId } = await waiting()
    const decisions = [() => approve(omar, refundId), () => reject(olga, refundId)]
    const inTurn = round % 2 === 0 ? decisions.toReversed() : decisions
    const answers = await Promise.all(inTurn.map((decide) => decide()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await settled(world)
    const { refunds } = await merchant.read(id)
    const isApproved = refunds[0].approval.state === 'approved'
    expect(refunds[0].state).toBe(isApproved ? 'succeeded' : 'cancelled')
    expect(await merchant.keptAtGateway(id)).toBe(isApproved ? 0 : 100)
  })

  it('an approval and a freeze at once move the money once or, after the thaw, once', async () => {
    const { id, refundId } = await waiting()
    const [approved, frozen] = await Promise.all([
      approve(omar, refundId),
      post(olga, `/stores/${TEST_STORE}/freeze`, { why: 'A stolen key' }),
    ])
    expect(frozen.status).toBe(200)
    expect([200, 409]).toContain(approved.status)
    await pass(world, HOUR_SECONDS)
    await settled(world)
    await post(olga, `/stores/${TEST_STORE}/unfreeze`, { why: 'A new key' })
    if (approved.status === 409) {
      expect(await merchant.keptAtGateway(id)).toBe(100)
      expect((await approve(omar, refundId)).status).toBe(200)
    }
    await merchant.readWhen(id, (now) => now.refunds[0].state === 'succeeded')
    expect(await merchant.keptAtGateway(id)).toBe(0)
    expect(await merchant.atGateway(id)).toHaveLength(1)
  })

  it('a refund of a frozen store cannot be approved', async () => {
    const { id, refundId } = await waiting()
    await post(olga, `/stores/${TEST_STORE}/freeze`, { why: 'A stolen key' })
    expect(await approve(omar, refundId)).toMatchObject({
      status: 409,
      body: { code: 'store_frozen' },
    })
    await post(olga, `/stores/${TEST_STORE}/unfreeze`, { why: 'A new key' })
    expect((await approve(omar, refundId)).status).toBe(200)
    expect(await merchant.keptAtGateway(id)).toBe(0)
  })
})
