import { expect, it } from 'vitest'
import { deleteOldRows } from '../../src/payments/retention/delete-old-rows.ts'
import { eraseOldCustomers } from '../../src/payments/retention/erase-old-customers.ts'
import { addMs, DAY } from '../../src/runtime/clock.ts'
import { ownColumnsHolding } from '../support/columns-holding.ts'
import { DAY_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

const world = useWorld({ RETENTION_CUSTOMERS_MONTHS: '4' })
const merchant = merchantOf(world, { prefix: 'A' })
const ctx = () => world.puente.ctx
const query = () => ctx().db.query

it('the customers of old orders are erased automatically, and those of new orders stay', async () => {
  const old = await merchant.paid({ customer: { name: 'Rosa Antigua', email: 'rosa@antigua.hn' } })
  await settled(world)
  await pass(world, 160 * DAY_SECONDS)
  const recent = await merchant.paid({ customer: { name: 'Luis Reciente' } })
  await settled(world)
  await eventually(async () => {
    // The nightly reconciliations of these days may still be running.
    await eraseOldCustomers(ctx(), { before: addMs(ctx().clock.now(), -100 * DAY) })
    return (await ownColumnsHolding(query(), ['antigua'])).length === 0
  })
  const { order } = await merchant.read(old.id)
  expect(order).toMatchObject({ status: 'paid', amount: '100.00', customer: {} })
  expect((await merchant.read(recent.id)).order.customer).toEqual({ name: 'Luis Reciente' })
})

it('retention deletes an old note whose customer the shop has renamed', async () => {
  const note = { store_id: TEST_STORE, noted_by: 'oscar', noted_at: ctx().clock.now() }
  const ofOrder = { name: 'Nora', email: 'nora@example.com' }
  await merchant.checkout('A-noted', { customer: ofOrder })
  await query()
    .insertInto('customer_notes')
    .values([
      { ...note, customer_key: 'email:nora@example.com', note: 'hers' },
      { ...note, customer_key: 'email:former@example.com', note: 'former' },
    ])
    .execute()
  await eraseOldCustomers(ctx(), { before: addMs(ctx().clock.now(), -DAY) })
  const notes = () => query().selectFrom('customer_notes').select('note').orderBy('note').execute()
  expect((await notes()).map(({ note: text }) => text)).toEqual(['former', 'hers'])
  await query()
    .updateTable('customer_notes')
    .set({ noted_at: addMs(ctx().clock.now(), -2 * DAY) })
    .execute()
  await eraseOldCustomers(ctx(), { before: addMs(ctx().clock.now(), -DAY) })
  expect((await notes()).map(({ note: text }) => text)).toEqual(['hers'])
})

it('an old order whose payment is being created keeps its customer until the next run', async () => {
  const { id } = await merchant.paid({ customer: { name: 'Vera Pendiente' } })
  await settled(world)
  const { id: orderId } = await query()
    .selectFrom('orders')
    .select('id')
    .where('external_id', '=', id)
    .executeTakeFirstOrThrow()
  const set = (state: 'intended' | 'paid') =>
    query().updateTable('payments').set({ state }).where('order_id', '=', orderId).execute()
  const before = addMs(ctx().clock.now(), DAY)
  await set('intended')
  await eraseOldCustomers(ctx(), { before })
  expect((await merchant.read(id)).order.customer).toEqual({ name: 'Vera Pendiente' })
  await set('paid')
  await eraseOldCustomers(ctx(), { before })
  expect((await merchant.read(id)).order.customer).toEqual({})
})

it('closed alerts go after their days, and open ones stay', async () => {
  const now = ctx().clock.now()
  const about = { store_id: TEST_STORE, order_id: null, kind: 'payment_differs' as const }
  const opened_at = addMs(now, -90 * DAY)
  const details = '{}'
  await query()
    .insertInto('alerts')
    .values([
      { ...about, opened_at, details, subject: 'old', closed_at: addMs(now, -60 * DAY) },
      { ...about, opened_at, details, subject: 'new', closed_at: addMs(now, -10 * DAY) },
      { ...about, opened_at, details, subject: 'open', closed_at: null },
    ])
    .execute()
  await deleteOldRows(ctx(), {
    eventDays: 90,
    taskDays: 30,
    attemptDays: 14,
    runDays: 400,
    timelineMonths: undefined,
    auditDays: undefined,
    alertDays: 30,
  })
  const left = await query()
    .selectFrom('alerts')
    .select('subject')
    .where('kind', '=', 'payment_differs')
    .orderBy('subject')
    .execute()
  expect(left.map(({ subject }) => subject)).toEqual(['new', 'open'])
})
