import { afterEach, describe, expect, it } from 'vitest'
import { HOUR_SECONDS, type Merchant, merchantOf, pass, setSandbox } from '../support/merchant.ts'
import { reconcileNow, summaryOf } from '../support/reconcile.ts'
import {
  lostPayments,
  moneyAtGateway,
  type RestorableWorld,
  restorableWorld,
} from '../support/restored-puente.ts'
import { settled } from '../support/settled.ts'
import { connectTestStore, type Json, startWorld, type World } from '../support/world.ts'

let world: World
let merchant: Merchant
let restorable: RestorableWorld<World>
afterEach(() => world.close())

const begin = async ({ isAsked }: { isAsked: boolean }) => {
  restorable = await restorableWorld((through) => startWorld({}, { through }))
  world = restorable.world
  merchant = merchantOf(world, { prefix: 'BACK' })
  if (!isAsked) return
  const { shop, puente, apiKey } = world
  await connectTestStore(puente, { notifyUrl: shop.url, ordersUrl: shop.url, apiKey })
}

const refund = (id: string, amount?: string) =>
  merchant.refundInFull(id, amount === undefined ? {} : { amount }, `${id}-${amount}`)

const inPortal = (transaction_id: string, amount: string) =>
  world.control('/sandbox/portal/refund', { transaction_id, amount })

const statusInPuente = async (id: string): Promise<string> => {
  const { order, refunds = [] } = await merchant.read(id)
  const made = refunds.filter(({ state }: Json) => state === 'succeeded')
  const sum = made.reduce((all: number, { amount }: Json) => all + Number(amount), 0)
  return `${order.status} ${sum}`
}

/** Ids of the messages that the shop accepted, and how often. */
const told = (id: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { id: message, order } of world.shop.messages) {
    if (order.id === id) counts.set(message, (counts.get(message) ?? 0) + 1)
  }
  return counts
}

const shopRemembers = (ids: readonly string[]): void => {
  for (const id of ids) {
    const last = world.shop.messages.filter(({ order }) => order.id === id).at(-1)
    const status = last?.order.status ?? 'unpaid'
    const atShop =
      status === 'voided' ? 'refunded' : status === 'awaiting_payment' ? 'unpaid' : status
    world.shop.orders.set(id, { status: atShop })
  }
}

