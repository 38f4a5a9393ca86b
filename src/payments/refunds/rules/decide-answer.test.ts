import { describe, expect, it } from 'vitest'
import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import { REFUND_STATES, type RefundSend } from '../../../db/tables/refunds.ts'
import { currencyByCode } from '../../../domain/currencies.ts'
import { PaymentId, RefundId } from '../../../domain/ids.ts'
import { decideCancellation, decideResolution, type ResolutionFacts } from './decide-answer.ts'

const NOW = new Date('2026-05-04T15:00:00.000Z')
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)
const send = (minutes: number): RefundSend => ({
  at: minutesAgo(minutes).toISOString(),
  kind: 'refund',
  answer: 'none',
})
const idOf = (last: string) => RefundId.parse(`ref_${'0'.repeat(25)}${last}`)
const paymentId = PaymentId.parse(`pay_${'0'.repeat(26)}`)

const row = (changes: Partial<RefundRow>) =>
  ({
    id: idOf('1'),
    payment_id: paymentId,
    origin: 'store',
    kind: 'refund',
    amount_minor: 1_000n,
    currency: 'HNL',
    state: 'waiting',
    idempotency_key: null,
    confirmed_at: null,
    needs_attention: null,
    approval: null,
    accepted_at: null,
    requested_at: null,
    sends: [],
    created_at: minutesAgo(180),
    ...changes,
  }) as RefundRow
const portal = (last: string, amount_minor = 1_000n, changes: Partial<RefundRow> = {}) =>
  row({ id: idOf(last), origin: 'portal', state: 'succeeded', amount_minor, ...changes })
const payment = { id: paymentId, amount_minor: 5_000n, total_minor: null, refunded_minor: 1_000n }
const facts = (changes: Partial<ResolutionFacts> = {}): ResolutionFacts => ({
  payment: payment as PaymentRow,
  refunds: [portal('2')],
  refundLimit: undefined,
  now: NOW,
  ...changes,
})

const doubt = { needs_attention: 'refunded_meanwhile' } as const
const DECISIONS = `
refund              | cancel   | already_made    | refund_anyway
pending             | cancel   | claim           | known
pending, review     | cancel   | claim           | send
requested           | too-late | not-in-question | known
requested, review   | cancel   | not-in-question | send
unknown             | too-late | claim           | not-in-question
unknown, review     | cancel   | claim           | send
accepted            | too-late | claim           | known
accepted, review    | cancel   | claim           | send
waiting             | cancel   | claim           | not-in-question
waiting, review     | cancel   | claim           | send
succeeded           | too-late | known           | not-in-question
succeeded, review   | cancel   | known           | not-in-question
failed              | too-late | not-in-question | not-in-question
failed, review      | cancel   | not-in-question | not-in-question
cancelled           | known    | not-in-question | not-in-question
cancelled, review   | known    | not-in-question | not-in-question
`

describe("a person's answer about a refund", () => {
  it('every answer in every state', () => {
    const [head, ...lines] = DECISIONS.trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
    expect(head).toEqual(['refund', 'cancel', 'already_made', 'refund_anyway'])
    const refunds = REFUND_STATES.flatMap((state): [string, RefundRow][] => [
      [state, row({ state })],
      [`${state}, review`, row({ state, ...doubt })],
    ])
    expect(lines).toEqual(
      refunds.map(([name, refund]) => [
        name,
        decideCancellation(refund, NOW).outcome,
        decideResolution(refund, 'already_made', facts()).outcome,
        decideResolution(refund, 'refund_anyway', facts()).outcome,
      ]),
    )
  })

  it('a sent refund can be cancelled once it has not shown for a day', () => {
    for (const state of ['accepted', 'unknown'] as const) {
      const sent = (minutes: number) => row({ state, requested_at: minutesAgo(minutes) })
      expect(decideCancellation(sent(1_439), NOW)).toEqual({ outcome: 'too-late' })
      expect(decideCancellation(sent(1_440), NOW)).toEqual({ outcome: 'cancel' })
    }
  })

  it('a refund under review can be cancelled or sent an hour after its last send', () => {
    const sent = (minutes: number) =>
      row({ state: 'unknown', sends: [send(minutes)], requested_at: minutesAgo(minutes), ...doubt })
    expect(decideCancellation(sent(59), NOW)).toEqual({ outcome: 'too-late' })
    expect(decideCancellation(sent(60), NOW)).toEqual({ outcome: 'cancel' })
    expect(decideResolution(sent(59), 'refund_anyway', facts())).toEqual({ outcome: 'too-early' })
    expect(decideResolution(sent(60), 'refund_anyway', facts()).outcome).toBe('send')
  })
})

describe('a refund that was made already', () => {
  const claim = (refunds: RefundRow[]) =>
    decideResolution(row({}), 'already_made', facts({ refunds }))

  it('the refund is the portal refund of its amount, else the latest larger one', () => {
    const older = portal('2', 2_000n, { created_at: minutesAgo(60) })
    const latest = portal('3', 3_000n, { created_at: minutesAgo(10) })
    expect(claim([older, latest])).toEqual({ outcome: 'claim', portal: latest })
    const same = portal('4', 1_000n, { created_at: minutesAgo(90) })
    expect(claim([older, latest, same])).toEqual({ outcome: 'claim', portal: same })
  })

  it.each([
    ['smaller', portal('2', 999n)],
    ['linked', portal('2', 1_000n, { idempotency_key: 'key' })],
    ['confirmed as another', portal('2', 1_000n, { confirmed_at: minutesAgo(5) })],
    ['void', portal('2', 1_000n, { kind: 'void' })],
    [
      'of another payment',
      portal('2', 1_000n, { payment_id: PaymentId.parse(`pay_${'1'.repeat(26)}`) }),
    ],
    ['cancelled', portal('2', 1_000n, { state: 'cancelled' })],
    ['ours', row({ id: idOf('2'), state: 'succeeded' })],
  ])('a portal refund that is %s cannot be it', (_, made) => {
    expect(claim([made])).toEqual({ outcome: 'not-at-gateway' })
  })
})

describe('a refund that is sent anyway', () => {
  const lempira = currencyByCode('HNL')
  if (!lempira) throw new Error('no HNL')
  const money = (minor: bigint) => ({ minor, currency: lempira })
  const decide = (changes: Partial<ResolutionFacts>) =>
    decideResolution(row(doubt), 'refund_anyway', facts(changes))

  it('the unclaimed portal refunds of the payment are confirmed as different ones', () => {
    const refunds = [portal('2'), portal('3', 5n), portal('4', 5n, { confirmed_at: minutesAgo(5) })]
    expect(decide({ refunds })).toEqual({ outcome: 'send', confirmedIds: [idOf('2'), idOf('3')] })
  })

  it('a refund above the rest of the charge stays', () => {
    const rest = { ...payment, refunded_minor: 4_001n } as PaymentRow
    expect(decide({ payment: rest })).toEqual({ outcome: 'above-rest', rest: money(999n) })
  })

  it("a refund above the caller's limit stays", () => {
    expect(decide({ refundLimit: money(999n) })).toEqual({ outcome: 'above-limit' })
    expect(decide({ refundLimit: money(1_000n) }).outcome).toBe('send')
  })
})
