import { describe, expect, it } from 'vitest'
import type { RefundRow } from '../../../db/db.ts'
import {
  REFUND_DOUBTS,
  REFUND_STATES,
  type RefundReading,
  type RefundSend,
  type RefundState,
} from '../../../db/tables/refunds.ts'
import { OrderId, PaymentId, RefundId, StoreId } from '../../../domain/ids.ts'
import { type Failure, unreachable } from '../../../gateway/outcomes.ts'
import { isOver, unansweredSends } from '../../orders/rules/refunds/refund-states.ts'
import { nextStep } from './next-step.ts'
import { plannedStep } from './planned-step.ts'
import type { ReadCause, RefundAnswer, RefundStep, SendAnswer, ShownRefund } from './refund-step.ts'
import { decideRetry } from './repeat-refund.ts'

const NOW = new Date('2026-05-04T15:00:00.000Z')
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)
const SENT_AT = before(70)

const send = (at: Date, answer: RefundSend['answer']): RefundSend => ({
  at: at.toISOString(),
  kind: 'refund',
  answer,
})
const reading = (at: Date): RefundReading => ({
  at: at.toISOString(),
  state: 'paid',
  refunded_amount: '0.00',
  is_explained: true,
})

const ids = '0'.repeat(26)
const row = (changes: Partial<RefundRow>): RefundRow => ({
  id: RefundId.parse(`ref_${ids}`),
  store_id: StoreId.parse('store'),
  order_id: OrderId.parse(`ord_${ids}`),
  payment_id: PaymentId.parse(`pay_${ids}`),
  origin: 'store',
  kind: 'void',
  amount_minor: 1_000n,
  currency: 'HNL',
  reason: null,
  state: 'pending',
  idempotency_key: null,
  request_hash: null,
  requested_at: null,
  sends: [],
  readings: [],
  needs_attention: null,
  approval: null,
  accepted_at: null,
  refusal: null,
  confirmed_at: null,
  created_at: before(180),
  updated_at: before(180),
  done_at: null,
  ...changes,
})

const inFlight = { requested_at: SENT_AT, sends: [send(SENT_AT, null)] }
const REFUNDS: Record<RefundState, RefundRow> = {
  pending: row({ state: 'pending' }),
  requested: row({ state: 'requested', ...inFlight }),
  unknown: row({ state: 'unknown', requested_at: SENT_AT, sends: [send(SENT_AT, 'none')] }),
  accepted: row({
    state: 'accepted',
    requested_at: SENT_AT,
    accepted_at: SENT_AT,
    sends: [send(SENT_AT, 'accepted')],
  }),
  waiting: row({ state: 'waiting', requested_at: SENT_AT, sends: [send(SENT_AT, 'refused')] }),
  succeeded: row({ state: 'succeeded' }),
  failed: row({ state: 'failed' }),
  cancelled: row({ state: 'cancelled' }),
}

/** Answers that prove that no request arrived. */
const NOT_REACHED = ['HTTP 429', 'ECONNREFUSED', 'ENOTFOUND'].map((detail) =>
  unreachable('none', detail),
)
/** Answers after which the gateway may have made the refund. */
const UNKNOWN = ['HTTP 503', 'HTTP 500', 'HTTP 502', 'HTTP 408', 'timeout', 'ECONNRESET'].map(
  (detail) => unreachable('unknown', detail),
)

const FAILURES = {
  'no key': { outcome: 'unauthorized', retry: 'ask-a-person' },
  'not found': { outcome: 'not-found', retry: 'permanent', kind: undefined },
  'not reached': unreachable('none', 'HTTP 429'),
  'no answer': unreachable('unknown', 'timeout'),
} as const satisfies Record<string, Failure>
const UNREADABLE: Failure = {
  outcome: 'refused',
  retry: 'permanent',
  code: undefined,
  fields: {},
  message: undefined,
}

const CAUSES: Record<ReadCause['after'], ReadCause> = {
  start: { after: 'start' },
  acceptance: { after: 'acceptance', answered: undefined },
  'not-voidable': { after: 'not-voidable' },
  'not-refundable': { after: 'not-refundable', words: ['not yet'], isNoted: false },
  refusal: { after: 'refusal', refusal: { code: 'above_rest', words: ['too much'] } },
}

