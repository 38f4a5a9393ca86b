import { beforeAll, expect, it } from 'vitest'
import { PaymentId, StoreId } from '../../src/domain/ids.ts'
import { merchantOf, type OpenOrder } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../support/world.ts'

let order: OpenOrder
let refundId: string
let paymentId: string
let otherKey: string
let ownOrder: string

const world = useWorld()
beforeAll(async () => {
  const merchant = merchantOf(world)
  otherKey = await connectTestStore(world.puente, { id: 'other', notifyUrl: null })
  order = await merchant.paid()
  const { body } = await merchant.refundInFull(order.id, { amount: '10.00' })
  refundId = body.refund.id
  paymentId = (await merchant.read(order.id)).payment.id
  const other = merchantOf(world, { apiKey: otherKey, prefix: 'O' })
  ownOrder = (await other.open({ currency: 'USD' })).id
})

const answerTo = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const answer = await world.api(method, path, body, {
    authorization: `Bearer ${otherKey}`,
    'idempotency-key': `key-${Math.random()}`,
  })
  const { request_id, instance, ...said }: Json = answer.body
  return { status: answer.status, body: said }
}

const firstOf = async (path: string): Promise<string> => {
  const { body } = await world.api('GET', path)
  return body.data[0]?.id
}

it('a refund of another store answers as an unknown one does', async () => {
  const cancel = (of: string, id: string) =>
    answerTo('POST', `/v1/orders/${of}/refunds/${id}/cancel`)
  for (const of of [ownOrder, order.id]) {
    const theirs = await cancel(of, refundId)
    expect(theirs.status).toBe(404)
    expect(theirs).toEqual(await cancel(of, 'ref_none'))
  }
})

it('a payment of another store answers as an unknown one does, for any amount', async () => {
  // With other decimals, an amount is valid in one of them only.
  await world.puente.ctx.db.query
    .updateTable('payments')
    .set({ currency: 'JPY' })
    .where('id', '=', PaymentId.parse(paymentId))
    .execute()
  for (const ask of [
    {},
    { amount: '10.00' },
    { amount: '10.123' },
    { amount: '10.00', currency: 'HNL' },
    { amount: '10.00', currency: 'USD' },
  ]) {
    const refund = (id: string) =>
      answerTo('POST', `/v1/orders/${ownOrder}/refunds`, { ...ask, payment_id: id })
    const theirs = await refund(paymentId)
    expect(theirs, JSON.stringify(ask)).toEqual(await refund('pay_none'))
    expect(theirs.status).toBeGreaterThanOrEqual(400)
  }
})

it.each([
  ['GET', '/v1/orders/ID'],
  ['GET', '/v1/orders/ID/timeline'],
  ['GET', '/v1/orders/ID/receipt'],
  ['POST', '/v1/orders/ID/cancel'],
] as const)('an order of another store is unknown to %s %s', async (method, path) => {
  const body = method === 'POST' ? {} : undefined
  const theirs = await answerTo(method, path.replace('ID', order.id), body)
  expect(theirs.status).toBe(404)
  expect(theirs).toEqual(await answerTo(method, path.replace('ID', 'none'), body))
})

it('a receipt of another store’s payment is unknown', async () => {
  const receipt = (id: string) => answerTo('GET', `/v1/orders/${ownOrder}/receipt?payment_id=${id}`)
  const theirs = await receipt(paymentId)
  expect(theirs.status).toBe(404)
  expect(theirs).toEqual(await receipt('pay_none'))
})

it('tasks, notifications and reconciliations of another store are unknown', async () => {
  const { body: run } = await world.api('POST', '/v1/reconciliations', {
    from: '2026-01-01',
    to: '2026-01-01',
  })
  await eventually(async () => (await firstOf('/v1/notifications')) !== undefined)
  const problem = await world.puente.ctx.db.query
    .selectFrom('tasks')
    .select('id')
    .where('store_id', '=', StoreId.parse('tienda'))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const task = `tsk_${problem.id}`
  const notification = await firstOf('/v1/notifications')
  const pairs = [
    ['POST', `/v1/tasks/${task}/replay`, '/v1/tasks/tsk_999999/replay'],
    ['POST', `/v1/notifications/${notification}/resend`, '/v1/notifications/tsk_999999/resend'],
    ['GET', `/v1/reconciliations/${run.id}`, '/v1/reconciliations/rec_none'],
    ['POST', `/v1/reconciliations/${run.id}/stop`, '/v1/reconciliations/rec_none/stop'],
    ['POST', `/v1/reconciliations/${run.id}/resume`, '/v1/reconciliations/rec_none/resume'],
  ] as const
  for (const [method, theirs, none] of pairs) {
    const answer = await answerTo(method, theirs)
    expect(answer.status, theirs).toBe(404)
    expect(answer, theirs).toEqual(await answerTo(method, none))
  }
})
