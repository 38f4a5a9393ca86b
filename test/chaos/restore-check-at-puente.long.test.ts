import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linksOf } from '../support/links-of-world.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { mailSettings, paidAtPuente } from '../support/mailed-world.ts'
import { pass } from '../support/merchant.ts'
import { orderMadeAtPuente } from '../support/payment-request.ts'
import { type RestorableWorld, restorableWorld } from '../support/restored-puente.ts'
import { settled } from '../support/settled.ts'
import { eventually, startWorld, TEST_STORE, type World } from '../support/world.ts'

let mail: MailServer
let world: World
let restorable: RestorableWorld<World>
beforeEach(async () => {
  mail = await startMailServer()
  const settings = mailSettings(mail)
  restorable = await restorableWorld((through) => startWorld(settings, { through }))
  world = restorable.world
})
afterEach(async () => {
  await world.close()
  await mail.close()
})

const restoreAndStart = async (backup: string): Promise<void> => {
  await restorable.restore(backup)
  const due = `UPDATE puente.tasks SET run_at = now() - interval '1 minute' WHERE kind = 'mail-customer'`
  await restorable.query(due)
  const applied = await restorable.check('--apply')
  expect(applied).toMatchObject({ applied: true, not_compared: [] })
  world.puente = await restorable.start()
  await settled(world)
}

/** Customers who got mail, one entry for each mail. */
const receivers = () => mail.mails.flatMap(({ to }) => to).sort()

describe('a restored database of a merchant without a shop', () => {
  it('a customer who got the receipt since the backup gets no second one', async () => {
    const opened = await orderMadeAtPuente(world, TEST_STORE, {
      customer: { email: 'before@example.hn' },
    })
    const backup = await restorable.backUp()
    await world.pay(opened.checkoutUrl)
    await paidAtPuente(world, { email: 'since@example.hn' })
    const all = ['before@example.hn', 'since@example.hn']
    await eventually(async () => receivers().length === all.length)

    await restoreAndStart(backup)
    const paid = await restorable.query(`SELECT status FROM puente.orders WHERE status = 'paid'`)
    expect(paid).toHaveLength(all.length)
    expect(receivers()).toEqual(all)
  })

  it('a receipt that the backup holds as due is not sent again, and a person decides', async () => {
    await mail.close()
    const { order } = await paidAtPuente(world, { email: 'due@example.hn' })
    await eventually(async () => (await statesOfMails(order.id))[0] === 'waiting')
    const backup = await restorable.backUp()
    await mail.start()
    await pass(world, 120)
    await eventually(async () => receivers().length === 1)

    await restoreAndStart(backup)
    expect(receivers()).toEqual(['due@example.hn'])
    expect(await statesOfMails(order.id)).toEqual(['unknown'])
    const alerts = await restorable.query(
      `SELECT order_id FROM puente.alerts WHERE kind = 'customer_mail_not_sent' AND closed_at IS NULL`,
    )
    expect(alerts).toEqual([{ order_id: order.id }])
  })

  it('a payment link counts the places that were taken since the backup, and goes on with its numbers', async () => {
    const { linkOf, take, checkoutOf, orders } = linksOf(world)
    const link = await linkOf({ name: 'Rifa', stock: 3 })
    const sell = async (): Promise<void> => {
      const { payUrl } = await take(link.token)
      await world.pay(await checkoutOf(payUrl))
      await settled(world)
    }
    await sell()
    const backup = await restorable.backUp()
    await sell()

    await restoreAndStart(backup)
    const numbersNow = async () => (await orders(link)).map(({ number }) => number).sort()
    const ofLink = link.id.slice(-4).toUpperCase()
    expect(await numbersNow()).toEqual([`${ofLink}-1`, `${ofLink}-2`])
    await sell()
    expect(await numbersNow()).toEqual([`${ofLink}-1`, `${ofLink}-2`, `${ofLink}-3`])
    expect(await take(link.token)).toMatchObject({ kind: expect.stringMatching(/sold.out/) })
  })

  it('a payment request that is repeated with its key is the recovered order', async () => {
    const backup = await restorable.backUp()
    const request = (reference?: string) =>
      world.api(
        'POST',
        '/v1/payment-requests',
        { amount: '45.00', currency: 'HNL', description: 'Café', reference },
        { 'idempotency-key': `mesa-${reference}` },
      )
    const made = [await request('Mesa 4'), await request()]
    expect(made.map(({ status }) => status)).toEqual([201, 201])

    await restoreAndStart(backup)
    const again = [await request('Mesa 4'), await request()]
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    for (const [index, { body }] of again.entries()) {
      expect([body.id, body.reference]).toEqual([made[index]?.body.id, made[index]?.body.reference])
    }
  })
})

const statesOfMails = async (orderId: string): Promise<unknown[]> => {
  const rows = await restorable.query(
    `SELECT state FROM puente.customer_mails WHERE order_id = '${orderId}'`,
  )
  return rows.map(({ state }) => state)
}
