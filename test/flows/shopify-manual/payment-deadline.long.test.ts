import { describe, expect, it } from 'vitest'
import { addTask } from '../../../src/db/tasks/outbox.ts'
import { StoreId } from '../../../src/domain/ids.ts'
import { newSyncStoreOrderTask } from '../../../src/payments/ports/tasks/store-tasks.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import { HOUR_SECONDS, pass, setSandbox } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { moneyOf } from '../../support/shopify/stored-order.ts'
import { eventually } from '../../support/world.ts'
import { useManualPayments } from './use-manual-payments.ts'

const { world, shop, store, query, decide, orderOf, orderWhen, placed, open } = useManualPayments()

describe('an order that is not paid in time', () => {
  it('the order is cancelled and restocked in Shopify where the policy says so', async () => {
    await decide({ pay_within_hours: 4, expired: 'cancel', restock: true })
    const { id, payUrl } = await placed()
    await pass(world, 6 * HOUR_SECONDS)
    await orderWhen(id, 'cancelled')
    await eventually(async () => shop.order(id).cancelledAt !== null)
    expect(shop.order(id).restocked).toBe(true)
    expect((await open(payUrl)).status).toBe(410)
    await decide({})
  })
})

describe('an order that is checked before its payment deadline', () => {
  it('the order ends at its payment deadline, though it does not change in Shopify', async () => {
    await decide({ pay_within_hours: 40 })
    const { id } = shop.placeOrder()
    const { clock } = world.puente.ctx
    const runAt = addMs(clock.now(), 60_000)
    const about = { store_id: StoreId.parse(store), external_id: id }
    await addTask(query(), newSyncStoreOrderTask(about, { runAt, now: clock.now() }))
    await shop.webhooks.deliver()
    await orderWhen(id, 'awaiting_payment')
    // Polls read the last changed order again, so this one takes that place.
    shop.order(shop.placeOrder().id).updatedAt = addMs(clock.now(), 30 * 60_000).toISOString()
    await pass(world, HOUR_SECONDS)
    await settled(world)
    await pass(world, 40 * HOUR_SECONDS)
    await orderWhen(id, 'cancelled')
    await decide({})
  })
})

describe('an order whose payment deadline passes while its checkout is open', () => {
  const makeOverdue = async (id: string) => {
    const { clock } = world.puente.ctx
    shop.order(id).createdAt = addMs(clock.now(), -2 * HOUR_SECONDS * 1_000).toISOString()
    await decide({ pay_within_hours: 1, expired: 'cancel' })
  }

  it('the order is paid when its buyer has paid in time, though the event is lost', async () => {
    const { id, payUrl } = await placed()
    const { location } = await open(payUrl)
    await setSandbox(world, 'faults', { next: [{ on: 'payment.approved', fault: 'drop' }] })
    await world.pay(location)
    await makeOverdue(id)
    await open(payUrl)
    await eventually(async () => moneyOf(shop.order(id)).outstanding === 0n)
    expect(await orderOf(id)).toMatchObject({ status: 'paid', cancelled_at: null })
    expect(shop.order(id).cancelledAt).toBeNull()
  })

  it('the link ends immediately, and the order once the gateway confirms that it is unpaid', async () => {
    await decide({})
    const { id, payUrl } = await placed()
    await open(payUrl)
    await makeOverdue(id)
    await setSandbox(world, 'faults', { next: [{ on: 'GET /v1/payments/*', fault: 'error_503' }] })
    expect((await open(payUrl)).status).toBe(410)
    expect((await open(payUrl)).status).toBe(410)
    expect(await orderOf(id)).toMatchObject({ status: 'awaiting_payment', cancelled_at: null })
    await pass(world, 2 * HOUR_SECONDS)
    await orderWhen(id, 'cancelled')
    await eventually(async () => shop.order(id).cancelledAt !== null)
    await decide({})
  })
})
