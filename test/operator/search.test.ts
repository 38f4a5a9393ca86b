import { beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { merchantOf } from '../support/merchant.ts'
import { moveStore, personWith, startOperatorApi } from '../support/operator.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('olga', { main: 'owner' })
const viewer = personWith('vera', { main: 'viewer' })
const other = personWith('otto', { other: 'owner' })
const merchant = merchantOf(world, { prefix: 'S' })

const call = (text: string, { by = owner, more = '' } = {}) =>
  operator.call(by, 'GET', `/operator/v1/search?${new URLSearchParams({ text })}${more}`)

const find = async (text: string, options?: Parameters<typeof call>[1]): Promise<Json> => {
  const { status, body } = await call(text, options)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const numbersOf = ({ orders }: Json): string[] => orders.map(({ external_id: id }: Json) => id)
const searched = async (text: string) => numbersOf(await find(text)).sort()

let saved: string
beforeAll(async () => {
  const order = (id: string, customer: object) => merchant.checkout(id, { number: id, customer })
  await order('S-maria', { name: 'María José  LÓPEZ-Núñez', email: 'maria@example.com' })
  await order('S-mario', { name: 'Mario Lopez', email: 'mario@example.com' })
  await order('S-susana', { name: 'Susana Paz' })
  await order('S-ana', { name: 'ANA PAZ' })
  await order('S-markup', { name: '<b>Eva</b> "O\'Brien" \\ % _ :* & |' })
  await order('S-other', { name: 'Жанна Ивановна' })
  await order('S-nameless', {})
  await merchant.checkout('S-saved', {}, { payment_method: await merchant.savedCard() })
  await settled(world)
  saved = (await merchant.read('S-saved')).payments[0].id
  const apiKey = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: null })
  await merchantOf(world, { apiKey, prefix: 'V' }).checkout('V-maria', {
    customer: { name: 'Maria Lopez' },
  })
  await moveStore(world, { storeId: StoreId.parse('vecina'), organizationId: 'other' })
})

describe('the search of everything', () => {
  it.each([
    ['maria', ['S-maria']],
    ['MARÍA LÓP', ['S-maria']],
    ['lopez jose', ['S-maria']],
    ['nunez', ['S-maria']],
    ['mar lop', ['S-maria', 'S-mario']],
    ['ana', ['S-ana']],
    ['paz', ['S-ana', 'S-susana']],
    ["o'brien", ['S-markup']],
    ['<b>eva', ['S-markup']],
    ['Жан', ['S-other']],
    ['S-maria', ['S-maria']],
    ['MARIA@example.com', ['S-maria']],
    ['maria paz', []],
  ])('%s finds the customers whose names have these words', async (text, ids) => {
    expect(await searched(text)).toEqual(ids)
  })

  it('customers are named once, with the text that finds their orders', async () => {
    await merchant.checkout('S-mario-2', {
      customer: { name: 'Mario Lopez', email: 'Mario@example.com' },
    })
    const { customers } = await find('mario')
    expect(customers).toHaveLength(1)
    expect(customers[0]).toMatchObject({
      name: 'Mario Lopez',
      newest_order: { external_id: 'S-mario-2' },
    })
    const { body } = await operator.call(
      owner,
      'GET',
      `/operator/v1/orders?search=${customers[0].search}`,
    )
    expect(numbersOf({ orders: body.data }).sort()).toEqual(['S-mario', 'S-mario-2'])
  })

  it.each(['1111', '•••• 1111', '**** **** **** 1111'])(
    'the last four digits of a saved card find its payment: %s',
    async (text) => {
      const { payments, orders } = await find(text)
      expect(payments).toMatchObject([
        { id: saved, card: { last_four: '1111' }, order: { external_id: 'S-saved' } },
      ])
      expect(numbersOf({ orders })).toContain('S-saved')
    },
  )

  it('a payment is found by its ids and those of the gateway', async () => {
    const { payments } = await merchant.read('S-saved')
    const { id, transaction_id: transaction, gateway_payment_id: number } = payments[0]
    for (const text of [id, transaction, number].filter(Boolean)) {
      expect((await find(text)).payments.map((each: Json) => each.id)).toContain(id)
    }
  })

  it('a person finds nothing of stores out of their reach', async () => {
    expect(numbersOf(await find('maria lopez'))).toEqual(['S-maria'])
    expect(numbersOf(await find('maria lopez', { by: other }))).toEqual(['V-maria'])
    expect((await find('1111', { by: other })).payments).toEqual([])
    expect((await find(saved, { by: other })).payments).toEqual([])
    expect((await call('maria', { by: other, more: `&store_id=${TEST_STORE}` })).status).toBe(404)
    expect(numbersOf(await find('maria', { by: viewer }))).toEqual(['S-maria'])
  })

  it.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['NUL', 'a\0b'],
    ['only blanks', '   '],
  ])('%s is refused as a field, not as a failure', async (_, text) => {
    const { status, body } = await call(text)
    expect(status).toBe(422)
    expect(body.errors[0].path).toBe('text')
  })

  it.each([
    "' OR 1=1 --",
    '%%%',
    ':*',
    '!!',
    '& | !',
    '\\',
    'x'.repeat(191),
    '😀',
    '۱۱۱۱',
    '\u202e',
  ])('hostile text finds nothing: %j', async (text) => {
    expect(numbersOf(await find(text))).toEqual([])
  })

  it('names far below the newest orders are found by the index', async () => {
    await world.puente.ctx.db.pool.query(
      `INSERT INTO orders SELECT (jsonb_populate_record(orders, jsonb_build_object(
         'id', 'ord_01zz' || lpad(n::text, 22, '0'), 'external_id', 'F-' || n, 'pay_token', 'f' || n,
         'current_payment_id', NULL, 'customer', '{"name": "Filler"}'::jsonb))).*
       FROM orders, generate_series(1, 2500) n WHERE external_id = 'S-nameless'`,
    )
    expect(await searched('lopez jose')).toEqual(['S-maria'])
    expect(await searched('filler')).toHaveLength(8)
  })
})
