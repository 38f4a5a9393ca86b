import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { eventOf, paymentAtGateway } from '../../support/gateway-events.ts'
import { send } from '../../support/merchant.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import type { Json } from '../../support/world.ts'
import { usePacked } from '../packed.ts'
import { customersOf, TOTAL } from './customers.ts'
import { startMedusaShop } from './medusa-shop.ts'
import { startPuenteProxy } from './puente-proxy.ts'

const REFUND = /^POST .*\/refunds$/
const ANY = /./
const BOOKS = ['capture', 'refund']

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const proxy = useStarted(() => startPuenteProxy(world.url))
const shop = useStarted(() =>
  startMedusaShop(
    world,
    { node: node.tarball, medusa: provider.tarball },
    { PUENTE_URL: proxy.url },
  ),
)
const { placedOrder, paidOrder, atPuente, refundsOf, transactionsOf, allTold, deliver } =
  customersOf(world, shop)

/** Opens a page of the gateway for another amount of an order. */
const pageFor = async ({ id }: Json, amount: string): Promise<string> => {
  const order = { id, amount, currency: 'HNL' }
  return (await world.api('POST', '/v1/checkouts', { order })).body.payment.checkout_url
}

/** An order whose customer pays at an older page of the gateway too. */
const paidTwice = async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const older = await pageFor(session, '340.00')
  await world.pay(await pageFor(session, TOTAL))
  const order = await placedOrder(cart.id)
  await world.pay(older)
  const charges = async () =>
    (await atPuente(session.id)).payments.filter(({ paid_at }: Json) => paid_at !== null)
  await expect.poll(charges).toHaveLength(2)
  const payment = order.payment_collections[0].payments[0]
  const second = (await charges()).find(({ id }: Json) => id !== payment.data.payment_id)
  return { cart, session, payment, second }
}

afterEach(() => proxy.mend())

const settledOrder = async () => {
  const paid = await paidOrder()
  await world.control('/sandbox/settle', {})
  return paid
}

const refundsAtPuente = async (sessionId: string): Promise<Json[]> =>
  (await atPuente(sessionId)).refunds

/** Refunds as a person in Puente's dashboard does. */
const refundAtPuente = async (sessionId: string, refund: object): Promise<void> => {
  const headers = { 'idempotency-key': `dashboard-${sessionId}` }
  const path = `/v1/orders/${sessionId}/refunds`
  const { status } = await world.api('POST', path, refund, headers)
  expect(status).toBeLessThan(300)
}

/** Refunds a part as a person in the gateway's portal does. */
const refundInPortal = async (sessionId: string, amount: number): Promise<void> => {
  const { payment } = await atPuente(sessionId)
  await world.control('/sandbox/portal/refund', {
    transaction_id: payment.transaction_id,
    amount,
  })
}

/** Ends the time in which Medusa can still be asking for the refunds of a payment. */
const letTimePass = async ({ id }: Json): Promise<void> => {
  await shop.rows(
    `UPDATE refund SET created_at = now() - interval '2 minutes' WHERE payment_id = '${id}'`,
  )
}

const amountsOf = async (orderId: string): Promise<string[]> =>
  (await transactionsOf(orderId)).map(({ amount }) => amount)

const referencesOf = async (orderId: string): Promise<string[]> =>
  (await transactionsOf(orderId)).map(({ reference }) => reference)

/** Makes Puente repeat its last notification of an order. */
const repeatLast = async (sessionId: string): Promise<void> => {
  const { body } = await world.api('GET', `/v1/notifications?order_id=${sessionId}`)
  await world.api('POST', `/v1/notifications/${body.data[0].id}/resend`)
}

/** Empty without a note: Medusa drops metadata that are empty. */
const noteOf = async (orderId: string): Promise<string> =>
  (await shop.admin('GET', `/orders/${orderId}`)).order.metadata?.puente ?? ''

it('a refund whose answer is lost is found at Puente, and moves money once', async () => {
  const { cart, session, order, payment } = await settledOrder()

  proxy.loseAnswers(REFUND)
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })

  await allTold(session.id)
  expect(await refundsAtPuente(session.id)).toHaveLength(1)
  expect(await refundsOf(cart.id)).toHaveLength(1)
  expect(await referencesOf(order.id)).toEqual(BOOKS)
})

