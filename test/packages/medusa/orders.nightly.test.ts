import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { connectTestStore, type Json } from '../../support/world.ts'
import { output, usePacked } from '../packed.ts'
import { customersOf, TOTAL } from './customers.ts'
import { startMedusaShop } from './medusa-shop.ts'

const TSC = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

const node = usePacked('node')
const provider = usePacked('medusa')
const world = useWorld()
const shop = useStarted(() =>
  startMedusaShop(world, { node: node.tarball, medusa: provider.tarball }),
)

const {
  pay,
  placedOrder,
  paidOrder,
  unheardPayment,
  atPuente,
  refundsOf,
  transactionsOf,
  allTold,
  deliver,
} = customersOf(world, shop)

it('a customer who never returns has one order, captured once', async () => {
  const { session, order, payment } = await paidOrder()

  expect(order.summary).toMatchObject({ pending_difference: 0 })
  expect(payment).toMatchObject({ data: { id: session.id, amount: TOTAL, currency: 'HNL' } })
  expect(await transactionsOf(order.id)).toEqual([{ reference: 'capture', amount: '333.4885' }])
})

it('the return of the customer and the notification together place one order', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)

  const [, first] = await Promise.all([pay(session), shop.complete(cart.id)])
  const second = await shop.complete(cart.id)

  const order = await placedOrder(cart.id)
  expect(second.body).toMatchObject({ type: 'order', order: { id: order.id } })
  expect([200, 400]).toContain(first.status)
  await allTold(session.id)
  expect(await shop.ordersOfCart(cart.id)).toHaveLength(1)
  expect(await transactionsOf(order.id)).toHaveLength(1)
})

it('a storefront that completes an unpaid cart gets no order, and the customer can still pay', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id, { payment_id: 'pay_1', amount: '0.01' })

  const { body } = await shop.complete(cart.id)

  expect(body.type).not.toBe('order')
  expect(await shop.ordersOfCart(cart.id)).toEqual([])
  await pay(session)
  await placedOrder(cart.id)
})

it('a notification with a wrong signature is refused, and changes nothing', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const forged = {
    type: 'order.paid',
    timestamp: new Date().toISOString(),
    data: {
      order: { id: session.id, status: 'paid', conflict: null, effective_payment_id: 'pay_1' },
      payments: [{ id: 'pay_1', amount: TOTAL, currency: 'HNL', transaction_id: null }],
      refunds: [],
    },
  }

  const answer = await fetch(shop.notifyUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: JSON.stringify(forged),
  })

  expect(answer.status).toBe(400)
  expect(await shop.ordersOfCart(cart.id)).toEqual([])
})

it('the address of another provider is not found', async () => {
  const address = shop.notifyUrl.replace(/puente$/, 'system_default')

  const answer = await fetch(address, { method: 'POST', body: '{}' })

  expect(answer.status).toBe(404)
})

it('the address of a provider that the configuration no longer has is not found', async () => {
  await shop.rows(`INSERT INTO payment_provider (id, is_enabled) VALUES ('pp_puente_old', true)`)

  const answer = await fetch(`${shop.notifyUrl}_old`, { method: 'POST', body: '{}' })

  expect(answer.status).toBe(404)
})

it('a session whose creation a crash cut off is over unless its customer paid', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const unpaid = await atPuente(session.id)
  await shop.rows(`UPDATE payment_session SET data = '{}' WHERE id = '${session.id}'`)
  const [payment] = unpaid.payments
  const order = { ...unpaid.order, status: 'paid', effective_payment_id: payment.id }
  const paid = { ...unpaid, order, payments: [{ ...payment, state: 'paid' }] }

  expect([await deliver(unpaid), await deliver(paid)]).toEqual([204, 409])
})

it('a payment without a session in Medusa asks for a refund until it is refunded', async () => {
  const seen = await atPuente((await paidOrder()).session.id)
  const refunded = { ...seen.order, id: 'payses_refunded', status: 'refunded' }
  const paid = { ...seen.order, id: 'payses_paid' }

  expect(await deliver({ ...seen, order: refunded })).toBe(204)
  expect(await deliver({ ...seen, order: paid })).toBe(204)

  expect(shop.log()).toContain('The customer paid payses_paid, and Medusa has no such')
  expect(shop.log()).not.toContain('payses_refunded')
})

