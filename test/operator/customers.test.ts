import { beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { callGateway, merchantOf } from '../support/merchant.ts'
import { moveStore, personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { CARDS, cardOf, connectTestStore, eventually, type Json } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('olga', { main: 'owner' })
const clerk = personWith('oscar', { main: 'operator' })
const viewer = personWith('vera', { main: 'viewer' })
const other = personWith('otto', { other: 'owner' })
const merchant = merchantOf(world, { prefix: 'C' })

const get = async (path: string, by = owner) => {
  const { status, body } = await operator.call(by, 'GET', `/operator/v1/customers${path}`)
  return { status, body }
}
const list = async (search?: string, by = owner): Promise<Json[]> => {
  const { status, body } = await get(search ? `?${new URLSearchParams({ search })}` : '', by)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const newestOf = (customers: readonly Json[]) =>
  customers.map(({ newest_order: { external_id: id } }) => id)
const idOf = async (search: string): Promise<string> => (await list(search))[0]?.id

const ANA = { name: 'Ana Mejía', email: 'ana@example.com', phone: '+504 9999-1234' }
const IDENTITY = '0801-1990-00077'

beforeAll(async () => {
  const order = (id: string, customer: object) => merchant.checkout(id, { number: id, customer })
  await order('C-ana-1', ANA)
  await order('C-ana-2', { ...ANA, email: 'ANA@example.com', phone: '99991234' })
  await order('C-son', { name: 'Luis Mejía', email: 'luis@example.com', phone: '9999 1234' })
  await order('C-rosa-1', {
    name: 'Rosa Paz',
    email: 'rosa@example.com',
    identity_number: IDENTITY,
  })
  await order('C-rosa-2', { name: 'Rosa Paz', identity_number: '0801199000077' })
  await order('C-walk-in', { name: 'Consumidor final' })
  await order('C-phone', { name: 'Sin correo', phone: '00504 8888-0000' })
  await settled(world)
  const apiKey = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: null })
  await merchantOf(world, { apiKey, prefix: 'V' }).checkout('V-ana', { customer: ANA })
  await moveStore(world, { storeId: StoreId.parse('vecina'), organizationId: 'other' })
})

describe('the list of customers', () => {
  it('the list has each customer once, those with the newest orders first', async () => {
    const customers = await list()
    expect(newestOf(customers)).toEqual(['C-phone', 'C-rosa-2', 'C-son', 'C-ana-2'])
    expect(customers.map(({ order_count }) => order_count)).toEqual([1, 2, 1, 2])
  })

  it('a page of customers ends where the next one begins', async () => {
    const first = await get('?limit=3')
    expect(newestOf(first.body.data)).toEqual(['C-phone', 'C-rosa-2', 'C-son'])
    const second = await get(`?limit=3&cursor=${first.body.next_cursor}`)
    expect(newestOf(second.body.data)).toEqual(['C-ana-2'])
  })

  it.each([
    ['ana', ['C-ana-2']],
    ['MEJIA', ['C-son', 'C-ana-2']],
    ['mej lui', ['C-son']],
    ['Ana@Example.com', ['C-ana-2']],
    ['9999-1234', ['C-son', 'C-ana-2']],
    ['+504 9999 1234', ['C-son', 'C-ana-2']],
    ['8888 0000', ['C-phone']],
    ['080119900 0077', ['C-rosa-2']],
    ['C-ana-1', ['C-ana-2']],
    ['ana%', ['C-ana-2']],
    ['a_a\\', ['C-ana-2']],
    ['9999%1234', ['C-son', 'C-ana-2']],
    ['consumidor', []],
    ['nadie', []],
  ])('the search %s finds the customer', async (text, ids) => {
    expect(newestOf(await list(text))).toEqual(ids)
  })

  it.each([
    '%',
    '_______',
    "' OR 1=1 --",
    "ana' & !x:* | (y",
    '\\',
    '<->',
    ':*',
    '٩٩٩٩١٢٣٤',
    '0'.repeat(191),
    'ñ'.repeat(191),
    '👩‍👩‍👧‍👦🇭🇳',
    '{store}',
    'identity:0801199000077',
    'email:ana@example.com',
    'phone:99991234',
  ])('the search %s finds no customer, and is not an error', async (text) => {
    expect(newestOf(await list(text))).toEqual([])
  })

  it.each(['a\0b', 'x'.repeat(192), 'x'.repeat(6_000), ' '])(
    'an invalid search is refused: %j',
    async (text) => {
      const { status, body } = await get(`?${new URLSearchParams({ search: text })}`)
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'search'])
    },
  )

  it('a search ignores accents, their composition and case', async () => {
    for (const text of ['MEJÍA', 'Meji\u0301a', 'mejia', 'méjía'])
      expect(newestOf(await list(text))).toEqual(['C-son', 'C-ana-2'])
  })

  it("an order of another organization's store lists no orders by its customer", async () => {
    const [stranger] = await list(undefined, other)
    const path = `/operator/v1/orders?customer=${stranger?.id}`
    expect((await operator.call(owner, 'GET', path)).body.data).toEqual([])
    const sums = `/operator/v1/order-sums?customer=${stranger?.id}`
    expect((await operator.call(owner, 'GET', sums)).body.data).toEqual([])
    for (const [method, sub, body] of [
      ['PATCH', '', { note: 'x' }],
      ['GET', '/saved-cards', undefined],
      ['POST', '/saved-cards/revoke', { payment_method: 'pm_1' }],
    ] as const) {
      const refused = await operator.call(
        owner,
        method,
        `/operator/v1/customers/${stranger?.id}${sub}`,
        body ? { body } : {},
      )
      expect(refused.status).toBe(404)
    }
  })

  it('a person sees only the customers of their own organization', async () => {
    expect(newestOf(await list(undefined, other))).toEqual(['V-ana'])
    expect((await get(`/${await idOf('ana')}`, other)).status).toBe(404)
  })
})

