import { beforeAll, expect, it } from 'vitest'

// The package compiles for `require`, so the check of types here does not read it.
const SOURCE = '../../../packages/medusa/src/notifications/annotate-order.ts'
let notesOf: (session: object, seen: object) => string[]

beforeAll(async () => {
  notesOf = (await import(SOURCE)).notesOf
})

const LONG_AGO = new Date(Date.now() - 600_000).toISOString()

const inMedusa = (id: string, pairedWith?: string) => ({
  id,
  raw_amount: { value: '10.5' },
  created_at: LONG_AGO,
  metadata: pairedWith === undefined ? null : { puente_refund: pairedWith },
})

const sessionWith = (...refunds: object[]) => ({
  currency: 'HNL',
  amount: '100.00',
  payment: { data: { payment_id: 'pay_1' }, refunds },
})

const atPuente = (state: string, ...refunds: object[]) => ({
  order: { conflict: null },
  payments: [{ id: 'pay_1', state }],
  refunds: refunds.map((refund) => ({ payment_id: 'pay_1', amount: '10.50', ...refund })),
})

it('a refund that failed at Puente is noted', () => {
  const session = sessionWith(inMedusa('ref_1', 'rf_1'))

  expect(notesOf(session, atPuente('paid', { id: 'rf_1', state: 'failed' }))).toEqual([
    'The refund of 10.50 was not made (rf_1 failed).',
  ])
})

it('a void of the whole payment leaves no note of the partial refunds that it replaces', () => {
  const rest = { ...inMedusa('ref_3', 'rf_3'), raw_amount: { value: '79' } }
  const session = sessionWith(inMedusa('ref_1', 'rf_1'), inMedusa('ref_2'), rest)
  const replaced = { id: 'rf_1', state: 'cancelled' }
  const voided = { id: 'rf_3', state: 'succeeded', amount: '100.00' }

  expect(notesOf(session, atPuente('voided', replaced, voided))).toEqual([])
})

it('two refunds in Medusa that became one at Puente are noted', () => {
  const session = sessionWith(inMedusa('ref_1', 'rf_1'), inMedusa('ref_2', 'rf_1'))
  const seen = atPuente('partially_refunded', { id: 'rf_1', state: 'succeeded' })

  expect(notesOf(session, seen)).toEqual([
    expect.stringMatching(/^Medusa has two refunds of 10\.50 for one at Puente \(rf_1\)/),
  ])
})