const shown: ShownRefund = {
  outcome: 'shown',
  reading: reading(NOW),
  doubt: undefined,
  mayEventFollow: false,
  isFrozen: false,
}
const FOUND: Record<string, ShownRefund | Failure> = {
  shown,
  'without sum': { ...shown, reading: undefined },
  'other refund': { ...shown, doubt: 'refunded_meanwhile' },
  'no event': { ...shown, doubt: 'changed_unexplained' },
  'event follows': { ...shown, doubt: 'changed_unexplained', mayEventFollow: true },
  ...FAILURES,
  unreadable: UNREADABLE,
}

const payment = { transaction_id: 't-1', paid_at: before(200) }
const READS = Object.entries(CAUSES).flatMap(([after, cause]) =>
  Object.entries(FOUND).map(([name, found]): [string, RefundAnswer] => [
    `read after ${after}: ${name}`,
    { of: 'read', cause, payment, found },
  ]),
)
const SENT: Record<string, SendAnswer['answer']> = {
  accepted: { outcome: 'accepted', payment: undefined },
  'not voidable': { outcome: 'not-voidable', words: [] },
  'not refundable': { outcome: 'not-refundable', words: [], isOfProcessor: false },
  'amount refused': { outcome: 'amount-refused', words: [] },
  rejected: { outcome: 'rejected', words: [] },
  ...FAILURES,
}
const SENDS = Object.entries(SENT).map(([name, answer]): [string, RefundAnswer] => [
  `sent: ${name}`,
  { of: 'send', isSettled: false, answer },
])

const ANSWERS: [string, RefundAnswer][] = [
  ['lost send', { of: 'lost-send' }],
  ...SENDS,
  ...READS,
  [
    'read after start: no transaction',
    {
      of: 'read',
      cause: CAUSES.start,
      payment: { transaction_id: null, paid_at: null },
      found: shown,
    },
  ],
]

const stepOf = (refund: RefundRow, answer: RefundAnswer, sentAt = refund.requested_at) =>
  nextStep(refund, answer, { sentAt, now: NOW })

const stateAfter = (refund: RefundRow, { change }: RefundStep): RefundState =>
  change.fails ? 'failed' : (change.row?.state ?? refund.state)

const inWords = (refund: RefundRow, step: RefundStep): string => {
  const { change, effect } = step
  const does =
    effect.do === 'send'
      ? `send ${effect.kind}`
      : effect.do === 'read'
        ? `read after ${effect.cause.after}`
        : effect.do
  const state = stateAfter(refund, step)
  return [
    ...(state === refund.state ? [] : [`${state},`]),
    ...(change.review ? [`review ${change.review},`] : []),
    does,
  ].join(' ')
}

/** Refunds of a state, as far as sends, doubts and acceptances may vary. */
const variantsOf = (state: RefundState): RefundRow[] => {
  const old = before(140)
  const readings = [before(60), before(45), before(30)].map(reading)
  const histories: Partial<RefundRow>[] = [
    {},
    { sends: [send(SENT_AT, 'refused')] },
    { sends: [send(SENT_AT, null)] },
    { sends: [send(SENT_AT, 'none')] },
    { sends: [send(SENT_AT, 'none')], readings },
    { sends: [send(before(5), 'none')], readings, requested_at: before(5) },
    { sends: [send(old, 'none'), send(SENT_AT, null)], readings },
    { sends: [send(old, 'none'), send(SENT_AT, 'none')], readings },
    { sends: [send(old, 'none'), send(SENT_AT, 'refused')], readings },
    { sends: [send(SENT_AT, 'accepted')], accepted_at: before(60) },
    { sends: [send(SENT_AT, 'accepted')], accepted_at: before(2_000) },
  ]
  return [
    REFUNDS[state],
    ...histories.flatMap((history) =>
      [null, ...REFUND_DOUBTS].map((needs_attention) =>
        row({ state, requested_at: SENT_AT, ...history, needs_attention }),
      ),
    ),
  ]
}

