import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteCircuit } from '../../../src/db/stores/circuits.ts'
import { endpointNeed } from '../../../src/db/tables/tasks.ts'
import { HOUR_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, NOTIFY_SECRET } from '../../support/world.ts'

const world = useWorld()
let merchant: ReturnType<typeof merchantOf>
let receiver: Shop
let endpoint: Json
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'R' })
  receiver = await startShop(NOTIFY_SECRET)
  endpoint = (await world.api('POST', '/v1/endpoints', { url: receiver.url })).body
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  receiver = await startShop(endpoint.secret, port)
})
afterAll(() => receiver.close())
beforeEach(() => settled(world))

const alert = async (kind: string): Promise<Json> =>
  (await world.api('GET', '/v1/alerts')).body.data.find((each: Json) => each.kind === kind)
const change = (changes: Json) => world.api('PATCH', `/v1/endpoints/${endpoint.id}`, changes)
const deliveryOf = async (orderId: string): Promise<Json> => {
  const { body } = await world.api('GET', `/v1/notifications?order_id=${orderId}`)
  return body.data.find(({ endpoint_id }: Json) => endpoint_id === endpoint.id)
}
/** Moves what waits for the endpoint into the past. */
const age = ({ tries, hours }: { tries: number; hours: number }) =>
  world.puente.ctx.db.query
    .updateTable('tasks')
    .set({ tries, created_at: sql<Date>`created_at - ${hours} * interval '1 hour'` })
    .where('state', '=', 'ready')
    .where('needs', '=', endpointNeed(endpoint.id))
    .execute()
/** Pays an order whose notification the endpoint refuses until it waits for half an hour. */
const refused = async (): Promise<string> => {
  receiver.answerNext(Array(5).fill(403))
  const { id } = await merchant.paid()
  for (const [tried, seconds] of [10, 60, 240, 1_200, 0].entries()) {
    await eventually(async () => (await deliveryOf(id))?.tries === tried + 1)
    await settled(world)
    await pass(world, seconds)
  }
  return id
}

it('an accepted test sends what the endpoint refused for hours', async () => {
  const id = await refused()
  expect((await world.api('POST', `/v1/endpoints/${endpoint.id}/test`)).body.accepted).toBe(true)
  await eventually(async () => (await deliveryOf(id)).state === 'told')
})

it('a new address gets at once what the former one refused', async () => {
  const id = await refused()
  await change({ url: `${receiver.url}?moved` })
  await eventually(async () => (await deliveryOf(id)).state === 'told')
})

it('a notification whose type left the filter is left out instead of retried', async () => {
  const id = await refused()
  await change({ events: ['order.refunded'] })
  await pass(world, 2 * HOUR_SECONDS)
  await eventually(async () => (await deliveryOf(id)).state === 'left_out')
  await change({ events: null })
})

it('a notification that the endpoint alone refuses opens an alert, and is missed after days', async () => {
  const id = await refused()
  await age({ tries: 6, hours: 2 })
  // As after an accepted notification of another type.
  await deleteCircuit(world.puente.ctx.db.query, endpointNeed(endpoint.id))
  await eventually(async () => {
    await pass(world, 60)
    return alert('endpoint_failing')
  })
  await age({ tries: 20, hours: 144 })
  await eventually(async () => {
    await pass(world, HOUR_SECONDS)
    return (await deliveryOf(id)).state === 'missed'
  })
  const { body } = await world.api('GET', `/v1/endpoints/${endpoint.id}`)
  expect(Date.parse(body.missed_since)).toBeLessThan(Date.parse(body.created_at))
  await eventually(async () => {
    await pass(world, 60)
    return !(await alert('endpoint_failing'))
  })
})

it('a notification of a disabled or removed endpoint is not resent', async () => {
  const { id } = await merchant.paid()
  await eventually(async () => (await deliveryOf(id))?.state === 'told')
  const resend = async () =>
    world.api('POST', `/v1/notifications/${(await deliveryOf(id)).id}/resend`)
  await change({ enabled: false })
  const refusal = await resend()
  expect([refusal.status, refusal.body.code]).toEqual([409, 'endpoint_disabled'])
  await world.api('DELETE', `/v1/endpoints/${endpoint.id}`)
  expect((await resend()).status).toBe(404)
})
