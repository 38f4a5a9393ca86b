import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { merchantOf, pass } from '../../support/merchant.ts'
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

const deliveryOf = async (orderId: string): Promise<Json> => {
  const { body } = await world.api('GET', `/v1/notifications?order_id=${orderId}`)
  return body.data.find(({ endpoint_id }: Json) => endpoint_id === endpoint.id)
}
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
  await world.api('PATCH', `/v1/endpoints/${endpoint.id}`, { url: `${receiver.url}?moved` })
  await eventually(async () => (await deliveryOf(id)).state === 'told')
})