/** `of` names the pair in a failure. */
const pairsOf = (state: RefundState) =>
  variantsOf(state).flatMap((refund, index) =>
    ANSWERS.map(([name, answer]) => ({ refund, answer, name, of: `${state} ${index}, ${name}` })),
  )

describe.each(REFUND_STATES)('every answer about a refund in the state %s', (state) => {
  it('a send follows a read that raises no doubt, and no earlier send is open', () => {
    for (const { refund, answer, of } of pairsOf(state)) {
      const { change, effect } = stepOf(refund, answer)
      if (effect.do !== 'send') {
        expect(change.row?.requested_at, of).toBeUndefined()
        continue
      }
      if (answer.of !== 'read' || answer.found.outcome !== 'shown') {
        throw new Error(`No read comes before a send: ${of}`)
      }
      expect(['start', 'not-voidable'], of).toContain(answer.cause.after)
      expect(answer.found.doubt, of).toBeUndefined()
      expect([refund.accepted_at, isOver(refund)], of).toEqual([null, false])
      expect(['pending', 'waiting', 'unknown'], of).toContain(refund.state)
      expect(effect.transactionId, of).toBe(answer.payment.transaction_id)
      const intent = { at: NOW.toISOString(), kind: effect.kind, answer: null }
      const kept = refund.sends.filter((each) => each.answer !== 'refused')
      expect(change.row, of).toMatchObject({ state: 'requested', requested_at: NOW })
      expect(change.row?.sends, of).toEqual([...kept, intent])
    }
  })

  it('an unanswered send is retried once at most, and by the rule alone', () => {
    for (const { refund, answer, of } of pairsOf(state)) {
      const { sends, needs_attention } = refund
      const unanswered = unansweredSends(sends)
      if (stepOf(refund, answer).effect.do !== 'send' || unanswered.length === 0) continue
      expect(unanswered, of).toHaveLength(1)
      if (answer.of !== 'read' || answer.found.outcome !== 'shown') throw new Error(of)
      expect(answer.found.reading, of).toBeDefined()
      // The refund that replaces a refused void belongs to the same retry.
      if (answer.cause.after === 'not-voidable') continue
      expect(needs_attention, of).toBeNull()
      const readings = [...refund.readings, reading(NOW)]
      expect(decideRetry({ sends, readings, now: NOW }), of).toEqual({ decision: 'repeat' })
    }
  })

  it('an accepted refund is never sent, failed or held', () => {
    for (const { refund, answer, of } of pairsOf(state)) {
      if ((refund.state !== 'accepted' && !refund.accepted_at) || isOver(refund)) continue
      const { change, effect } = stepOf(refund, answer)
      expect(effect.do, of).not.toBe('send')
      expect([change.fails, change.review], of).toEqual([undefined, undefined])
      expect([undefined, 'accepted'], of).toContain(change.row?.state)
    }
  })

  it('an unanswered send is never forgotten', () => {
    for (const { refund, answer, of } of pairsOf(state)) {
      const { change } = stepOf(refund, answer)
      const sends = unansweredSends(change.row?.sends ?? refund.sends)
      const answered = answer.of === 'send' ? refund.requested_at?.toISOString() : undefined
      for (const { at } of unansweredSends(refund.sends)) {
        if (at !== answered)
          expect(
            sends.map((each) => each.at),
            of,
          ).toContain(at)
      }
      if (sends.length > 0) expect(change.fails, of).toBeUndefined()
    }
  })

  it('another try changes nothing, except that its acceptance counts', () => {
    for (const { refund, answer, name, of } of pairsOf(state)) {
      const step = stepOf(refund, answer, before(300))
      if (name === 'sent: accepted' && !isOver(refund)) {
        expect(step.change.row, of).toMatchObject({ state: 'accepted', accepted_at: NOW })
      } else {
        expect(step, of).toEqual({
          change: {},
          effect: { do: isOver(refund) ? 'end' : 'give-way' },
        })
      }
    }
  })
})

