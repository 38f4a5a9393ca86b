import { expect, it } from 'vitest'
import { addStoreWork, levelSince, storeWorkSince } from '../../src/db/stores/store-work.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { merchantOf, pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const merchant = merchantOf(world, { prefix: 'L' })

const ctx = () => world.puente.ctx
const workOf = async (storeId: StoreId) => {
  const works = await storeWorkSince(ctx().db.query, levelSince(ctx().clock.now()))
  return works.find(({ store_id }) => store_id === storeId)
}
const seriesOf = async (metric: string): Promise<string[]> => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith(`${metric}{`))
}
/** Scrapes share a reading for 15 seconds. */
const afterReading = () => pass(world, 16)

it('a paid order counts as one event and one notification of its store, in time', async () => {
  await merchant.paid()
  const work = await eventually(async () => {
    const counted = await workOf(TEST_STORE)
    return counted && counted.notifications > 0 && counted
  })
  expect(work).toMatchObject({ events: 1, notifications: 1, late: 0, late_after_failure: 0 })
  await afterReading()
  expect(await seriesOf('puente_store_work_ratio')).toEqual([
    `puente_store_work_ratio{store="${TEST_STORE}"} 1`,
  ])
  expect(await seriesOf('puente_stores_below_service_level')).toEqual([
    'puente_stores_below_service_level{by="puente"} 0',
    'puente_stores_below_service_level{by="store"} 0',
  ])
})

it('a store that accepts its notifications late has missed the level by itself', async () => {
  world.shop.setMode('refuses')
  await merchant.paid()
  await merchant.paid()
  await eventually(async () => {
    const failed = await ctx()
      .db.query.selectFrom('task_failures')
      .select('task_id')
      .distinct()
      .execute()
    return failed.length >= 2
  })
  world.shop.setMode('as-usual')
  await pass(world, 600)
  await settled(world)
  const work = await eventually(async () => {
    const counted = await workOf(TEST_STORE)
    return counted && counted.notifications >= 3 && counted
  })
  expect(work).toMatchObject({ late: 2, late_after_failure: 2 })
  await afterReading()
  expect(await seriesOf('puente_stores_below_service_level')).toEqual([
    'puente_stores_below_service_level{by="puente"} 0',
    'puente_stores_below_service_level{by="store"} 1',
  ])
})

it('a thousand stores that miss the level make twenty series, and ten of the busiest', async () => {
  const hour = levelSince(ctx().clock.now())
  const late = { events: 3, tasks: 0, notifications: 10, late: 9, late_after_failure: 0 }
  await addStoreWork(
    ctx().db.pool,
    Array.from({ length: 1_000 }, (_, index) => ({
      ...late,
      hour,
      store_id: StoreId.parse(`tienda-${index}`),
    })),
  )
  await afterReading()
  expect(await seriesOf('puente_store_notified_in_time_ratio')).toHaveLength(20)
  expect(await seriesOf('puente_store_work_ratio')).toHaveLength(10)
  expect(await seriesOf('puente_stores_below_service_level')).toContain(
    'puente_stores_below_service_level{by="puente"} 1000',
  )
})
