import { describe, expect, it } from 'vitest'
import { pass } from '../../support/merchant.ts'
import { connectTestStore, eventually, type Json, WEBHOOK_SECRET } from '../../support/world.ts'
import { CARDS, pathOf, useCardPage } from './use-card-page.ts'

const {
  world,
  newId,
  checkout,
  read,
  visit,
  leadsTo,
  payBy,
  opened,
  tasksOf,
  taskFailures,
  paidAtGateway,
  notificationsOf,
  orderOf,
  proxy,
  webhooksAreLost,
} = useCardPage()

describe('the payment deadline', () => {
  const isOver = async (id: string) => {
    await eventually(async () => notificationsOf(id).length > 0)
    return (await read(id)).order.status
  }

  it('an order that misses its payment deadline notifies the store once, and again when a new checkout is not paid either', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    await pass(world, 301)
    expect(await isOver(id)).toBe('payment_expired')
    expect(notificationsOf(id)).toMatchObject([
      { type: 'order.payment_expired', order: { status: 'payment_expired' }, payment: null },
    ])
    expect((await visit(payUrl)).status).toBe(410)

    const again = await checkout(id, { expires_in_minutes: 5 })
    expect(again).toMatchObject({ status: 201, body: { order: { status: 'awaiting_payment' } } })
    await pass(world, 301)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(new Set(notificationsOf(id).map((message) => message.id)).size).toBe(2)
    expect((await checkout(id, { mode: 'hosted' })).body.order.status).toBe('awaiting_payment')
  })

  it('an order that expires after declined cards notifies the store with the last decline', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    await payBy(payUrl, CARDS.noFunds)
    await eventually(async () => notificationsOf(id).length === 1)
    await pass(world, 301)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(notificationsOf(id)[1]).toMatchObject({
      type: 'order.payment_expired',
      payment: { state: 'declined' },
    })
  })

  it('an order with an extended payment deadline ends at the later time', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    await checkout(id, { expires_in_minutes: 20 })
    await pass(world, 301)
    await eventually(async () => (await tasksOf(id)).includes('end-time-to-pay:done'))
    expect((await read(id)).order.status).toBe('awaiting_payment')
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
    await pass(world, 900)
    expect(await isOver(id)).toBe('payment_expired')
  })

  it('a paid or cancelled order does not change at its payment deadline', async () => {
    const [paid, cancelled] = [
      await opened({ expires_in_minutes: 5 }),
      await opened({ expires_in_minutes: 5 }),
    ]
    await payBy(paid.payUrl)
    await world.api('POST', `/v1/orders/${cancelled.id}/cancel`)
    await pass(world, 301)
    for (const { id } of [paid, cancelled]) {
      await eventually(async () => (await tasksOf(id)).includes('end-time-to-pay:done'))
    }
    expect((await read(paid.id)).order.status).toBe('paid')
    expect((await read(cancelled.id)).order.status).toBe('cancelled')
    expect(notificationsOf(cancelled.id)).toEqual([])
  })

  it('a missed payment deadline closes the page, and a new checkout opens it again', async () => {
    const { id, payUrl } = await opened({ expires_in_minutes: 5 })
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
    await pass(world, 301)
    for (const url of [payUrl, `${payUrl}/card`]) expect((await visit(url)).status).toBe(410)
    expect(await payBy(payUrl)).toMatchObject({ status: 410, body: { next: 'leave' } })
    expect(await paidAtGateway(id)).toBe(0)

    expect((await checkout(id, { expires_in_minutes: 5 })).status).toBe(201)
    expect((await visit(`${payUrl}/card`)).status).toBe(200)
  })

  it('an order does not expire while its customer is at the bank', async () => {
    const { id, payUrl, link } = await opened({ expires_in_minutes: 5 })
    const { body } = await payBy(payUrl, CARDS.challenge)
    await pass(world, 301)
    expect(await leadsTo(`${payUrl}/card`)).toEqual({ status: 303, location: `${link}/return` })
    expect(await (await visit(`${payUrl}/return`)).text()).toContain('confirmando')
    await eventually(async () => (await taskFailures(id)).includes('a charge is under way'))
    const transactionId = pathOf(body.url).split('/').at(-1) ?? ''
    await world.control(`/sandbox/challenges/${transactionId}`, { outcome: 'authenticated' })
    await eventually(async () => (await read(id)).order.status === 'paid')
    expect(notificationsOf(id).map(({ type }) => type)).not.toContain('order.payment_expired')
  })

  it('an expired order is paid when an older checkout of it is paid', async () => {
    const id = newId()
    const hosted = await checkout(id, { mode: 'hosted' })
    await checkout(id, { expires_in_minutes: 5 })
    await pass(world, 301)
    expect(await isOver(id)).toBe('payment_expired')
    await world.pay(hosted.body.payment.checkout_url)
    await eventually(async () => notificationsOf(id).length === 2)
    expect(notificationsOf(id)[1]).toMatchObject({
      type: 'order.paid',
      order: { status: 'paid', conflict: null },
    })
  })

  it('an order whose older checkout was paid in time is paid at its deadline, though the event is lost', async () => {
    const id = newId()
    const hosted = await checkout(id, { mode: 'hosted' })
    await checkout(id, { expires_in_minutes: 5 })
    await webhooksAreLost(1)
    await world.pay(hosted.body.payment.checkout_url)
    await webhooksAreLost(0)
    await pass(world, 301)
    await eventually(async () => (await tasksOf(id)).includes('end-time-to-pay:done'))
    expect(notificationsOf(id).map(({ type }) => type)).toEqual(['order.paid'])
  })

  it('an order whose gateway key is refused at its deadline expires once the key works', async () => {
    const id = newId()
    await checkout(id, { mode: 'hosted' })
    await checkout(id, { expires_in_minutes: 5 })
    proxy.always({ kind: 'answer', status: 401, body: '{}' })
    await pass(world, 301)
    await eventually(async () => (await taskFailures(id)).includes('gateway: unauthorized'))
    proxy.calm()
    expect(await tasksOf(id)).not.toContain('end-time-to-pay:dead')
    await pass(world, 901)
    expect(await isOver(id)).toBe('payment_expired')
  })

  it('an order to be cancelled at its deadline waits for the older checkout that its customer may still pay', async () => {
    const apiKey = await connectTestStore(world.puente, {
      id: 'puntual',
      notifyUrl: world.shop.url,
      policy: { checkout_mode: 'card_page', on_expiry: 'cancel' },
    })
    await world.control('/sandbox/endpoints', {
      environment: 'test',
      url: `${world.url}/webhooks/gateway/puntual`,
      secret: WEBHOOK_SECRET,
    })
    const asShop = { authorization: `Bearer ${apiKey}` }
    const open = async (id: string, more: Json) =>
      (await world.api('POST', '/v1/checkouts', { order: orderOf(id), ...more }, asShop)).body
    const [paid, left] = [newId(), newId()]
    const older = { mode: 'hosted', expires_in_minutes: 20 }
    const { payment } = await open(paid, older)
    await open(left, older)
    for (const id of [paid, left]) await open(id, { expires_in_minutes: 5 })

    await pass(world, 301)
    const endings = (id: string) => notificationsOf(id).map(({ type }) => type)
    for (const id of [paid, left]) {
      await eventually(async () => endings(id).length > 0)
      expect(endings(id)).toEqual(['order.payment_expired'])
    }
    await world.pay(payment.checkout_url)
    await eventually(async () => endings(paid).includes('order.paid'))
    expect(endings(paid)).toEqual(['order.payment_expired', 'order.paid'])
    await eventually(async () => {
      await pass(world, 300)
      return endings(left).includes('order.cancelled')
    })
  })

  it('the expiry of a hosted checkout does not close the card page', async () => {
    const id = newId()
    const hosted = await checkout(id, { mode: 'hosted', expires_in_minutes: 5 })
    await pass(world, 600)
    await eventually(async () => (await read(id)).order.status === 'payment_expired')
    expect((await checkout(id)).body.order.status).toBe('awaiting_payment')
    expect((await payBy(hosted.body.pay_url)).status).toBe(200)
  })
})