describe('a database that is restored from a backup of minutes ago', () => {
  it.each([
    ['whose shop can be asked for orders', true],
    ['whose shop cannot be asked', false],
  ])('a restored store %s gets everything back, and nothing moves twice', async (_, isAsked) => {
    await begin({ isAsked })
    // Before the backup.
    const partly = await merchant.paid()
    const portal = await merchant.paid()
    const voided = await merchant.paid()
    const waiting = await merchant.paid()
    const opened = await merchant.open()
    await refund(waiting.id, '10.00')
    await settled(world)
    const backup = await restorable.backUp()

    // Lost with the database.
    const newPaid = await merchant.paid()
    const newRefunded = await merchant.paid()
    const newVoided = await merchant.paid()
    const newOpen = await merchant.open()
    await refund(voided.id)
    await refund(newVoided.id)
    await world.pay(opened.checkoutUrl)
    await merchant.readWhen(opened.id, ({ order }) => order.status === 'paid')
    await settled(world)
    await world.control('/sandbox/settle', {})
    await pass(world, HOUR_SECONDS)
    await settled(world)
    await refund(partly.id, '20.00')
    await refund(newRefunded.id, '25.00')
    await inPortal(portal.transactionId, '35.00')
    await settled(world)
    const before = [partly, portal, voided, waiting, opened].map(({ id }) => id)
    const since = [newPaid, newRefunded, newVoided, newOpen].map(({ id }) => id)
    const all = [...before, ...since]
    const money = await moneyAtGateway(world, all)
    const inBooks = Object.fromEntries(
      await Promise.all(all.map(async (id) => [id, await statusInPuente(id)] as const)),
    )
    const messages = Object.fromEntries(all.map((id) => [id, [...told(id).keys()].sort()]))
    const { position: cursor } = await feedOf()
    if (isAsked) shopRemembers(all)

    await restorable.restore(backup)
    const preview = await restorable.check()
    expect(preview).toMatchObject({ exitCode: 2, applied: false })
    expect(lostPayments(preview, 'would_be_repaired')).toEqual([...since].sort())
    expect(preview.refunds).toMatchObject([{ order: waiting.id, needs_answer: true }])

    const applied = await restorable.check('--apply')
    expect(applied).toMatchObject({ exitCode: 2, applied: true })
    expect(lostPayments(applied, 'repaired')).toEqual([...since].sort())

    world.puente = await restorable.start()
    await settled(world)
    await pass(world, 3 * HOUR_SECONDS)
    await settled(world)
    expect(await moneyAtGateway(world, all)).toEqual(money)

    // The shop repeats what it asked for since the backup.
    const again = await merchant.checkout(newOpen.id)
    expect(again.body.payment).toMatchObject({ checkout_url: newOpen.checkoutUrl })
    expect((await merchant.checkout(newPaid.id)).body.order.status).toBe('paid')
    for (const [id, amount] of [
      [partly.id, '20.00'],
      [newRefunded.id, '25.00'],
      [voided.id, undefined],
      [newVoided.id, undefined],
    ] as const) {
      await refund(id, amount)
    }
    await settled(world)
    await pass(world, 3 * HOUR_SECONDS)
    await settled(world)
    expect(await moneyAtGateway(world, all)).toEqual(money)

    for (const id of all) expect([id, [...told(id).keys()].sort()]).toEqual([id, messages[id]])

    // A person answers what only a person knows: these refunds were made.
    for (const id of all) {
      const { refunds = [] } = await merchant.read(id)
      for (const { id: refundId, state } of refunds) {
        if (['succeeded', 'failed', 'cancelled'].includes(state)) continue
        const path = `/v1/orders/${id}/refunds/${refundId}/resolve`
        expect((await world.api('POST', path, { resolution: 'already_made' })).status).toBe(200)
      }
    }
    await settled(world)
    expect(await moneyAtGateway(world, all)).toEqual(money)
    for (const id of all) expect([id, await statusInPuente(id)]).toEqual([id, inBooks[id]])
    const report = await reconcileNow(world)
    expect(summaryOf(report)).toEqual([])

    // A customer who held the lost checkout open pays it once.
    await world.pay(newOpen.checkoutUrl)
    await merchant.readWhen(newOpen.id, ({ order }) => order.status === 'paid')
    // A shop that reads the feed goes on from its cursor.
    await settled(world)
    const { ids } = await feedOf(cursor)
    expect(ids).toContain(newOpen.id)
  })

  it('a lost charge without a Puente reference keeps its order from a second charge until a person decides', async () => {
    await begin({ isAsked: false })
    await setSandbox(world, 'profile', { charge_metadata: 'dropped' })
    const payment_method = await merchant.savedCard()
    const backup = await restorable.backUp()
    const charge = () => merchant.checkout('BACK-saved', {}, { payment_method })
    expect((await charge()).body.order.status).toBe('paid')
    await settled(world)

    await restorable.restore(backup)
    const applied = await restorable.check('--apply')
    expect(applied).toMatchObject({ exitCode: 2 })
    world.puente = await restorable.start()
    await settled(world)
    const refused = { status: 409, body: { code: 'already_paid_at_gateway' } }
    expect(await charge()).toMatchObject(refused)
    await reconcileNow(world)
    expect(await charge()).toMatchObject(refused)
    expect(await merchant.atGateway('BACK-saved')).toHaveLength(1)
  })

  it('a restored database keeps an alert of each store until the store was compared', async () => {
    await begin({ isAsked: false })
    const stranger = { id: 'ajena', notifyUrl: null, secretKey: 'sk_test_of_nobody' }
    await connectTestStore(world.puente, stranger)
    const running = await restorable.puente('restore-check')
    expect(running).toMatchObject({ exitCode: 1, stdout: '' })
    expect(running.stderr).toContain('Stop it first')
    const backup = await restorable.backUp()
    const { id } = await merchant.paid()

    await restorable.restore(backup)
    world.puente = await restorable.start()
    expect(await restoreAlerts()).toEqual(['ajena', 'tienda'])
    await world.puente.close()
    const tomorrow = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString()
    expect(await restorable.puente('restore-check', '--since', tomorrow)).toMatchObject({
      exitCode: 2,
    })
    const failed = await restorable.puente('restore-check', '--apply')
    expect(failed.exitCode).toBe(1)
    expect(failed.stdout).toContain('Not compared: ajena, gateway: unauthorized.')
    expect(failed.stdout).toContain('→ The order and its payment came back (1)')
    expect(failed.stdout).toContain(`tienda\torder ${id}\tpaid 100.00 HNL`)
    expect(await restoreAlerts()).toEqual(['ajena'])

    world.puente = await restorable.start()
    await settled(world)
    expect((await merchant.read(id)).order.status).toBe('paid')
    expect([...told(id).values()]).toEqual([2])
  })

  it('an operator whose database was moved accepts it, and nothing is compared', async () => {
    await begin({ isAsked: false })
    const { id } = await merchant.paid()
    await settled(world)
    await restorable.restore(await restorable.backUp())
    world.puente = await restorable.start()
    expect(await restoreAlerts()).toEqual(['tienda'])
    expect(await restorable.puente('restore-check', '--moved', '--apply')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--moved'),
    })
    expect(await restorable.puente('restore-check', '--moved')).toMatchObject({ exitCode: 0 })
    expect(await restoreAlerts()).toEqual([])
    await world.puente.close()
    world.puente = await restorable.start()
    expect(await restoreAlerts()).toEqual([])
    expect((await merchant.read(id)).order.status).toBe('paid')
  })

  it('an operator whose gateway account serves another Puente recovers nothing, and sees what is missing', async () => {
    await begin({ isAsked: false })
    const backup = await restorable.backUp()
    const { id } = await merchant.paid()
    await restorable.restore(backup)
    const applied = await restorable.check('--apply', '--no-recover')
    expect(applied).toMatchObject({ exitCode: 2, to_decide: 1 })
    world.puente = await restorable.start()
    await settled(world)
    expect((await merchant.read(id)).order).toBeUndefined()
    expect(await merchant.checkout(id)).toMatchObject({ status: 409 })
  })
})

/** Stores with an open alert about the restore, sorted. */
const restoreAlerts = async (): Promise<string[]> => {
  const open = await restorable.query(
    `SELECT store_id FROM puente.alerts
     WHERE kind = 'database_restored' AND closed_at IS NULL ORDER BY store_id`,
  )
  return open.map(({ store_id }) => String(store_id))
}

const feedOf = async (after?: string): Promise<{ position: string; ids: string[] }> => {
  const { body } = await world.api('GET', `/v1/feed${after ? `?after=${after}` : ''}`)
  return { position: body.cursor, ids: body.data.map(({ order_id }: Json) => order_id) }
}
