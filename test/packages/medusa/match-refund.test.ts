import { beforeAll, expect, it } from 'vitest'

// The package compiles for `require`, so the check of types here does not read it.
const SOURCE = '../../../packages/medusa/src/notifications/match-refund.ts'
let refundMatching: (session: object, refund: object, all: readonly object[]) => object

beforeAll(async () => {
  const imported = await import(SOURCE)
  refundMatching = imported.refundMatching
})

const NOW = new Date()
const LONG_AGO = new Date(NOW.getTime() - 600_000)

const inMedusa = (
  id: string,
  { at = NOW, pairedWith }: { at?: Date; pairedWith?: string } = {},
) => ({
  id,
  raw_amount: { value: '10.5' },
  created_at: at.toISOString(),
  metadata: pairedWith === undefined ? null : { puente_refund: pairedWith },
})

const atPuente = (id: string, state = 'succeeded') => ({ id, state, amount: '10.50' })

const matchOf = (rows: object[], ...refunds: [...object[], object]) =>
  refundMatching(
    { currency: 'HNL', amount: '100.00', payment: { refunds: rows } },
    refunds.at(-1) ?? {},
    refunds,
  )

it('a refund of the portal has no counterpart in Medusa', () => {
  const rows = [inMedusa('ref_1', { pairedWith: 'rf_1' })]

  expect(matchOf(rows, atPuente('rf_1'), atPuente('rf_2'))).toEqual({ outcome: 'none' })
})

it('a refund is matched by its id before another one of the same amount', () => {
  const rows = [inMedusa('ref_2'), inMedusa('ref_1', { pairedWith: 'rf_1' })]

  expect(matchOf(rows, atPuente('rf_1'))).toMatchObject({
    outcome: 'paired',
    row: { id: 'ref_1' },
  })
})

it('a refund that Medusa asks for now comes before one that a crash left', () => {
  const rows = [inMedusa('ref_1', { at: LONG_AGO }), inMedusa('ref_2')]

  expect(matchOf(rows, atPuente('rf_1'))).toMatchObject({
    outcome: 'unpaired',
    row: { id: 'ref_2' },
  })
})

it('a refund that failed and was made again keeps its one refund in Medusa', () => {
  const rows = [inMedusa('ref_1', { pairedWith: 'rf_1' })]

  expect(matchOf(rows, atPuente('rf_1', 'failed'), atPuente('rf_2'))).toMatchObject({
    outcome: 'made-again',
    row: { id: 'ref_1' },
  })
})

it('a refund that failed and that Medusa asks for again is the new one', () => {
  const rows = [inMedusa('ref_1', { at: LONG_AGO, pairedWith: 'rf_1' }), inMedusa('ref_2')]

  expect(matchOf(rows, atPuente('rf_1', 'failed'), atPuente('rf_2'))).toMatchObject({
    outcome: 'unpaired',
    row: { id: 'ref_2' },
  })
})

it('a refund made for one of two that became one is the refund of the second', () => {
  const rows = [
    inMedusa('ref_1', { pairedWith: 'rf_1' }),
    inMedusa('ref_2', { pairedWith: 'rf_1' }),
  ]

  expect(matchOf(rows, atPuente('rf_1'), atPuente('rf_2'))).toMatchObject({
    outcome: 'made-again',
    row: { id: 'ref_2' },
  })
})

it('a void that gives the service fee back, too, is the refund of the whole payment', () => {
  const whole = { ...inMedusa('ref_1'), raw_amount: { value: '99.9985' } }

  expect(matchOf([whole], { id: 'rf_1', state: 'succeeded', amount: '105.25' })).toMatchObject({
    outcome: 'unpaired',
    row: { id: 'ref_1' },
  })
})