describe('the page of a customer', () => {
  it('any order of a customer leads to their page', async () => {
    const [ana] = await list('ana')
    const { body: orders } = await operator.call(
      owner,
      'GET',
      `/operator/v1/orders?customer=${ana?.id}`,
    )
    const ids = orders.data.map(({ external_id: id }: Json) => id)
    expect(ids).toEqual(['C-ana-2', 'C-ana-1'])
    const pages = await Promise.all(orders.data.map(({ id }: Json) => get(`/${id}`)))
    expect(pages.map(({ body }) => body.id)).toEqual([ana?.id, ana?.id])
  })

  it("the page sums a customer's payments, and lists all names and contacts of their orders", async () => {
    const { id } = await merchant.paid({ amount: '320.50', customer: ANA })
    await settled(world)
    const { body } = await get(`/${await idOf('ana')}`)
    expect(body).toMatchObject({
      grouped_by: 'email',
      order_count: 3,
      newest_order: { external_id: id },
      names: ['Ana Mejía'],
      sums: { data: [{ currency: 'HNL', orders: 3, paid: '320.50', refunded: '0.00' }] },
      note: null,
    })
    // The son's order has the same phone.
    expect(body.identifiers).toEqual([
      { kind: 'email', value: 'ana@example.com', orders: 3, others: 0 },
      { kind: 'phone', value: '+504 9999-1234', orders: 4, others: 1 },
    ])
  })

  it('an order without contact data has no customer', async () => {
    const { body } = await operator.call(owner, 'GET', '/operator/v1/orders?search=C-walk-in')
    expect((await get(`/${body.data[0].id}`)).status).toBe(404)
  })
})

describe('the note about a customer', () => {
  const note = async (text: string, by = clerk) =>
    operator.call(by, 'PATCH', `/operator/v1/customers/${await idOf('rosa')}`, {
      body: { note: text },
    })

  it('a note stays with the customer, with its author, until it is emptied', async () => {
    const { body } = await note('  Paga los viernes ')
    expect(body.note).toMatchObject({ text: 'Paga los viernes', by: 'oscar' })
    expect((await get(`/${await idOf('rosa')}`)).body.note.text).toBe('Paga los viernes')
    expect((await note('')).body.note).toBeNull()
  })

  it('a viewer cannot write a note', async () => {
    expect((await note('x', viewer)).status).toBe(403)
  })

  it('the audit log does not contain the note', async () => {
    await note('Palabra secreta')
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT audit_log::text, audit_outcomes::text FROM audit_log LEFT JOIN audit_outcomes
       ON audit_outcomes.entry_id = audit_log.id WHERE action = 'changeCustomer'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('secreta')
  })

  it('an erasure that runs while the note is written leaves no note', async () => {
    await merchant.checkout('C-raced', { customer: { name: 'Eva', email: 'eva@example.com' } })
    await settled(world)
    const id = await idOf('eva@example.com')
    const erasing = await world.puente.ctx.db.pool.connect()
    await erasing.query('BEGIN')
    await erasing.query(`UPDATE orders SET customer = '{}' WHERE id = $1`, [id])
    const noting = operator.call(clerk, 'PATCH', `/operator/v1/customers/${id}`, {
      body: { note: 'Palabra tardía' },
    })
    await eventually(async () => {
      const { rows } = await erasing.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length > 0
    })
    await erasing.query('COMMIT')
    erasing.release()
    expect((await noting).status).toBe(404)
    const { rows } = await world.puente.ctx.db.pool.query(
      `SELECT note FROM customer_notes WHERE note = 'Palabra tardía'`,
    )
    expect(rows).toEqual([])
  })

  it('an export contains the note, and an erasure deletes it', async () => {
    await note('Palabra secreta')
    const rights = (what: string) =>
      operator.call(owner, 'POST', `/operator/v1/stores/tienda/personal-data/${what}`, {
        body: { customer: { identity_number: IDENTITY } },
      })
    expect((await rights('export')).body.notes).toMatchObject([{ note: 'Palabra secreta' }])
    await settled(world)
    expect((await rights('erase')).body).toEqual({ outcome: 'erased', orders: 2 })
    const { rows } = await world.puente.ctx.db.pool.query('SELECT * FROM customer_notes')
    expect(rows).toEqual([])
    expect(await list('rosa')).toEqual([])
  })

  it('an erasure by one spelling of a phone finds the others', async () => {
    await merchant.checkout('C-spelled', { customer: { name: 'Tel', phone: '7777-0000' } })
    await settled(world)
    const { body } = await operator.call(
      owner,
      'POST',
      '/operator/v1/stores/tienda/personal-data/erase',
      { body: { customer: { phone: '+504 77770000' } } },
    )
    expect(body).toEqual({ outcome: 'erased', orders: 1 })
  })
})

