import { beforeAll, expect, it } from 'vitest'
import { EndpointId } from '../../../src/domain/ids.ts'
import { DAY_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'

const world = useWorld()
let endpoint: Json
beforeAll(async () => {
  const added = await world.api('POST', '/v1/endpoints', {
    url: 'https://erp.example/puente',
    events: ['order.voided'],
  })
  endpoint = added.body
})

const change = (changes: Json) => world.api('PATCH', `/v1/endpoints/${endpoint.id}`, changes)
const missedSince = async (): Promise<string | null> =>
  (await world.api('GET', `/v1/endpoints/${endpoint.id}`)).body.missed_since
const preview = (from: string) =>
  world.api('GET', `/v1/endpoints/${endpoint.id}/replay?from=${from}`)

it('a preview answers while a change of the endpoint waits', async () => {
  const from = endpoint.created_at
  await world.puente.ctx.db.query.transaction().execute(async (trx) => {
    await trx
      .selectFrom('notification_endpoints')
      .select('id')
      .where('id', '=', EndpointId.parse(endpoint.id))
      .forUpdate()
      .execute()
    expect((await preview(from)).body.notifications).toBe(0)
  })
})

it('an endpoint that missed nothing is caught up by a preview', async () => {
  await merchantOf(world, { prefix: 'P' }).paid()
  await settled(world)
  await change({ enabled: false })
  const since = await missedSince()
  expect((await preview(since ?? '')).body.notifications).toBe(0)
  expect(await missedSince()).toBe(since)
  await change({ enabled: true })
  expect((await preview(since ?? '')).body.notifications).toBe(0)
  expect(await missedSince()).toBeNull()
})

it('an endpoint that was disabled for over a month is caught up by the longest replay', async () => {
  await change({ enabled: false })
  await pass(world, 40 * DAY_SECONDS)
  await change({ enabled: true })
  const now = world.puente.ctx.clock.now().getTime()
  const from = new Date(now - 29 * DAY_SECONDS * 1_000 - 60_000).toISOString()
  expect((await preview(from)).body.notifications).toBe(0)
  expect(await missedSince()).toBeNull()
})
