import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { type Shop, startShop } from '../../support/shop.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, NOTIFY_SECRET } from '../../support/world.ts'

const world = useWorld()
let receiver: Shop
let endpoint: Json
beforeAll(async () => {
  receiver = await startShop(NOTIFY_SECRET)
  const added = await world.api('POST', '/v1/endpoints', { url: receiver.url })
  endpoint = added.body
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  receiver = await startShop(endpoint.secret, port)
})
afterAll(() => receiver.close())

const readEndpoint = async (): Promise<Json> =>
  (await world.api('GET', `/v1/endpoints/${endpoint.id}`)).body
const alert = async (kind: string): Promise<Json> =>
  (await world.api('GET', '/v1/alerts')).body.data.find((each: Json) => each.kind === kind)
const whileTimePasses = <T>(seconds: number, look: () => Promise<T | undefined | false>) =>
  eventually(async () => {
    await pass(world, seconds)
    await settled(world)
    return look()
  })

it('an endpoint that accepts nothing for days opens an alert, is disabled, and catches up when a person enables it', async () => {
  const merchant = merchantOf(world, { prefix: 'F' })
  receiver.setMode('refuses')
  const first = await merchant.paid()
  await world.shop.waitFor(({ order }) => order.id === first.id)

  const failing = await whileTimePasses(HOUR_SECONDS, () => alert('endpoint_failing'))
  expect(failing.what).toContain(receiver.url)
  expect((await readEndpoint()).state).toBe('failing')

  const disabled = await whileTimePasses(7 * HOUR_SECONDS, () => alert('endpoint_disabled'))
  expect(disabled.what).toContain(receiver.url)
  expect(await alert('endpoint_failing')).toBeUndefined()
  await whileTimePasses(60, async () => {
    const { body } = await world.api('GET', '/v1/notifications?state=missed')
    return body.data.length === 1
  })
  const now = await readEndpoint()
  expect(now).toMatchObject({ state: 'disabled', disabled_by: 'failures' })
  const failedForMs = Date.parse(now.disabled_at) - Date.parse(now.missed_since)
  expect(failedForMs).toBeGreaterThan(5 * 24 * HOUR_SECONDS * 1_000 - 60_000)

  const second = await merchant.paid()
  await world.shop.waitFor(({ order }) => order.id === second.id)
  receiver.setMode('as-usual')
  await settled(world)
  expect(receiver.messages).toEqual([])

  await world.api('PATCH', `/v1/endpoints/${endpoint.id}`, { url: receiver.url })
  expect(await alert('endpoint_disabled')).toBeDefined()
  const enabled = await world.api('PATCH', `/v1/endpoints/${endpoint.id}`, { enabled: true })
  expect(enabled.body.state).toBe('enabled')
  expect(await alert('endpoint_disabled')).toBeUndefined()
  const replayed = await world.api('POST', `/v1/endpoints/${endpoint.id}/replay`, {
    from: now.missed_since,
  })
  expect(replayed.body).toMatchObject({ notifications: 2, orders: 2 })
  // Orders of one customer have no defined order.
  for (const { id } of [first, second]) await receiver.waitFor(({ order }) => order.id === id)
  const got = receiver.messages.map(({ order }) => order.id)
  expect(got.toSorted()).toEqual([first.id, second.id].toSorted())
})

it('the alert about a failing endpoint closes when it accepts a notification', async () => {
  const merchant = merchantOf(world, { prefix: 'G' })
  receiver.setMode('refuses')
  await merchant.paid()
  await whileTimePasses(HOUR_SECONDS, () => alert('endpoint_failing'))
  receiver.setMode('as-usual')
  await whileTimePasses(7 * HOUR_SECONDS, async () => !(await alert('endpoint_failing')))
  expect((await readEndpoint()).state).toBe('enabled')
})
