import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { EndpointId, OrderId, StoreId } from '../../domain/ids.ts'
import { connectStore } from '../../payments/stores/connect-store.ts'
import { addMs, HOUR, MINUTE, systemClock } from '../../runtime/clock.ts'
import { createIds } from '../../runtime/ids.ts'
import { createLog } from '../../runtime/log/log.ts'
import { createSecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { Db } from '../db.ts'
import { endpointNeed } from '../tables/tasks.ts'
import { addTask } from '../tasks/outbox.ts'
import { endWaitingDeliveries } from './deliveries.ts'
import { deleteEndpointsOfStore, findEndpoint, insertEndpoint } from './endpoints.ts'

const log = createLog({ level: 'silent', service: 'test' })
const now = new Date('2026-05-31T12:00:00Z')
const ERP = EndpointId.parse('ep_erp')
const CRM = EndpointId.parse('ep_crm')
const STORE = StoreId.parse('tienda')

let db: Db
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
  const sealer = createSecretSealer([{ id: 'test', key: Buffer.alloc(32, 7) }])
  await connectStore(
    { query: db.query, sealer, ids: createIds(systemClock), now },
    {
      id: STORE,
      name: 'Tienda',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: 'whsec_test_sandbox',
      notifyUrl: null,
      notifySecret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    },
  )
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query.deleteFrom('tasks').execute()
  await deleteEndpointsOfStore(db.query, STORE)
})

const addErp = (disabledAt: Date | null) =>
  insertEndpoint(db.query, {
    id: ERP,
    store_id: STORE,
    url: 'https://erp.example/puente',
    sealed_secret: 'sealed',
    disabled_at: disabledAt,
    missed_since: disabledAt,
    created_at: now,
    updated_at: now,
  })
const plan = async (age: number, more: { endpoint?: EndpointId; state?: 'running' } = {}) => {
  const { endpoint = ERP, state = 'ready' } = more
  await addTask(db.query, {
    kind: 'notify-endpoint',
    needs: endpointNeed(endpoint),
    storeId: STORE,
    orderId: OrderId.parse(`ord_${age}`),
    payload: {},
    runAt: now,
    now: addMs(now, -age),
  })
  await db.query
    .updateTable('tasks')
    .set({ state })
    .where('order_id', '=', OrderId.parse(`ord_${age}`))
    .execute()
}
const end = () =>
  endWaitingDeliveries(db.query, {
    endpoint: { id: ERP, store_id: STORE },
    note: 'missed',
    now,
    batch: 2,
  })
const states = async () => {
  const tasks = await db.query.selectFrom('tasks').select(['state', 'note']).orderBy('id').execute()
  return tasks.map(({ state, note }) => note ?? state)
}
const missedSince = async () => (await findEndpoint(db.query, ERP))?.missed_since

it('a backlog ends in batches, and what an endpoint missed starts with its oldest notification', async () => {
  await addErp(now)
  for (const minutes of [1, 5, 2, 4, 3]) await plan(minutes * MINUTE)
  await plan(2 * HOUR, { endpoint: CRM })
  await end()
  expect(await states()).toEqual([...Array(5).fill('missed'), 'ready'])
  expect(await missedSince()).toEqual(addMs(now, -5 * MINUTE))
})

it('the oldest notification in flight marks the start of what a stopped endpoint misses', async () => {
  await addErp(now)
  await plan(HOUR, { state: 'running' })
  await plan(MINUTE)
  await end()
  expect(await states()).toEqual(['running', 'missed'])
  expect(await missedSince()).toEqual(addMs(now, -HOUR))
})

it('an endpoint that a person enabled meanwhile keeps what waits', async () => {
  await addErp(null)
  await plan(MINUTE)
  await end()
  expect(await states()).toEqual(['ready'])
})