it('a notification that Medusa cannot apply is repeated, and the log names its order', async () => {
  const { session } = await paidOrder()
  const seen = await atPuente(session.id)
  const rename = (from: string, to: string) => shop.rows(`ALTER TABLE ${from} RENAME TO ${to}`)

  await rename('order_payment_collection', 'elsewhere')
  const failed = await deliver(seen)
  await rename('elsewhere', 'order_payment_collection')

  expect([failed, await deliver(seen)]).toEqual([503, 204])
  expect(shop.log()).toContain(`Puente: ${session.id}: `)
})

it('a notification that a newer one overtook changes no note', async () => {
  const { session, order } = await paidOrder()
  await allTold(session.id)
  const paid = await atPuente(session.id)
  const denied = { ...paid, order: { ...paid.order, conflict: 'not_paid_at_gateway' } }
  const note = async () => (await shop.admin('GET', `/orders/${order.id}`)).order.metadata?.puente
  // Later than Puente's own: the tests move its clock.
  const [first, second, third, last] = [1, 2, 3, 4].map((day) => new Date(Date.UTC(2100, 0, day)))

  await deliver(paid, second)
  await deliver(denied, first)
  expect(await note()).toBeFalsy()
  await deliver(denied, third)
  await deliver(paid, second)
  expect(await note()).toMatch(/^The gateway denies the payment/)
  await deliver(paid, last)
  expect(await note()).toBeFalsy()
})

it('a repeated notification changes nothing', async () => {
  const { cart, session, order } = await paidOrder()
  await allTold(session.id)
  const { body } = await world.api('GET', `/v1/notifications?order_id=${session.id}`)

  for (const { id } of body.data) await world.api('POST', `/v1/notifications/${id}/resend`)
  await allTold(session.id)

  expect(await shop.ordersOfCart(cart.id)).toHaveLength(1)
  expect(await transactionsOf(order.id)).toHaveLength(1)
})

it('a full refund in Medusa voids the charge, once', async () => {
  const { cart, session, order, payment } = await paidOrder()

  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 333.49 })
  await allTold(session.id)

  const { refunds } = await atPuente(session.id)
  expect(refunds).toEqual([
    expect.objectContaining({ kind: 'void', amount: TOTAL, state: 'succeeded' }),
  ])
  expect(await refundsOf(cart.id)).toHaveLength(1)
  expect((await transactionsOf(order.id)).map(({ reference }) => reference)).toEqual([
    'capture',
    'refund',
  ])
})

it('partial refunds in Medusa move each amount once', async () => {
  const { cart, session, payment } = await paidOrder()
  await world.control('/sandbox/settle', {})

  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  await allTold(session.id)
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 10.5 })
  await allTold(session.id)

  const { refunds } = await atPuente(session.id)
  expect(refunds.map(({ amount }: Json) => amount)).toEqual(['10.50', '10.50'])
  expect((await refundsOf(cart.id)).map(({ amount }) => amount)).toEqual([10.5, 10.5])
})

it('a void in the portal of the gateway arrives in Medusa, once', async () => {
  const { cart, session, order } = await paidOrder()
  const { payment } = await atPuente(session.id)

  await world.control('/sandbox/portal/void', { transaction_id: payment.transaction_id })

  await expect.poll(() => refundsOf(cart.id)).toHaveLength(1)
  await allTold(session.id)
  expect(await refundsOf(cart.id)).toEqual([expect.objectContaining({ amount: 333.49 })])
  expect(await transactionsOf(order.id)).toHaveLength(2)
  expect((await atPuente(session.id)).refunds).toHaveLength(1)
})

it('a refund of the portal arrives in Medusa once, and a later refund moves its own amount', async () => {
  const { cart, session, payment } = await paidOrder()
  await world.control('/sandbox/settle', {})
  const { payment: charge } = await atPuente(session.id)

  await world.control('/sandbox/portal/refund', {
    transaction_id: charge.transaction_id,
    amount: 20,
  })

  await expect.poll(() => refundsOf(cart.id)).toHaveLength(1)
  await allTold(session.id)
  expect((await refundsOf(cart.id))[0]).toMatchObject({ amount: 20 })
  await shop.admin('POST', `/payments/${payment.id}/refund`, { amount: 5 })
  await allTold(session.id)
  expect((await atPuente(session.id)).refunds.map(({ amount }: Json) => amount)).toEqual([
    '20.00',
    '5.00',
  ])
})

