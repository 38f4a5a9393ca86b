import { expect, it } from 'vitest'
import type { OrderRow } from '../../db/db.ts'
import { StoreId } from '../../domain/ids.ts'
import { identifiersOf, messagesAbout } from './traces.ts'

const store = StoreId.parse('tienda')
const person = { externalIds: ['10234'], emails: ['Ana@example.com'], phones: [] }
const orders = [{ id: 'ord_1', external_id: '10234', customer: {} }] as unknown as OrderRow[]
const wordsFor = (areOrderIdsUnique: boolean) =>
  messagesAbout({
    storeIds: [store],
    person,
    orders,
    messages: { source: 'platform', requests: [], storeIds: [], areOrderIdsUnique },
  }).words

it('order ids that are counters do not find the messages of other customers', () => {
  expect(wordsFor(false)).toEqual(['ana@example.com', 'Ana@example.com'])
})

it('unique order ids find the messages that name them', () => {
  expect(wordsFor(true)).toContain('10234')
})

it('messages are found by the spellings of the orders, and not by what a family shares', () => {
  const customer = { name: 'Ana Lucía', email: 'ANA@example.com', phone: '+504 9999-1234' }
  const { words } = messagesAbout({
    storeIds: [store],
    person,
    orders: [{ id: 'ord_1', external_id: '10234', customer }] as unknown as OrderRow[],
    messages: { source: 'platform', requests: [], storeIds: [], areOrderIdsUnique: false },
  })
  expect(words).toContain('ANA@example.com')
  expect(words).not.toContain('+504 9999-1234')
  expect(words).not.toContain('Ana Lucía')
})

it('a person named by a telephone is found by its spelling in the orders', () => {
  const traces = { externalIds: [], emails: [], phones: ['99991234'] }
  const orders = [{ customer: { phone: '9999-1234', email: 'ana@example.com' } }]
  expect(identifiersOf(orders, traces)).toEqual(['99991234', '9999-1234'])
})

it('a person named by orders alone is all that these orders say', () => {
  const traces = { externalIds: ['10234'], emails: [], phones: [] }
  const orders = [{ customer: { phone: '9999-1234', email: 'ana@example.com' } }]
  expect(identifiersOf(orders, traces)).toEqual(['ana@example.com', '9999-1234'])
})