it('a refund of which Puente tells nothing more appears in the order without a repetition', async () => {
  const { cart, session, order, payment } = await settledOrder()
  const refunding = shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  proxy.loseAnswers(REFUND)
  refunding.catch(() => undefined)
  await expect.poll(() => refundsAtPuente(session.id), { interval: 20 }).toHaveLength(1)
  proxy.loseRequests(ANY)

  await expect(refunding).rejects.toThrow(/may have been made. Reload the order/)

  proxy.mend()
  await expect.poll(() => refundsOf(cart.id), { timeout: 120_000 }).toHaveLength(1)
  await allTold(session.id)
  expect(await refundsAtPuente(session.id)).toHaveLength(1)
  expect(await referencesOf(order.id)).toEqual(BOOKS)
})

it('a refund of the portal that Medusa did not hear of is adopted by one of the same amount', async () => {
  const { cart, session, order, payment } = await settledOrder()
  await world.api('PATCH', '/v1/store', { notify_url: null })
  await refundInPortal(session.id, 20)
  await expect.poll(() => refundsAtPuente(session.id)).toHaveLength(1)
  await world.api('PATCH', '/v1/store', { notify_url: shop.notifyUrl })

  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 20 })

  expect(await refundsAtPuente(session.id)).toHaveLength(1)
  expect(await refundsOf(cart.id)).toHaveLength(1)
  expect(await referencesOf(order.id)).toEqual(BOOKS)
})

it('a refund of the customer’s second payment at Puente is none of the first in Medusa', async () => {
  const { cart, session, payment, second } = await paidTwice()
  await world.control('/sandbox/settle', {})
  await refundAtPuente(session.id, { amount: '10.00', payment_id: second.id })
  await allTold(session.id)

  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10 })

  const refunds = await refundsAtPuente(session.id)
  expect(refunds.map(({ payment_id }) => payment_id).toSorted()).toEqual(
    [second.id, payment.data.payment_id].toSorted(),
  )
  expect(await refundsOf(cart.id)).toHaveLength(1)
})

it('a refund that Puente cancelled and the portal makes again is one refund in Medusa', async () => {
  const { cart, session, order, payment } = await paidOrder()
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 20 })
  const [waiting] = await refundsAtPuente(session.id)
  await world.api('POST', `/v1/orders/${session.id}/refunds/${waiting.id}/cancel`)
  await world.control('/sandbox/settle', {})

  await refundInPortal(session.id, 20)

  await expect.poll(() => refundsAtPuente(session.id)).toHaveLength(2)
  await allTold(session.id)
  expect(await refundsOf(cart.id)).toHaveLength(1)
  expect(await referencesOf(order.id)).toEqual(BOOKS)
  expect(await noteOf(order.id)).toBe('')
})

/** Kills Medusa after Puente made the refund of 10.50 that it asks for, and starts it again. */
const killedWhileItRefunds = async () => {
  const paid = await settledOrder()
  const { session, order, payment } = paid
  proxy.holdAnswers(REFUND)
  const refunding = shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  refunding.catch(() => undefined)
  await expect.poll(() => refundsAtPuente(session.id), { interval: 20 }).toHaveLength(1)
  await shop.kill()
  proxy.mend()
  const rows = await shop.rows(`SELECT id FROM refund WHERE payment_id = '${payment.id}'`)
  expect(rows).toHaveLength(1)
  expect(await referencesOf(order.id)).toEqual(['capture'])
  await shop.start()
  return paid
}

it('Medusa is killed while it refunds: the refund is booked once after its start', async () => {
  const { cart, session, order, payment } = await killedWhileItRefunds()
  await letTimePass(payment)
  await repeatLast(session.id)

  await expect.poll(() => referencesOf(order.id), { timeout: 120_000 }).toEqual(BOOKS)
  await allTold(session.id)
  expect(await refundsOf(cart.id)).toEqual([expect.objectContaining({ amount: 10.5 })])
  expect(await refundsAtPuente(session.id)).toHaveLength(1)
  const [placed] = await shop.ordersOfCart(cart.id)
  expect(placed.summary.pending_difference).toBeCloseTo(0)
})

it('a refund that a later one booked at its own amount after a crash gets its amount back', async () => {
  const { cart, session, order, payment } = await killedWhileItRefunds()
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 20 })
  expect(await amountsOf(order.id)).toEqual(['333.4885', '-20', '-20'])
  await letTimePass(payment)
  await repeatLast(session.id)

  const sorted = async () => (await amountsOf(order.id)).toSorted()
  await expect.poll(sorted, { timeout: 120_000 }).toEqual(['-10.5', '-20', '333.4885'])
  await allTold(session.id)
  expect(await refundsOf(cart.id)).toHaveLength(2)
  const [placed] = await shop.ordersOfCart(cart.id)
  expect(placed.summary.pending_difference).toBeCloseTo(0)
})

