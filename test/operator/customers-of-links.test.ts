import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentLinkRow } from '../../src/db/db.ts'
import { linksOf } from '../support/links-of-world.ts'
import { callGateway, merchantOf } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { CARDS, cardOf, eventually, type Json } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('olga', { main: 'owner' })
const merchant = merchantOf(world, { prefix: 'L' })
const { linkOf, take, checkoutOf, orders } = linksOf(world)

const get = (path: string) => operator.call(owner, 'GET', `/operator/v1${path}`)
const found = async (search: string): Promise<Json[]> =>
  (await get(`/customers?${new URLSearchParams({ search })}`)).body.data
const idsOf = (rows: readonly Json[]) => rows.map(({ id }) => id)

const FIELDS = { name: 'optional', email: 'optional', phone: 'optional' } as const
const STRANGER = { name: 'Zoila Ajena', phone: '3333-4444' }

/** Submits a link's form. Returns its order, and how to pay it. */
const submit = async (link: PaymentLinkRow, answers: Readonly<Record<string, string>>) => {
  const { payUrl } = await take(link.token, answers)
  const [order] = await orders(link)
  if (!order) throw new Error('The form opened no order')
  const pay = async (): Promise<void> => {
    await world.pay(await checkoutOf(payUrl))
    await eventually(async () => (await orders(link))[0]?.status === 'paid')
    await settled(world)
  }
  return { order, pay }
}

describe("a payment link's form that names a customer of the shop", () => {
  const email = 'ana@example.com'
  let link: PaymentLinkRow
  let ana: string
  let strange: Awaited<ReturnType<typeof submit>>
  beforeAll(async () => {
    await merchant.paid({ customer: { name: 'Ana Mejía', email, phone: '9999-1234' } })
    await settled(world)
    ana = (await found(email))[0]?.id
    link = await linkOf({ fields: FIELDS })
    strange = await submit(link, { ...STRANGER, email: email.toUpperCase() })
  })

  it('it does not join her page while it is unpaid', async () => {
    const { body } = await get(`/customers/${ana}`)
    expect(body).toMatchObject({
      id: ana,
      order_count: 1,
      names: ['Ana Mejía'],
      sums: { data: [{ currency: 'HNL', orders: 1, paid: '100.00' }] },
    })
    expect(body.identifiers.map(({ value }: Json) => value)).toEqual([email, '9999-1234'])
    expect(idsOf((await get(`/orders?customer=${ana}`)).body.data)).toEqual([ana])
  })

  it('the list, the searches and the notes know her by her own orders', async () => {
    expect(idsOf((await get('/customers')).body.data)).toEqual([ana])
    expect(idsOf(await found(email))).toEqual([ana])
    for (const text of ['zoila', '3333-4444', String(strange.order.number)]) {
      expect(await found(text)).toEqual([])
    }
    const { customers } = (await get(`/search?text=${email}`)).body
    expect(customers.map((one: Json) => one.newest_order.id)).toEqual([ana])
    expect((await get('/search?text=zoila')).body.customers).toEqual([])
  })

  it('its order leads to no customer', async () => {
    const { id } = strange.order
    expect((await get(`/customers/${id}`)).status).toBe(404)
    expect((await get(`/orders?customer=${id}`)).body.data).toEqual([])
    const note = { body: { note: 'Palabra ajena' } }
    const noted = await operator.call(owner, 'PATCH', `/operator/v1/customers/${id}`, note)
    expect(noted.status).toBe(404)
  })

  it('an erasure by her e-mail address reaches it, and belongs to no other customer', async () => {
    const { body } = await get(`/customers/${ana}`)
    expect(body.identifiers[0]).toEqual({ kind: 'email', value: email, orders: 2, others: 0 })
  })

  it('an export of who gave only the same phone has no note about her', async () => {
    await operator.call(owner, 'PATCH', `/operator/v1/customers/${ana}`, {
      body: { note: 'Palabra secreta' },
    })
    const path = '/operator/v1/stores/tienda/personal-data/export'
    const body = { customer: { phone: STRANGER.phone } }
    const exported = (await operator.call(owner, 'POST', path, { body })).body
    expect([exported.orders.length, exported.notes]).toEqual([1, []])
  })

  it('it joins her page once it is paid', async () => {
    await strange.pay()
    const { body } = await get(`/customers/${ana}`)
    expect(body).toMatchObject({ id: strange.order.id, order_count: 2 })
    expect(body.names).toEqual([STRANGER.name, 'Ana Mejía'])
    expect(idsOf(await found('zoila'))).toEqual([strange.order.id])
  })
})

describe('the saved cards of a customer whom a link names', () => {
  const email = 'marta@example.com'
  let method: string
  let paid: string
  beforeAll(async () => {
    const created = await callGateway(world, 'POST', '/v1/payments', {
      amount: 1,
      external_reference: 'marta-1',
      name: 'First purchase',
      customer: { email },
    })
    await world.control('/sandbox/pay', {
      payment_id: created.id,
      card: cardOf(CARDS.approved),
      save_card: true,
    })
    const listed = await callGateway(
      world,
      'GET',
      `/v1/payment-methods?customer[email]=${encodeURIComponent(email)}`,
    )
    method = listed.data[0].id
    const link = await linkOf({ fields: FIELDS })
    const { order, pay } = await submit(link, { ...STRANGER, email })
    await pay()
    paid = order.id
  })

  const charge = (id: string) =>
    operator.call(owner, 'POST', `/operator/v1/customers/${id}/charges`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { payment_method: method, amount: '50.00', currency: 'HNL' },
    })

  it('a form that names her shows, charges and revokes none of her cards, even when it is paid', async () => {
    const cards = await get(`/customers/${paid}/saved-cards`)
    expect([cards.status, cards.body]).toEqual([200, { data: [] }])
    expect((await charge(paid)).status).toBe(404)
    const revoked = await operator.call(
      owner,
      'POST',
      `/operator/v1/customers/${paid}/saved-cards/revoke`,
      { body: { payment_method: method } },
    )
    expect(revoked.status).toBe(404)
  })

  it('a form that names her without paying leads to none of her cards', async () => {
    const { order } = await submit(await linkOf({ fields: FIELDS }), { ...STRANGER, email })
    expect((await get(`/customers/${order.id}/saved-cards`)).status).toBe(404)
    expect((await charge(order.id)).status).toBe(404)
  })

  it('paying the form saves no card for her', async () => {
    const path = `/v1/payment-methods?customer[email]=${encodeURIComponent(email)}`
    expect((await callGateway(world, 'GET', path)).data).toHaveLength(1)
  })

  it('an order that the shop made for her leads to her card', async () => {
    await merchant.checkout('L-marta', { customer: { name: 'Marta Rivas', email } })
    await settled(world)
    const [{ id } = { id: '' }] = await found(email)
    expect((await get(`/customers/${id}/saved-cards`)).body.data).toMatchObject([{ id: method }])
  })
})
