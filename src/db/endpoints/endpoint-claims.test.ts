import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/support/fresh-database.ts'
import { openTestDb } from '../../../test/support/open-db.ts'
import { EndpointId, OrderId, StoreId } from '../../domain/ids.ts'
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'
import { createLog } from '../../runtime/log/log.ts'
import type { Db } from '../db.ts'
import { changeCircuit, deleteCircuit } from '../stores/circuits.ts'
import { endpointNeed } from '../tables/tasks.ts'
import { addTask } from '../tasks/outbox.ts'
import { claimDueTasks } from '../tasks/task-claims.ts'

const log = createLog({ level: 'silent', service: 'test' })
const now = new Date('2026-05-31T12:00:00Z')
const ERP = EndpointId.parse('ep_erp')
const CRM = EndpointId.parse('ep_crm')

let db: Db
beforeAll(async () => {
  db = await openTestDb({ databaseUrl: await freshDatabase(), log })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query.deleteFrom('tasks').execute()
  await deleteCircuit(db.query, endpointNeed(ERP))
})

const plan = async (
  endpoint: EndpointId,
  order: string,
  { age = 0 }: { age?: number } = {},
): Promise<bigint> => {
  const at = addMs(now, -age)
  await addTask(db.query, {
    kind: 'notify-endpoint',
    needs: endpointNeed(endpoint),
    storeId: StoreId.parse('tienda'),
    orderId: OrderId.parse(order),
    payload: {},
    runAt: at,
    now: at,
  })
  const ids = await db.query.selectFrom('tasks').select('id').orderBy('id', 'desc').execute()
  return ids[0]?.id ?? 0n
}
const claim = async (at = now): Promise<bigint[]> => {
  const claimed = await claimDueTasks(db.query, {
    now: at,
    processId: 7,
    limit: 100,
    roomPerStore: 100,
    concurrencyPerStore: { 'notify-endpoint': 4 },
  })
  return claimed.map(({ id }) => id)
}
const change = (id: bigint, to: object) =>
  db.query.updateTable('tasks').set(to).where('id', '=', id).execute()

it('an endpoint gets one notification of an order at a time, and those of other orders meanwhile', async () => {
  const first = await plan(ERP, 'ord_1')
  const second = await plan(ERP, 'ord_1')
  const other = await plan(ERP, 'ord_2')
  expect(await claim()).toEqual([first, other])
  expect(await claim()).toEqual([])
  await change(first, { state: 'done' })
  expect(await claim()).toEqual([second])
})

it('notifications of one order go to two endpoints at once', async () => {
  const erp = await plan(ERP, 'ord_1')
  const crm = await plan(CRM, 'ord_1')
  expect((await claim()).toSorted()).toEqual([erp, crm])
})

it('an endpoint at its concurrency limit does not reduce the limit of another one', async () => {
  for (let n = 0; n < 9; n++) await plan(ERP, `ord_${n}`)
  const crm = await plan(CRM, 'ord_0')
  const claimed = await claim()
  expect(claimed).toHaveLength(5)
  expect(claimed).toContain(crm)
})

it('an endpoint that was down is probed with the earliest notification of an order', async () => {
  const paid = await plan(ERP, 'ord_1', { age: HOUR })
  const voided = await plan(ERP, 'ord_1')
  await change(paid, { out_of_reach: true, tries: 3, run_at: addMs(now, 10 * MINUTE) })
  await changeCircuit(db.query, endpointNeed(ERP), () => ({
    failures: 5,
    openings: 1,
    open_until: addMs(now, MINUTE),
    asked_until: null,
    half_opened_at: null,
    failing_since: now,
    updated_at: now,
    last_error: null,
    paused_at: null,
  }))
  const crm = await plan(CRM, 'ord_1')
  expect(await claim()).toEqual([crm])
  const halfOpen = addMs(now, MINUTE)
  expect(await claim(halfOpen)).toEqual([paid])
  expect(await claim(halfOpen)).toEqual([])
  await change(paid, { state: 'done', out_of_reach: false })
  await deleteCircuit(db.query, endpointNeed(ERP))
  expect(await claim(halfOpen)).toEqual([voided])
})
