import { describe, expect, it } from 'vitest'
import { keepOrderView } from '../../src/db/orders/order-views.ts'
import { addToTimeline } from '../../src/db/orders/timeline.ts'
import type { OrderId } from '../../src/domain/ids.ts'
import { createPaymentLink } from '../../src/payments/links/change-links.ts'
import { readMailAddress } from '../../src/runtime/mail/mail-address.ts'
import { classifiedColumns } from '../support/classified-columns.ts'
import { ownColumnsHolding } from '../support/columns-holding.ts'
import { NO_TERMS } from '../support/link-terms.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const merchant = merchantOf(world, { prefix: 'P' })
const ctx = () => world.puente.ctx
const query = () => ctx().db.query

/** Each value holds a word that no other row of a test has. */
const customerNamed = (name: string, digits: string) => ({
  name: `Rosa ${name}`,
  email: `Rosa.${name}@example.com`,
  phone: `+504 ${digits.slice(0, 4)}-${digits.slice(4)}`,
  identity_number: `0801-${digits.slice(0, 4)}-${digits.slice(3)}`,
})
const wordsOf = ({ name, phone, identity_number }: ReturnType<typeof customerNamed>) => [
  name.split(' ')[1] ?? '',
  phone,
  phone.replace(/\D/g, '').slice(3),
  identity_number,
]
const erase = (customer: Json) => world.api('POST', '/v1/personal-data/erase', { customer })
const erased = async (customer: Json): Promise<Json> =>
  eventually(async () => {
    const { status, body } = await erase(customer)
    expect(status).toBe(200)
    return body.outcome === 'erased' && body
  })

/** Puente's id of an order. */
const idOf = async (externalId: string): Promise<OrderId> => {
  const order = await query()
    .selectFrom('orders')
    .select('id')
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow()
  return order.id
}

let people = 0

/** An operator saves a search. */
const saveView = async (search: Record<string, string>): Promise<void> => {
  const id = `operadora-${++people}`
  const now = ctx().clock.now()
  const email = `${id}@tienda.example`
  const times = { created_at: now, updated_at: now }
  await query()
    .insertInto('people')
    .values({ id, name: 'Operadora', email, email_verified: true, ...times })
    .execute()
  await query()
    .insertInto('members')
    .values({ organization_id: 'main', person_id: id, role: 'owner', created_at: now })
    .execute()
  await keepOrderView(query(), { personId: id, view: { name: 'La señora', search }, now })
}