it('a cart that changes after its payment page was opened closes the page', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)

  await shop.store('POST', `/carts/${cart.id}/line-items`, {
    variant_id: shop.seed.variant,
    quantity: 1,
  })

  expect((await atPuente(session.id)).order.status).toBe('cancelled')
  const next = await shop.paymentSession(cart.id)
  await pay(next)
  await placedOrder(cart.id)
})

it('a customer who paid twice has one order, whose metadata name the second charge', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const payableAt = async (amount: string): Promise<string> => {
    const order = { id: session.id, amount, currency: 'HNL' }
    return (await world.api('POST', '/v1/checkouts', { order })).body.payment.checkout_url
  }
  const surplus = await payableAt('340.00')
  await world.pay(await payableAt(TOTAL))
  const order = await placedOrder(cart.id)

  await world.pay(surplus)

  const note = async () => (await shop.admin('GET', `/orders/${order.id}`)).order.metadata?.puente
  await expect.poll(note).toMatch(/^The customer paid twice: refund HNL 340\.00/)
  expect(await shop.ordersOfCart(cart.id)).toHaveLength(1)
  expect(await transactionsOf(order.id)).toHaveLength(1)
})

it('a cart that its customer has paid does not change, and its order is placed', async () => {
  const cart = await shop.cart()
  const session = await unheardPayment(cart)
  const item = { variant_id: shop.seed.variant, quantity: 1 }

  await expect(shop.store('POST', `/carts/${cart.id}/line-items`, item)).rejects.toThrow()
  await shop.complete(cart.id)
  expect(await deliver(await atPuente(session.id))).toBe(204)

  expect(await placedOrder(cart.id)).toMatchObject({ total: 333.4885 })
  expect((await atPuente(session.id)).order.status).toBe('paid')
})

it('a paid cart whose change Medusa refused is placed as soon as its items are in stock', async () => {
  const cart = await shop.cart()
  const session = await unheardPayment(cart)
  const item = { variant_id: shop.seed.variant, quantity: 1 }
  await expect(shop.store('POST', `/carts/${cart.id}/line-items`, item)).rejects.toThrow()
  await shop.complete(cart.id)
  const [{ stocked }] = await shop.rows('SELECT stocked_quantity AS stocked FROM inventory_level')
  const stock = (quantity: string) =>
    shop.rows(
      `UPDATE inventory_level SET stocked_quantity = ${quantity},
       raw_stocked_quantity = jsonb_build_object('value', (${quantity})::text, 'precision', 20)`,
    )

  const paid = await atPuente(session.id)

  await stock('reserved_quantity')
  const refused = await deliver(paid)
  await stock(String(stocked))
  // Puente takes a shop that answers 503 for down, and holds back all its notifications.
  expect([refused, await deliver(paid)]).toEqual([409, 204])
  expect(shop.log()).toContain(`refuses to place the order of cart ${cart.id}`)

  expect(await placedOrder(cart.id)).toMatchObject({ total: 333.4885 })
})

it('a second change of an order leaves what its customer paid for the first', async () => {
  const { order } = await paidOrder()
  const owed = async (): Promise<number> => {
    const { summary } = (await shop.admin('GET', `/orders/${order.id}?fields=*summary`)).order
    return summary.pending_difference
  }
  const added = async () => {
    await shop.admin('POST', '/order-edits', { order_id: order.id })
    const items = [{ variant_id: shop.seed.variant, quantity: 1 }]
    await shop.admin('POST', `/order-edits/${order.id}/items`, { items })
    await shop.admin('POST', `/order-edits/${order.id}/request`)
    await shop.admin('POST', `/order-edits/${order.id}/confirm`)
  }
  await added()
  const first = await owed()
  const fields = '?fields=*payment_collections'
  const { payment_collections } = (await shop.admin('GET', `/orders/${order.id}${fields}`)).order
  const open = payment_collections.find(({ status }: Json) => status === 'not_paid')
  const answer = await shop.store('POST', `/payment-collections/${open.id}/payment-sessions`, {
    provider_id: 'pp_puente',
  })
  const [session] = answer.payment_collection.payment_sessions
  await added()
  const both = await owed()
  expect(both).toBeGreaterThan(first)

  await pay(session)

  await expect.poll(owed).toBeCloseTo(both - first)
  await allTold(session.id)
  expect((await atPuente(session.id)).refunds).toEqual([])
})

