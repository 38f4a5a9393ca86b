import { describe, expect, it } from 'vitest'
import { getOrder } from '../../../src/db/orders/orders.ts'
import { mailCustomer } from '../../../src/payments/mails/mail-customer.ts'
import type { CustomerMail } from '../../../src/payments/ports/tasks/mail-tasks.ts'
import { DAY, HOUR } from '../../../src/runtime/clock.ts'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { startHangingUp } from '../../support/mail-server-that-hangs-up.ts'
import {
  MAIL_FROM,
  mailRows,
  mailSettings,
  paidAtPuente,
  setPolicy,
} from '../../support/mailed-world.ts'
import { HOUR_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { orderMadeAtPuente } from '../../support/payment-request.ts'
import { settled } from '../../support/settled.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { eventually, TEST_STORE } from '../../support/world.ts'

const mail = useStarted(() => startMailServer())
const world = useWorld(() => mailSettings(mail))
const merchant = merchantOf(world, { prefix: 'SMTP' })
const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
const openAlerts = async (kind: string) =>
  (await world.api('GET', '/v1/alerts')).body.data.filter(
    (alert: { kind: string }) => alert.kind === kind,
  )

describe('a mail server that refuses a receiver', () => {
  it('a refused recipient gets no second try, and the order says so, without the address', async () => {
    mail.rules.refuse = (address) =>
      address.startsWith('nobody') ? `550 5.1.1 <${address}>: no such user` : undefined
    const { order } = await paidAtPuente(world, { email: 'nobody@example.hn' })
    mail.rules.refuse = undefined
    const [row] = await mailRows(world, order.id)
    expect(row).toMatchObject({ state: 'refused', failures: 0 })
    expect(row?.detail).toContain('no such user')
    expect(row?.detail).not.toContain('nobody@example.hn')
    expect((await merchant.timeline(order.external_id)).map(({ text }) => text)).toContain(
      'El servidor de correo del cliente rechazó un correo: recibo',
    )
    expect(await merchant.alertsOf(order.external_id)).toMatchObject([
      { kind: 'customer_mail_not_sent' },
    ])
    await pass(world, 24 * HOUR_SECONDS)
    await settled(world)
    expect(mailsTo('nobody@example.hn')).toEqual([])
  })

  it('a mail refused after its text is not sent again', async () => {
    mail.rules.beforeAnswer = async () => '552 5.3.4 Message too large'
    const { order } = await paidAtPuente(world, { email: 'large@example.hn' })
    mail.rules.beforeAnswer = undefined
    expect(await mailRows(world, order.id)).toMatchObject([{ state: 'refused' }])
    expect(mailsTo('large@example.hn')).toHaveLength(1)
  })
})

describe('a mail server that asks for patience', () => {
  it('greylisting delays a mail, which then arrives once', async () => {
    let refusals = 0
    mail.rules.refuse = (address) =>
      address.startsWith('grey') && refusals++ === 0 ? '451 4.7.1 Try again later' : undefined
    const { order } = await paidAtPuente(world, { email: 'grey@example.hn' })
    expect(await mailRows(world, order.id)).toMatchObject([{ state: 'waiting', failures: 1 }])
    await pass(world, 60)
    await eventually(async () => (await mailRows(world, order.id))[0]?.state === 'sent')
    expect(mailsTo('grey@example.hn')).toHaveLength(1)
    mail.rules.refuse = undefined
  })
})

describe('a mail server that is away', () => {
  it('while the mail server is away, orders are paid, an alert names it, and the mail arrives afterwards', async () => {
    await mail.close()
    const { order } = await paidAtPuente(world, { email: 'later@example.hn' })
    expect((await merchant.read(order.external_id)).order.status).toBe('paid')
    for (const seconds of [60, 300, 1800]) {
      await pass(world, seconds)
      await settled(world)
    }
    await eventually(async () => (await openAlerts('mail_server_failing')).length === 1)
    expect(await mailRows(world, order.id)).toMatchObject([{ state: 'waiting' }])
    await mail.start()
    await pass(world, 2 * HOUR_SECONDS)
    await eventually(async () => (await mailRows(world, order.id))[0]?.state === 'sent')
    expect(mailsTo('later@example.hn')).toHaveLength(1)
    expect(await openAlerts('mail_server_failing')).toEqual([])
  })

  it('after a day without a mail server, Puente gives up, and the task can be replayed', async () => {
    await mail.close()
    const { order } = await paidAtPuente(world, { email: 'giveup@example.hn' })
    for (let passed = 0; passed <= DAY + HOUR; passed += 2 * HOUR) {
      await pass(world, 2 * HOUR_SECONDS)
      await settled(world)
    }
    expect(await mailRows(world, order.id)).toMatchObject([{ state: 'failed' }])
    await mail.start()
    const { body } = await world.api('GET', '/v1/tasks?state=dead')
    const [dead] = body.data.filter(({ kind }: { kind: string }) => kind === 'mail-customer')
    expect((await world.api('POST', `/v1/tasks/${dead.id}/replay`)).status).toBeLessThan(300)
    await eventually(async () => (await mailRows(world, order.id))[0]?.state === 'sent')
    expect(mailsTo('giveup@example.hn')).toHaveLength(1)
  })
})

describe('a slow mail server', () => {
  it('a slow mail server delays no order and no notification, and the mail arrives once', async () => {
    const hold = holdAnswers('slow')
    const slow = Array.from({ length: 6 }, (_, index) => `slow${index}@example.hn`)
    for (const email of slow) await payWithoutMail(email)
    await eventually(
      async () => mail.mails.filter(({ to }) => to[0]?.startsWith('slow')).length >= 2,
    )
    const { id } = await merchant.paid()
    await eventually(async () => merchant.notifications(id).includes('order.paid'))
    hold.release()
    await eventually(async () => slow.every((email) => mailsTo(email).length === 1))
    await settled(world)
    for (const email of slow) expect(mailsTo(email)).toHaveLength(1)
  })
})

describe('a mail server that hangs up before it says whether it took the mail', () => {
  it('a mail server that hangs up gets no second copy, and the order says that the mail may not have arrived', async () => {
    await mail.close()
    const hangsUp = await startHangingUp(mail.url)
    const { order } = await paidAtPuente(world, { email: 'lost@example.hn' })
    await eventually(async () => (await mailRows(world, order.id))[0]?.state === 'unknown')
    await hangsUp.close()
    await mail.start()
    await pass(world, 4 * HOUR_SECONDS)
    await settled(world)
    expect(hangsUp.texts()).toBe(1)
    expect(mailsTo('lost@example.hn')).toEqual([])
    expect((await merchant.timeline(order.external_id)).map(({ text }) => text)).toContain(
      'El servidor de correo no confirmó un correo al cliente: recibo',
    )
    expect(await merchant.alertsOf(order.external_id)).toMatchObject([
      { kind: 'customer_mail_not_sent' },
    ])
  })
})

describe('two processes that have the same mail, because one of them stalled', () => {
  it("a stalled process's failure leaves the mail to the other process", async () => {
    const task = await taskWithoutMail('stalled@example.hn')
    const dead = await startHangingUp(`smtp://127.0.0.1:${await freePort()}`, { greets: false })
    const { ctx } = world.puente
    const stalled = mailCustomer(
      { ...ctx, mail: { ...ctx.mail, mailServer: { smtpUrl: dead.url, from: MAIL_FROM } } },
      task,
    )
    await eventually(async () => dead.connections() === 1)
    const hold = holdAnswers('stalled')
    const other = mailCustomer(ctx, task)
    await eventually(async () => mailsTo('stalled@example.hn').length === 1)
    await dead.close()
    await stalled
    expect(await mailRows(world, task.orderId)).toMatchObject([{ state: 'sending' }])
    hold.release()
    await other
    expect(await mailRows(world, task.orderId)).toMatchObject([{ state: 'sent' }])
  })

  it('a mail given up by another process counts as sent once its own process reports it', async () => {
    const task = await taskWithoutMail('givenup@example.hn')
    const { ctx } = world.puente
    const hold = holdAnswers('givenup')
    const stalled = mailCustomer(ctx, task)
    await eventually(async () => mailsTo('givenup@example.hn').length === 1)
    await mailCustomer(ctx, task)
    expect(await mailRows(world, task.orderId)).toMatchObject([{ state: 'unknown' }])
    hold.release()
    await stalled
    await mailCustomer(ctx, task)
    expect(await mailRows(world, task.orderId)).toMatchObject([{ state: 'sent' }])
    expect(mailsTo('givenup@example.hn')).toHaveLength(1)
    const order = await getOrder(ctx.db.query, task.orderId)
    expect(await merchant.alertsOf(order.external_id)).toEqual([])
  })
})

/** The mail of a paid order that no task sends. */
const taskWithoutMail = async (email: string): Promise<CustomerMail> => {
  await setPolicy(world, { customer_mails: { orders: 'none' } })
  const { order } = await paidAtPuente(world, { email })
  await setPolicy(world, {})
  return {
    mailId: `msg_${email}`,
    storeId: order.store_id,
    orderId: order.id,
    paymentId: (await getOrder(world.puente.ctx.db.query, order.id)).current_payment_id,
    kind: 'receipt',
    amountMinor: null,
  }
}

const holdAnswers = (start: string) => {
  let release = () => {}
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  mail.rules.beforeAnswer = ({ to }) =>
    to[0]?.startsWith(start) ? held : Promise.resolve(undefined)
  return {
    release: () => {
      mail.rules.beforeAnswer = undefined
      release()
    },
  }
}

/** Pays an order without waiting for its mail. */
const payWithoutMail = async (email: string): Promise<void> => {
  const made = await orderMadeAtPuente(world, TEST_STORE, { customer: { email } })
  await world.pay(made.checkoutUrl)
  await merchant.readWhen(made.order.external_id, (now) => now.order.status === 'paid')
}