it('an order that Medusa cancels without its refund says so, until Puente has refunded', async () => {
  const { cart, session, order } = await settledOrder()
  proxy.loseRequests(REFUND)

  await shop.admin('POST', `/orders/${order.id}/cancel`, {})

  await expect.poll(() => noteOf(order.id)).toMatch(/^Cancelled in Medusa, and still paid/)
  proxy.mend()
  await refundAtPuente(session.id, {})
  await expect.poll(() => refundsOf(cart.id)).toHaveLength(1)
  await expect.poll(() => noteOf(order.id)).toBe('')
  await allTold(session.id)
  expect(await refundsAtPuente(session.id)).toEqual([expect.objectContaining({ amount: TOTAL })])
})

/** An order whose customer paid the gateway's service fee, too. */
const orderWithFee = async () => {
  const setFee = (service_fee: boolean) =>
    world.api('PATCH', '/v1/store', { policy: { service_fee } })
  await setFee(true)
  const paid = await paidOrder()
  await setFee(false)
  const { payment: charge } = await atPuente(paid.session.id)
  expect(Number(charge.total)).toBeGreaterThan(Number(TOTAL))
  return { ...paid, charge }
}

it('a full refund in Medusa gives the service fee back, too', async () => {
  const { cart, session, order, payment, charge } = await orderWithFee()

  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 333.49 })

  await allTold(session.id)
  expect(await refundsAtPuente(session.id)).toMatchObject([{ kind: 'void', amount: charge.total }])
  expect(await refundsOf(cart.id)).toMatchObject([{ amount: 333.49 }])
  expect(await referencesOf(order.id)).toEqual(BOOKS)
  expect(await noteOf(order.id)).toBe('')
})

it('a void of the portal with the service fee is a full refund in Medusa', async () => {
  const { cart, session, order, charge } = await orderWithFee()

  await world.control('/sandbox/portal/void', { transaction_id: charge.transaction_id })

  await expect.poll(() => refundsOf(cart.id)).toHaveLength(1)
  await allTold(session.id)
  const note = `Voided at Puente (${charge.total} with fee and tip)`
  expect(await refundsOf(cart.id)).toMatchObject([{ amount: 333.49, note }])
  expect(await referencesOf(order.id)).toEqual(BOOKS)
  expect(await noteOf(order.id)).toBe('')
})

it('an order with a service fee that Medusa cancels is refunded in full, once', async () => {
  const { cart, session, order, charge } = await orderWithFee()

  await shop.admin('POST', `/orders/${order.id}/cancel`, {})

  await allTold(session.id)
  expect(await refundsAtPuente(session.id)).toMatchObject([{ kind: 'void', amount: charge.total }])
  expect(await refundsOf(cart.id)).toHaveLength(1)
  expect(await noteOf(order.id)).toBe('')
})

it('a refund of the fee, for which Medusa has nothing left, is noted in the order', async () => {
  const { cart, session, order, payment, charge } = await orderWithFee()
  await world.control('/sandbox/settle', {})
  for (const amount of [10.5, 322.99]) {
    await shop.admin('POST', `/payments/${payment.id}/refund`, { amount })
    await allTold(session.id)
  }

  const rest = (Number(charge.total) - 333.49).toFixed(2)
  await refundInPortal(session.id, Number(rest))

  const expected = new RegExp(`^Puente refunded ${rest} .*which Medusa's books lack`)
  await expect.poll(() => noteOf(order.id)).toMatch(expected)
  expect((await refundsOf(cart.id)).map(({ amount }) => amount)).toEqual([10.5, 322.99])
})

it('the payment in Medusa is the one that was paid first, though its event came later', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const { payment: first } = await atPuente(session.id)
  const late = await paymentAtGateway(world, first.gateway_payment_id)
  await world.control('/sandbox/portal/disable', { payment_id: late.id })
  await world.api('GET', `/v1/orders/${session.id}?ask=1`)
  const status = async () => (await atPuente(session.id)).order.status
  await expect.poll(status).toBe('payment_expired')
  await world.pay(await pageFor(session, TOTAL))
  const order = await placedOrder(cart.id)
  const payment = order.payment_collections[0].payments[0]
  const second = payment.data.payment_id
  expect(second).not.toBe(first.id)

  const transaction_id = randomUUID()
  await send(world, eventOf(late, 'approved', { paid_at: '2026-05-04 11:00:00', transaction_id }))

  const dataOf = async () =>
    (await shop.rows(`SELECT data FROM payment WHERE id = '${payment.id}'`))[0].data
  await expect.poll(dataOf).toMatchObject({ payment_id: first.id, transaction_id })
  const note = `The customer paid twice: refund HNL ${TOTAL} (${second})`
  await expect.poll(() => noteOf(order.id)).toContain(note)
  await refundAtPuente(session.id, { payment_id: second })
  await expect.poll(() => noteOf(order.id)).toBe('')
  await allTold(session.id)
  expect(await refundsOf(cart.id)).toEqual([])
})