it('a payment of another amount than the cart costs now places no order, and the log says why', async () => {
  const cart = await shop.cart()
  const session = await unheardPayment(cart)
  await shop.rows(
    `UPDATE payment_collection SET amount = 563.48, raw_amount = '{"value": "563.48", "precision": 20}'
     WHERE id = (SELECT payment_collection_id FROM payment_session WHERE id = '${session.id}')`,
  )

  const { body } = await shop.complete(cart.id)

  expect(body.type).not.toBe('order')
  expect(await shop.ordersOfCart(cart.id)).toEqual([])
  expect(shop.log()).toContain(`The customer paid HNL ${TOTAL}, and the cart costs HNL 563.48 now`)
})

it('a cart that costs more than its customer paid is not placed, and the log says what to do', async () => {
  const cart = await shop.cart()
  const session = await unheardPayment(cart)
  await shop.rows(`UPDATE cart_line_item SET quantity = 2 WHERE cart_id = '${cart.id}'`)
  await shop.rows(
    `UPDATE payment_collection SET amount = 563.48, raw_amount = '{"value": "563.48", "precision": 20}'
     WHERE id = (SELECT payment_collection_id FROM payment_session WHERE id = '${session.id}')`,
  )

  expect(await deliver(await atPuente(session.id))).toBe(204)

  expect(await shop.ordersOfCart(cart.id)).toEqual([])
  const costs = `and cart ${cart.id} costs HNL 563.48 now. Refund the payment at Puente.`
  expect(shop.log()).toContain(`The customer paid HNL ${TOTAL} with ${session.id}, ${costs}`)
})

it('a currency that the gateway lacks is refused with the reason', async () => {
  const cart = await shop.cart({ currency: 'eur' })

  await expect(shop.paymentSession(cart.id)).rejects.toThrow(/^400 .*does not accept this currency/)
})

it('options that are missing or malformed are named', async () => {
  const program = `require('@puente/medusa').default.services[0].validateOptions({ url: 'puente', apiKey: 'x', savedCards: true })`

  const started = output(process.execPath, ['--eval', program], shop.folder)

  await expect(started).rejects.toThrow(
    /"notifySecret" is missing.*"successUrl" is missing.*"savedCards" needs the "mode" "hosted"/s,
  )
})

it('the types of the provider fit those of Medusa', async () => {
  const check = `import type { IPaymentProvider } from '@medusajs/framework/types'
import type { PuenteProvider } from '@puente/medusa'
export const asMedusa = (provider: PuenteProvider): IPaymentProvider => provider`
  writeFileSync(join(shop.folder, 'check.ts'), check)
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']

  await output(process.execPath, [TSC, ...flags, 'check.ts'], shop.folder)
})

it('Medusa starts with a wrong key, names it in the log, and the checkout says that it fails', async () => {
  const cart = await shop.cart()
  await shop.kill()
  await shop.start({ PUENTE_API_KEY: 'puente_test_unknown0000000000' })

  await expect
    .poll(() => shop.log())
    .toMatch(/payment provider puente with the API key …0000: .*key/i)
  await expect(shop.paymentSession(cart.id)).rejects.toThrow(/cannot be used right now/)

  await shop.kill()
  await shop.start()
  await pay(await shop.paymentSession(cart.id))
  await placedOrder(cart.id)
})

it('a cart that is completed with the key of another store can still be paid', async () => {
  const cart = await shop.cart()
  const session = await shop.paymentSession(cart.id)
  const other = await connectTestStore(world.puente, { id: 'another', notifyUrl: null })
  await shop.kill()
  await shop.start({ PUENTE_API_KEY: other })

  const { body } = await shop.complete(cart.id)
  await shop.kill()
  await shop.start()

  expect(body.type).not.toBe('order')
  await pay(session)
  await placedOrder(cart.id)
})

it('a Puente that is away fails the checkout with a reason to repeat it', async () => {
  const cart = await shop.cart()
  await world.puente.close()

  await expect(shop.paymentSession(cart.id)).rejects.toThrow(/500 .*cannot be used right now/)
})