/** The shop refused a notification about a saved card; its customers have their address as id. */
const saveCardNotice = (customerId: string, failed: { last_error: string }) => {
  const now = ctx().clock.now()
  const times = { run_at: now, created_at: now, ended_at: now }
  const payload = JSON.stringify({ storeId: TEST_STORE, messageId: 'msg_1', customerId, card: {} })
  const task = { kind: 'notify-saved-card', store_id: TEST_STORE, state: 'dead' as const, payload }
  return query()
    .insertInto('tasks')
    .values({ ...task, ...times, ...failed })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** What people of the merchant write about a customer without a shop. */
const madeAtPuente = async (
  orderId: OrderId,
  customer: ReturnType<typeof customerNamed>,
): Promise<void> => {
  const word = wordsOf(customer)[0] ?? ''
  const now = ctx().clock.now()
  const store_id = TEST_STORE
  const decision = { ...APPROVAL, why: `${word} ya no lo quiere` }
  await query()
    .updateTable('refunds')
    .set({ approval: JSON.stringify(decision) })
    .where('order_id', '=', orderId)
    .execute()
  await query()
    .insertInto('payment_requests')
    .values({
      ...{ order_id: orderId, store_id, note: `Mesa de ${word}`, counter: 'Caja', tip_minor: 100n },
      ...{ paid_otherwise: null, paid_otherwise_at: null },
    })
    .execute()
  const mail = {
    ...{ store_id, order_id: orderId, payment_id: null, kind: 'receipt' as const },
    ...{ amount_minor: null, state: 'refused' as const, created_at: now, updated_at: now },
  }
  const other = await merchant.open()
  await query()
    .insertInto('customer_mails')
    .values([
      {
        ...mail,
        id: crypto.randomUUID(),
        to_address: customer.email,
        detail: `${word}: no such user`,
      },
      {
        ...{ ...mail, id: crypto.randomUUID(), order_id: await idOf(other.id), detail: null },
        to_address: customer.email.toUpperCase(),
      },
    ])
    .execute()
  await query()
    .insertInto('customer_notes')
    .values({
      ...{ store_id, customer_key: `email:${customer.email.toLowerCase()}`, noted_by: 'Operadora' },
      ...{ note: `A ${word} le gusta temprano`, noted_at: now },
    })
    .execute()
  await createPaymentLink(ctx(), {
    storeId: store_id,
    actor: { kind: 'command_line' },
    terms: { ...NO_TERMS, name: `Cuota ${customer.email}`, description: `Para ${customer.email}` },
  })
}

const APPROVAL = {
  ...{ state: 'rejected', limit: { amount: '1.00', currency: 'HNL' }, requested_by: null },
  ...{ until: '2026-05-01T00:00:00.000Z', decided_by: null, decided_at: null },
} as const

/** Leaves the customer wherever Puente could keep them. */
const everywhere = async (customer: ReturnType<typeof customerNamed>): Promise<string> => {
  const word = wordsOf(customer)[0] ?? ''
  world.shop.answerNext([503])
  const { id } = await merchant.paid({
    description: `Ramo para ${word}`,
    customer,
    metadata: { dedicatoria: `Para ${word}` },
  })
  await merchant.refundInFull(id, { amount: '1.00', reason: `${word} lo pidió` })
  await settled(world)
  const orderId = await idOf(id)
  const note = `Llamé a ${word}`
  const now = ctx().clock.now()
  const about = { store_id: TEST_STORE, opened_at: now, closed_at: null }
  const details = JSON.stringify({ said: `invalid: ${customer.email}` })
  await query()
    .insertInto('alerts')
    .values([
      { ...about, order_id: orderId, kind: 'payment_differs', subject: orderId, details, note },
      {
        ...about,
        order_id: null,
        kind: 'payment_without_order',
        subject: word.slice(0, 2),
        details,
      },
    ])
    .execute()
  const task = await query()
    .selectFrom('tasks')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const detail = `the shop said: unknown ${customer.email.toUpperCase()}`
  await query()
    .insertInto('task_failures')
    .values({ task_id: task.id, try: 99, at: now, retry: 'retry', detail })
    .execute()
  await query()
    .updateTable('tasks')
    .set({ last_error: detail, note: detail })
    .where('id', '=', task.id)
    .execute()
  const { id: cardTaskId } = await saveCardNotice(customer.email, { last_error: detail })
  await query()
    .insertInto('task_failures')
    .values({ task_id: cardTaskId, try: 1, at: now, retry: 'retry', detail })
    .execute()
  const reason = JSON.stringify({ code: 'declined', message: detail })
  await query()
    .updateTable('payments')
    .set({ decline: reason })
    .where('order_id', '=', orderId)
    .execute()
  await query()
    .updateTable('refunds')
    .set({ refusal: JSON.stringify({ code: 'refused', words: detail }) })
    .where('order_id', '=', orderId)
    .execute()
  await addToTimeline(query(), {
    at: now,
    order_id: orderId,
    kind: 'payment_declined',
    details: { code: 'declined', message: detail },
  })
  await query()
    .updateTable('orders')
    .set({
      last_payment_error: JSON.stringify({ code: 'request_refused', message: detail, at: now }),
    })
    .where('id', '=', orderId)
    .execute()
  await saveView({ search: customer.email })
  await madeAtPuente(orderId, customer)
  // A key of the shop's own making, with an answer that shows the customer.
  await world.api(
    'POST',
    '/v1/checkouts',
    { order: { id: `${id}-b`, amount: '5.00', currency: 'HNL', customer } },
    { 'idempotency-key': `carrito-${word}` },
  )
  // Records of requests come a second later.
  await eventually(async () =>
    (await ownColumnsHolding(query(), [`carrito-${word}`])).includes(
      'api_requests.idempotency_key',
    ),
  )
  return id
}

describe('the erasure of a customer of a store', () => {
  it('the customer is in no column of the whole database, and the books stay', async () => {
    const zurita = customerNamed('Zurita', '99112233')
    const otero = customerNamed('Otero', '33445566')
    const id = await everywhere(zurita)
    await merchant.paid({ customer: otero })
    await settled(world)
    const before = await ownColumnsHolding(query(), wordsOf(zurita))
    expect(before).toEqual(
      expect.arrayContaining([
        'orders.customer',
        'orders.description',
        'orders.metadata',
        'orders.last_payment_error',
        'payments.request',
        'payments.decline',
        'refunds.reason',
        'refunds.refusal',
        'timeline.details',
        'inbox.body',
        'tasks.payload',
        'tasks.note',
        'tasks.last_error',
        'task_failures.detail',
        'delivery_attempts.calls',
        'alerts.details',
        'alerts.note',
        'order_views.search',
        'keyed_requests.id',
        'api_requests.idempotency_key',
        'refunds.approval',
        'payment_requests.note',
        'customer_mails.to_address',
        'customer_mails.detail',
        'customer_notes.customer_key',
        'customer_notes.note',
        'payment_links.name',
        'payment_links.description',
      ]),
    )
    const ofCustomers = classifiedColumns()
      .filter(({ kind }) => kind === 'customers')
      .map(({ table, column }) => `${table}.${column}`)
    expect(before.filter((column) => !ofCustomers.includes(column))).toEqual([])
    const books = await merchant.read(id)

    await erased({ email: zurita.email.toLowerCase() })

    expect(await ownColumnsHolding(query(), wordsOf(zurita))).toEqual([])
    const kept = await ownColumnsHolding(query(), wordsOf(otero))
    expect(kept).toEqual(expect.arrayContaining(['orders.customer', 'inbox.body']))
    const { order, payments, refunds } = await merchant.read(id)
    expect(order).toMatchObject({
      status: books.order.status,
      amount: books.order.amount,
      customer: {},
    })
    expect(payments.map(({ amount, state }: Json) => [amount, state])).toEqual(
      books.payments.map(({ amount, state }: Json) => [amount, state]),
    )
    expect(refunds.map(({ amount, state }: Json) => [amount, state])).toEqual(
      books.refunds.map(({ amount, state }: Json) => [amount, state]),
    )
  })

  it('a repeated erasure changes nothing', async () => {
    const vega = customerNamed('Vegaluz', '88112233')
    const { id } = await merchant.paid({ customer: vega })
    await settled(world)
    expect((await erased({ phone: vega.phone })).orders).toBe(1)
    const rows = await query().selectFrom('orders').selectAll().orderBy('id').execute()
    const timeline = await merchant.timeline(id)
    expect((await erased({ phone: vega.phone })).orders).toBe(0)
    expect((await erased({ orders: [id] })).orders).toBe(0)
    expect(await query().selectFrom('orders').selectAll().orderBy('id').execute()).toEqual(rows)
    expect(await merchant.timeline(id)).toEqual(timeline)
  })

  it('a reason and a note that people write after an erasure go with a repetition', async () => {
    const roble = customerNamed('Robledal', '87112233')
    const { id } = await merchant.paid({ customer: roble })
    await settled(world)
    await erased({ orders: [id] })
    await merchant.refundInFull(id, { amount: '1.00', reason: 'Robledal lo pidió' })
    await settled(world)
    expect(await ownColumnsHolding(query(), ['robledal'])).toContain('refunds.reason')
    expect((await erased({ orders: [id] })).orders).toBe(1)
    expect(await ownColumnsHolding(query(), ['robledal'])).toEqual([])
  })

  it('an e-mail that went to the ASCII form of an address, about an order of others, is erased', async () => {
    const email = 'Rosa@Muñoz.example'
    const now = ctx().clock.now()
    const { id } = await merchant.open()
    const mail = crypto.randomUUID()
    await query()
      .insertInto('customer_mails')
      .values({
        ...{ id: mail, store_id: TEST_STORE, order_id: await idOf(id), payment_id: null },
        ...{ kind: 'request', amount_minor: null, state: 'sent', detail: null },
        ...{ to_address: 'Rosa@xn--muoz-hqa.example', created_at: now, updated_at: now },
      })
      .execute()
    expect(readMailAddress(email)).toBe('Rosa@xn--muoz-hqa.example')
    await erased({ email })
    const kept = query().selectFrom('customer_mails').select('to_address').where('id', '=', mail)
    expect(await kept.executeTakeFirst()).toEqual({ to_address: null })
  })

  it('why a person rejects a refund after an erasure goes with a repetition', async () => {
    const leiva = customerNamed('Leiva', '99334455')
    const id = await everywhere(leiva)
    await erased({ email: leiva.email })
    const approval = JSON.stringify({ ...APPROVAL, why: 'Leiva ya no lo quiere' })
    const orderId = await idOf(id)
    await query().updateTable('refunds').set({ approval }).where('order_id', '=', orderId).execute()
    await erased({ orders: [id] })
    expect(await ownColumnsHolding(query(), ['Leiva'])).toEqual([])
  })

  it('a customer named by the id of saved cards is exported, and erased from notifications', async () => {
    await saveCardNotice('cliente-arrayan', { last_error: 'HTTP 500' })
    const customer = { id: 'cliente-arrayan' }
    const { body } = await world.api('POST', '/v1/personal-data/export', { customer })
    expect(body).toMatchObject({ orders: [], saved_cards: [{ card: {} }] })
    await erased(customer)
    expect(await ownColumnsHolding(query(), ['arrayan'])).toEqual([])
  })

  it('an erased order can still be paid and refunded', async () => {
    const mora = customerNamed('Moralinda', '77112233')
    const open = await merchant.open({ customer: mora })
    await erased({ identity_number: mora.identity_number })
    await world.pay(open.checkoutUrl)
    await merchant.readWhen(open.id, (now) => now.order.status === 'paid')
    await settled(world)
    expect(await ownColumnsHolding(query(), wordsOf(mora))).toEqual([])
    const { status } = await merchant.refundInFull(open.id)
    expect(status).toBeLessThan(300)
    await merchant.readWhen(open.id, (now) => now.order.status !== 'paid')
  })

  it('a customer with something in flight is erased later', async () => {
    const luna = customerNamed('Lunares', '66112233')
    const { id } = await merchant.paid({ customer: luna })
    await settled(world)
    const orderId = await idOf(id)
    const set = (state: 'intended' | 'paid') =>
      query().updateTable('payments').set({ state }).where('order_id', '=', orderId).execute()
    await set('intended')
    expect((await erase({ email: luna.email })).body).toEqual({ outcome: 'later', orders: 0 })
    expect((await merchant.read(id)).order.customer).toMatchObject({ email: luna.email })
    await set('paid')
    expect((await erased({ email: luna.email })).orders).toBe(1)
  })

  it('the records of the request name nobody', async () => {
    const nadal = customerNamed('Nadalina', '55112233')
    await merchant.paid({ customer: nadal })
    await settled(world)
    await world.api('POST', '/v1/personal-data/export', { customer: { email: nadal.email } })
    await erased({ email: nadal.email })
    await eventually(async () => {
      const records = await query()
        .selectFrom('api_requests')
        .select('operation')
        .where('operation', '=', 'eraseCustomer')
        .execute()
      return records.length > 0
    })
    expect(await ownColumnsHolding(query(), wordsOf(nadal))).toEqual([])
    const asked = await query()
      .selectFrom('privacy_requests')
      .select(['topic', 'source', 'outcome', 'orders'])
      .where('store_id', '=', TEST_STORE)
      .execute()
    expect(asked).toContainEqual({ topic: 'export', source: 'api', outcome: 'exported', orders: 1 })
    expect(asked).toContainEqual({ topic: 'erase', source: 'api', outcome: 'erased', orders: 1 })
  })

  it('a request that names no customer is refused', async () => {
    for (const customer of [{}, { email: '' }, { orders: [] }, { name: 'Rosa' }])
      expect((await erase(customer)).status).toBe(422)
  })
})

describe('the export of a customer of a store', () => {
  it('the export holds the orders with everything that the erasure deletes, and no other customer', async () => {
    const pina = customerNamed('Pinares', '44112233')
    const id = await everywhere(pina)
    await merchant.paid({ customer: customerNamed('Ajena', '22112233') })
    await settled(world)
    const { status, body } = await world.api('POST', '/v1/personal-data/export', {
      customer: { email: pina.email },
    })
    expect(status).toBe(200)
    expect(body.orders).toContainEqual(
      expect.objectContaining({
        id,
        customer: pina,
        description: 'Ramo para Pinares',
        metadata: { dedicatoria: 'Para Pinares' },
        notes: ['Llamé a Pinares', 'Mesa de Pinares'],
        mails: [expect.objectContaining({ to: pina.email, detail: 'Pinares: no such user' })],
        last_payment_error: expect.objectContaining({ code: 'request_refused' }),
        payments: [
          expect.objectContaining({ decline: expect.objectContaining({ code: 'declined' }) }),
        ],
        refunds: [
          expect.objectContaining({
            reason: 'Pinares lo pidió',
            rejected_because: 'Pinares ya no lo quiere',
            refusal: expect.objectContaining({ code: 'refused' }),
          }),
        ],
      }),
    )
    expect(body.notes).toMatchObject([{ note: 'A Pinares le gusta temprano' }])
    expect(body.mails_about_orders_of_others).toMatchObject([{ to: pina.email.toUpperCase() }])
    expect(body.messages.length).toBeGreaterThan(0)
    expect(JSON.stringify(body)).not.toContain('Ajena')
    expect(JSON.stringify(await merchant.timeline(id))).toContain('personal_data_requested')
  })
})
