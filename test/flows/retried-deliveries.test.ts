import { beforeAll, describe, expect, it } from 'vitest'
import { deliver } from '../support/gateway-events.ts'
import { type Merchant, merchantOf, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'T' })
})

const query = () => world.puente.ctx.db.query

const ageAttempts = (minutes: number) =>
  world.puente.ctx.db.pool.query(
    `UPDATE sandbox.deliveries SET first_attempt_at = first_attempt_at - make_interval(mins => $1)`,
    [minutes],
  )

const attempts = async (): Promise<Json[]> =>
  (await world.control('/sandbox/journal')).entries.filter(({ type }: Json) => type === 'delivery')

describe('a gateway that signs an event once and repeats it unchanged', () => {
  it('an event is accepted at its fifth attempt, and has one effect however often it is posted', async () => {
    await setSandbox(world, 'profile', { signature_time: 'first_attempt' })
    const fault = { on: 'payment.approved', fault: 'fail_attempt', times: 4 }
    await setSandbox(world, 'faults', { next: [fault] })
    const { id, checkoutUrl } = await merchant.open()
    await world.pay(checkoutUrl)
    for (const [index, minutes] of [1, 5, 15, 60].entries()) {
      await eventually(async () => (await attempts()).length === index + 1)
      await ageAttempts(minutes)
      await world.control('/sandbox/clock', { advance_seconds: minutes * 60 + 16 })
    }
    await eventually(async () => (await attempts()).length === 5)
    // The clock does not move, so no poll can pay the order.
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await settled(world)

    const { body, received_at } = await query()
      .selectFrom('events')
      .select(['body', 'received_at'])
      .where('store_id', '=', TEST_STORE)
      .executeTakeFirstOrThrow()
    const wallClock = Math.floor(Date.now() / 1_000)
    const replay = async (signedAt: number, headers = {}) =>
      (await deliver(world.url, { body, signedAt, headers })).status
    expect(await replay(wallClock - 81 * 60)).toBe(200)
    const other = { 'service-webhook-event-id': 'another' }
    expect(await replay(wallClock - 81 * 60, other)).toBe(200)
    expect(await replay(wallClock - 90 * 60)).toBe(400)
    expect(await replay(wallClock + 6 * 60)).toBe(400)
    const kept = await query().selectFrom('events').select('received_at').execute()
    expect(kept).toEqual([{ received_at }])
    expect(merchant.notifications(id)).toEqual(['order.paid'])
  })
})
