import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { EndpointId, OrderId, StoreId } from '../../domain/ids.ts'
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/log/log.ts'
import type { Db } from '../db.ts'
import { endpointNeed } from '../tables/tasks.ts'
import { addTask, type NewTask } from '../tasks/outbox.ts'
import { countNotificationsOf, replayToEndpoint } from './replays.ts'

const log = createLog({ level: 'silent', service: 'test' })
const now = new Date('2026-05-31T12:00:00Z')
const ERP = EndpointId.parse('ep_erp')
const STORE = StoreId.parse('tienda')

let db: Db
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query.deleteFrom('tasks').execute()
})

/** Plans the store's own notification, with its type as message id. */
const notify = (
  type: string,
  {
    age = MINUTE,
    order = 'ord_1',
    ...more
  }: { age?: number; order?: string } & Partial<NewTask> = {},
) =>
  addTask(db.query, {
    kind: 'notify-storefront',
    needs: 'shop',
    storeId: STORE,
    orderId: OrderId.parse(order),
    payload: { type, paymentId: null, messageId: `msg_${type}` },
    runAt: now,
    now: addMs(now, -age),
    ...more,
  })
const missed = (events: string[] | null = null, more: { isAll?: boolean } = {}) => ({
  endpoint: { id: ERP, store_id: STORE, events },
  from: addMs(now, -HOUR),
  to: now,
  isAll: false,
  ...more,
})
const count = (...given: Parameters<typeof missed>) =>
  countNotificationsOf(db.query, { ...missed(...given), limit: 100 })
const replay = (occasion: string, ...given: Parameters<typeof missed>) =>
  replayToEndpoint(db.query, { ...missed(...given), occasion, now })
const planned = () =>
  db.query
    .selectFrom('tasks')
    .select(['payload', 'order_id', 'run_at'])
    .where('needs', '=', endpointNeed(ERP))
    .orderBy('id')
    .execute()
const typesPlanned = async () => (await planned()).map(({ payload }) => payload.type)

it('a replay plans the notifications of the given time, in their sequence and with the same ids', async () => {
  await notify('order.refunded', { age: 2 * HOUR })
  await notify('order.paid', { age: 30 * MINUTE })
  await notify('order.voided')
  await notify('order.paid', { order: 'ord_2', storeId: StoreId.parse('other') })
  expect(await count()).toEqual({ notifications: 2, orders: 1 })
  await replay('rpl_1')
  expect(await planned()).toEqual(
    ['order.paid', 'order.voided'].map((type) => ({
      payload: {
        type,
        paymentId: null,
        messageId: `msg_${type}`,
        endpointId: ERP,
        orderId: 'ord_1',
      },
      order_id: 'ord_1',
      run_at: now,
    })),
  )
})

it('a replay plans only notifications that fit the filter', async () => {
  await notify('order.paid')
  await notify('order.voided')
  expect(await count(['order.voided'])).toEqual({ notifications: 1, orders: 1 })
  expect(await count(['order.refunded'])).toEqual({ notifications: 0, orders: 0 })
  await replay('rpl_1', ['order.voided'])
  expect(await typesPlanned()).toEqual(['order.voided'])
})

it('a replay skips waiting and accepted notifications, and repeats accepted ones on demand', async () => {
  await notify('order.paid')
  await replay('rpl_1')
  expect((await count()).notifications).toBe(0)
  expect((await count(null, { isAll: true })).notifications).toBe(0)
  const tasks = db.query.updateTable('tasks').where('needs', '=', endpointNeed(ERP))
  await tasks.set({ state: 'done' }).execute()
  expect((await count()).notifications).toBe(0)
  expect((await count(null, { isAll: true })).notifications).toBe(1)
  await replay('rpl_2', null, { isAll: true })
  expect(await typesPlanned()).toEqual(['order.paid', 'order.paid'])
})

it('a replay repeats the notifications that a disabled endpoint missed', async () => {
  await notify('order.paid')
  await replay('rpl_1')
  const tasks = db.query.updateTable('tasks').where('needs', '=', endpointNeed(ERP))
  await tasks.set({ state: 'done', note: 'missed' }).execute()
  expect((await count()).notifications).toBe(1)
})

it('a replay sends a notification once, even if a person repeated it for the shop', async () => {
  await notify('order.paid')
  await notify('order.paid', { uniqueKey: 'tell:tienda:x:again:1' })
  await notify('order.paid')
  await replay('rpl_1')
  expect(await typesPlanned()).toEqual(['order.paid'])
})

it('a replay includes saved cards under their type', async () => {
  await notify('', {
    kind: 'notify-saved-card',
    orderId: undefined,
    payload: { storeId: STORE, messageId: 'msg_card', card: { id: 'pm_1' } },
  })
  expect(await count(['payment_method.saved'])).toEqual({ notifications: 1, orders: 0 })
  await replay('rpl_1')
  expect(await planned()).toMatchObject([
    {
      payload: { type: 'payment_method.saved', endpointId: ERP, card: { id: 'pm_1' } },
      order_id: null,
    },
  ])
})
