import { expect, it } from 'vitest'
import type { OrderRow } from '../../db/db.ts'
import { StoreId } from '../../domain/ids.ts'
import { messagesAbout } from './traces.ts'

const store = StoreId.parse('tienda')
const person = { externalIds: ['10234'], emails: ['Ana@example.com'], phones: [] }
const orders = [{ id: 'ord_1', external_id: '10234' }] as unknown as OrderRow[]
const wordsFor = (areOrderIdsUnique: boolean) =>
  messagesAbout({
    storeIds: [store],
    person,
    orders,
    messages: { source: 'platform', requests: [], storeIds: [], areOrderIdsUnique },
  }).words

it('order ids that are counters do not find the messages of other customers', () => {
  expect(wordsFor(false)).toEqual(['Ana@example.com', 'ana@example.com'])
})

it('unique order ids find the messages that name them', () => {
  expect(wordsFor(true)).toContain('10234')
})