const STEPS = `
answer                                   | pending                          | requested                          | unknown                            | accepted                  | waiting
lost send                                | read after start                 | unknown, read after start          | read after start                   | read after start          | read after start
sent: accepted                           | accepted, read after acceptance  | accepted, read after acceptance    | accepted, read after acceptance    | read after acceptance     | accepted, read after acceptance
sent: not voidable                       | read after not-voidable          | pending, read after not-voidable   | pending, read after not-voidable   | read after not-voidable   | pending, read after not-voidable
sent: not refundable                     | read after not-refundable        | pending, read after not-refundable | pending, read after not-refundable | read after not-refundable | pending, read after not-refundable
sent: amount refused                     | read after refusal               | pending, read after refusal        | pending, read after refusal        | read after refusal        | pending, read after refusal
sent: rejected                           | read after refusal               | pending, read after refusal        | pending, read after refusal        | read after refusal        | pending, read after refusal
sent: no key                             | waiting, wait                    | waiting, wait                      | waiting, wait                      | wait                      | wait
sent: not found                          | waiting, wait                    | waiting, wait                      | waiting, wait                      | wait                      | wait
sent: not reached                        | back-off                         | pending, back-off                  | pending, back-off                  | back-off                  | pending, back-off
sent: no answer                          | unknown, back-off                | unknown, back-off                  | back-off                           | back-off                  | unknown, back-off
read after start: shown                  | requested, send void             | give-way                           | wait                               | wait                      | requested, send void
read after start: without sum            | requested, send void             | give-way                           | wait                               | wait                      | requested, send void
read after start: other refund           | review refunded_meanwhile, wait  | give-way                           | review refunded_meanwhile, wait    | wait                      | review refunded_meanwhile, wait
read after start: no event               | review changed_unexplained, wait | give-way                           | review changed_unexplained, wait   | wait                      | review changed_unexplained, wait
read after start: event follows          | wait                             | give-way                           | wait                               | wait                      | wait
read after start: no key                 | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after start: not found              | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after start: not reached            | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after start: no answer              | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after start: unreadable             | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after acceptance: shown             | wait                             | wait                               | wait                               | wait                      | wait
read after acceptance: without sum       | wait                             | wait                               | wait                               | wait                      | wait
read after acceptance: other refund      | wait                             | wait                               | wait                               | wait                      | wait
read after acceptance: no event          | wait                             | wait                               | wait                               | wait                      | wait
read after acceptance: event follows     | wait                             | wait                               | wait                               | wait                      | wait
read after acceptance: no key            | waiting, wait                    | unknown, wait                      | wait                               | wait                      | wait
read after acceptance: not found         | waiting, wait                    | unknown, wait                      | wait                               | wait                      | wait
read after acceptance: not reached       | back-off                         | back-off                           | back-off                           | back-off                  | back-off
read after acceptance: no answer         | back-off                         | back-off                           | back-off                           | back-off                  | back-off
read after acceptance: unreadable        | waiting, wait                    | unknown, wait                      | wait                               | wait                      | wait
read after not-voidable: shown           | requested, send refund           | give-way                           | requested, send refund             | wait                      | requested, send refund
read after not-voidable: without sum     | requested, send refund           | give-way                           | wait                               | wait                      | requested, send refund
read after not-voidable: other refund    | review refunded_meanwhile, wait  | give-way                           | review refunded_meanwhile, wait    | wait                      | review refunded_meanwhile, wait
read after not-voidable: no event        | review changed_unexplained, wait | give-way                           | review changed_unexplained, wait   | wait                      | review changed_unexplained, wait
read after not-voidable: event follows   | wait                             | give-way                           | wait                               | wait                      | wait
read after not-voidable: no key          | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after not-voidable: not found       | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after not-voidable: not reached     | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after not-voidable: no answer       | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after not-voidable: unreadable      | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after not-refundable: shown         | waiting, wait                    | give-way                           | waiting, wait                      | wait                      | wait
read after not-refundable: without sum   | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after not-refundable: other refund  | waiting, wait                    | give-way                           | waiting, wait                      | wait                      | wait
read after not-refundable: no event      | waiting, wait                    | give-way                           | waiting, wait                      | wait                      | wait
read after not-refundable: event follows | waiting, wait                    | give-way                           | waiting, wait                      | wait                      | wait
read after not-refundable: no key        | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after not-refundable: not found     | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after not-refundable: not reached   | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after not-refundable: no answer     | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after not-refundable: unreadable    | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after refusal: shown                | failed, end                      | give-way                           | review refused_unexplained, wait   | wait                      | failed, end
read after refusal: without sum          | failed, end                      | give-way                           | wait                               | wait                      | failed, end
read after refusal: other refund         | failed, end                      | give-way                           | review refused_unexplained, wait   | wait                      | failed, end
read after refusal: no event             | failed, end                      | give-way                           | review refused_unexplained, wait   | wait                      | failed, end
read after refusal: event follows        | failed, end                      | give-way                           | review refused_unexplained, wait   | wait                      | failed, end
read after refusal: no key               | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after refusal: not found            | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after refusal: not reached          | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after refusal: no answer            | back-off                         | give-way                           | back-off                           | back-off                  | back-off
read after refusal: unreadable           | waiting, wait                    | give-way                           | wait                               | wait                      | wait
read after start: no transaction         | waiting, wait                    | give-way                           | wait                               | wait                      | wait
`