it('a refund of the portal waits for one that Medusa asks for, and each has its own amount', async () => {
  const { cart, session, order, payment } = await settledOrder()
  proxy.holdAnswers(/^GET /)
  const refunding = shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  const ofPayment = `refund WHERE payment_id = '${payment.id}'`
  await expect.poll(() => shop.rows(`SELECT id FROM ${ofPayment}`)).toHaveLength(1)

  await refundInPortal(session.id, 20)
  await expect.poll(() => refundsAtPuente(session.id)).toHaveLength(1)
  proxy.mend()
  await refunding

  await expect.poll(() => refundsOf(cart.id)).toHaveLength(2)
  await allTold(session.id)
  expect((await amountsOf(order.id)).toSorted()).toEqual(['-10.5', '-20', '333.4885'])
})

it('a refund of an order with an open edit is recorded once, after the edit has ended', async () => {
  const { cart, session, order, payment } = await settledOrder()
  await shop.admin('POST', '/order-edits', { order_id: order.id })
  const refunding = shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  await expect(refunding).rejects.toThrow(/existing active order change/)
  const isMade = async () => (await refundsAtPuente(session.id))[0]?.state === 'succeeded'
  await expect.poll(isMade).toBe(true)
  await letTimePass(payment)
  const before = await refundsOf(cart.id)

  expect(await deliver(await atPuente(session.id))).toBe(409)
  expect(await refundsOf(cart.id)).toEqual(before)
  await shop.admin('DELETE', `/order-edits/${order.id}`)
  expect(await deliver(await atPuente(session.id))).toBe(204)

  expect(await refundsOf(cart.id)).toMatchObject([{ amount: 10.5 }])
  expect(await referencesOf(order.id)).toEqual(BOOKS)
  expect(await refundsAtPuente(session.id)).toHaveLength(1)
  const [placed] = await shop.ordersOfCart(cart.id)
  expect(placed.summary.pending_difference).toBeCloseTo(0)
})

it('a void of the portal takes the place of a partial refund that waits', async () => {
  const { cart, session, order, payment } = await paidOrder()
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 20 })
  const { payment: charge } = await atPuente(session.id)

  await world.control('/sandbox/portal/void', { transaction_id: charge.transaction_id })

  await expect.poll(() => refundsOf(cart.id)).toHaveLength(2)
  await allTold(session.id)
  const rest = (await refundsOf(cart.id)).find(({ amount }) => amount !== 20)
  expect(rest).toMatchObject({ amount: 313.49, note: 'Voided at Puente' })
  expect(await noteOf(order.id)).toBe('')
})

it('two refunds in Medusa that became one at Puente are noted until the other is made', async () => {
  const { cart, session, order, payment } = await settledOrder()
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  await allTold(session.id)
  await shop.rows(
    `INSERT INTO refund (id, amount, raw_amount, payment_id, metadata)
     SELECT id || '2', amount, raw_amount, payment_id, metadata FROM refund
     WHERE payment_id = '${payment.id}'`,
  )
  await letTimePass(payment)

  await expect
    .poll(() => noteOf(order.id), { timeout: 150_000, interval: 1_000 })
    .toMatch(/^Medusa has two refunds of 10\.50 for one at Puente/)
  await refundInPortal(session.id, 10.5)

  await expect.poll(() => noteOf(order.id)).toBe('')
  expect(await refundsOf(cart.id)).toHaveLength(2)
})

it('Medusa is killed before it requests a refund: the order says that Puente has none', async () => {
  const { cart, session, order, payment } = await settledOrder()
  const ofPayment = `refund WHERE payment_id = '${payment.id}'`
  proxy.holdAnswers(/^GET /)
  shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 }).catch(() => undefined)
  await expect.poll(() => shop.rows(`SELECT id FROM ${ofPayment}`)).toHaveLength(1)
  await shop.kill()
  proxy.mend()

  await shop.start()
  await letTimePass(payment)

  const note = /^Puente has no refund of 10\.50/
  await expect.poll(() => noteOf(order.id), { timeout: 150_000, interval: 1_000 }).toMatch(note)
  expect(await refundsAtPuente(session.id)).toEqual([])

  // Another refund books itself alone.
  await refundInPortal(session.id, 20)
  await expect.poll(() => refundsOf(cart.id)).toHaveLength(2)
  await allTold(session.id)
  expect(await amountsOf(order.id)).toEqual(['333.4885', '-20'])
  expect(await noteOf(order.id)).toMatch(note)
})