describe('the saved cards of a customer', () => {
  const identity = '0801-1985-00042'
  let id: string
  let method: string
  beforeAll(async () => {
    const customer = { name: 'Marta Rivas', email: 'marta@example.com', identity_number: identity }
    await merchant.checkout('C-marta', { customer })
    const created = await callGateway(world, 'POST', '/v1/payments', {
      amount: 1,
      external_reference: identity,
      name: 'First purchase',
      customer: { identity_number: identity },
    })
    await world.control('/sandbox/pay', {
      payment_id: created.id,
      card: cardOf(CARDS.approved),
      save_card: true,
    })
    id = await idOf('marta')
    method = (await get(`/${id}/saved-cards`)).body.data[0].id
  })

  const charge = (
    body: Json = {},
    { key = crypto.randomUUID() as string, by = clerk, customer = id } = {},
  ) =>
    operator.call(by, 'POST', `/operator/v1/customers/${customer}/charges`, {
      headers: { 'idempotency-key': key },
      body: { payment_method: method, amount: '1,250.00', currency: 'HNL', ...body },
    })

  it('a charge is paid at once, and creates an order that no shop knows', async () => {
    const { status, body } = await charge({ description: 'Mensualidad' })
    expect([status, body.order?.status]).toEqual([201, 'paid'])
    expect(body.order).toMatchObject({
      amount: '1250.00',
      source: 'request',
      customer: { identity_number: identity },
    })
    expect((await get(`/${id}`)).body.newest_order.external_id).toBe(body.order.id)
  })

  it('ten repetitions of a charge with one key take the money once', async () => {
    const key = 'one-key'
    const answers = await Promise.all(Array.from({ length: 10 }, () => charge({}, { key })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    const { body } = await charge({}, { key })
    const { data } = await callGateway(
      world,
      'GET',
      `/v1/payments?external_reference=${body.order.id}`,
    )
    expect(data).toHaveLength(1)
  })

  it("another customer's card cannot be charged or revoked", async () => {
    const stranger = await merchant.savedCard()
    expect((await charge({ payment_method: stranger })).status).toBe(404)
    const { status } = await operator.call(
      clerk,
      'POST',
      `/operator/v1/customers/${id}/saved-cards/revoke`,
      { body: { payment_method: stranger } },
    )
    expect(status).toBe(404)
  })

  it.each([
    ['an amount of nothing', { amount: '0' }],
    ['an amount with two readings', { amount: '1,450' }],
    ['an unknown currency', { currency: 'XXX' }],
    ['no card', { payment_method: undefined }],
  ])('a charge with %s is refused, and the field is named', async (_, body) => {
    const { status, body: problem } = await charge(body)
    expect(status, JSON.stringify(problem)).toBe(422)
    expect(problem.errors.length).toBeGreaterThan(0)
  })

  it('a charge needs an idempotency key and the right to create checkouts', async () => {
    expect((await charge({}, { key: '' })).status).toBe(422)
    expect((await charge({}, { by: viewer })).status).toBe(403)
  })

  it('a charge needs a fresh sign-in, as a refund of the amount does', async () => {
    const stale = personWith(
      'sara',
      { main: 'operator' },
      { confirmedAt: new Date(Date.now() - 60 * 60_000) },
    )
    const { status, body } = await charge({}, { by: stale })
    expect([status, body.code]).toEqual([403, 'fresh_sign_in_needed'])
  })

  it('a revoked card disappears from the list', async () => {
    const revoked = await operator.call(
      clerk,
      'POST',
      `/operator/v1/customers/${id}/saved-cards/revoke`,
      { body: { payment_method: method } },
    )
    expect(revoked.body).toEqual({ id: method, revoked: true })
    expect((await get(`/${id}/saved-cards`)).body.data).toEqual([])
    expect((await charge()).status).toBe(404)
  })

  it('a customer without an e-mail address or an identity number has no saved cards', async () => {
    const { status, body } = await get(`/${await idOf('8888-0000')}/saved-cards`)
    expect([status, body]).toEqual([200, { data: [] }])
  })
})