describe('the steps of a refund', () => {
  it('every answer in every open state', () => {
    const [head, ...lines] = STEPS.trim()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const states = REFUND_STATES.filter((state) => !isOver({ state }))
    expect(head).toEqual(['answer', ...states])
    expect(lines).toEqual(
      ANSWERS.map(([name, answer]) => [
        name,
        ...states.map((state) => inWords(REFUNDS[state], stepOf(REFUNDS[state], answer))),
      ]),
    )
  })

  it.each(NOT_REACHED)(
    'a request that did not arrive ($detail) is forgotten and sent again',
    (answer) => {
      const sent = { of: 'send', isSettled: false, answer } as const
      const { change, effect } = stepOf(REFUNDS.requested, sent)
      expect(change).toMatchObject({
        row: { state: 'pending', sends: [] },
        lineOnce: 'refund_not_sent',
      })
      expect(effect).toEqual({ do: 'back-off', failure: answer })
      const pending = row({ ...REFUNDS.requested, ...change.row })
      expect(plannedStep(pending, NOW)).toEqual({ step: 'send', resendFrom: undefined })
    },
  )

  it.each(UNKNOWN)(
    'a request with an unknown outcome ($detail) is looked up and sent again after an hour',
    (answer) => {
      const sent = { of: 'send', isSettled: false, answer } as const
      const { change } = stepOf(REFUNDS.requested, sent)
      expect(change).toMatchObject({ row: { state: 'unknown' }, lineOnce: 'refund_unknown' })
      const unknown = row({ ...REFUNDS.requested, ...change.row })
      const { step, resendFrom } = plannedStep(unknown, NOW) ?? {}
      expect(step).toBe('look_up')
      expect(resendFrom?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 60 * 60_000)
    },
  )

  it('a request that did not arrive keeps an earlier one with an unknown outcome', () => {
    const sends = [send(before(140), 'none'), send(SENT_AT, null)]
    const retried = row({ ...REFUNDS.requested, sends })
    for (const answer of NOT_REACHED) {
      const { change } = stepOf(retried, { of: 'send', isSettled: false, answer })
      expect(change).toMatchObject({ row: { state: 'unknown' }, lineOnce: 'refund_unknown' })
    }
  })

  it('every planned step is what the next answer leads to', () => {
    const found: RefundAnswer = { of: 'read', cause: CAUSES.start, payment, found: shown }
    for (const state of REFUND_STATES) {
      for (const refund of variantsOf(state)) {
        const planned = plannedStep(refund, NOW)
        const { effect } = stepOf(refund, found)
        if (effect.do !== 'send' || refund.needs_attention) continue
        const isRepeat = unansweredSends(refund.sends).length > 0
        const isLookedUp = isRepeat || state === 'unknown'
        expect(planned?.step).toBe(isLookedUp ? 'look_up' : 'send')
        if (isRepeat) expect(planned?.resendFrom?.getTime()).toBeLessThanOrEqual(NOW.getTime())
      }
    }
  })
})
