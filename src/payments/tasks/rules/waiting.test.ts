import { describe, expect, it } from 'vitest'
import { addMs } from '../../../runtime/clock.ts'
import { type WaitingTask, waitOfRefund, waitOfTask } from './waiting.ts'

const now = new Date('2026-05-10T12:00:00Z')
const soon = addMs(now, 60_000)
const later = addMs(now, 600_000)
const tomorrow = addMs(now, 24 * 3_600_000)

const task = (changes: Partial<WaitingTask> = {}): WaitingTask => ({
  state: 'ready',
  needs: 'gateway',
  run_at: now,
  tries: 0,
  out_of_reach: false,
  passes_circuit: false,
  ...changes,
})
const open = { open_until: later, paused_at: null }
const waitOf = (changes: Partial<WaitingTask>, circuit?: Parameters<typeof waitOfTask>[1]) =>
  waitOfTask(task(changes), circuit, now)

describe('tasks', () => {
  it('a running or done task waits for nothing, and a dead one for a person', () => {
    expect(waitOf({ state: 'running' }, open)).toBeUndefined()
    expect(waitOf({ state: 'done' })).toBeUndefined()
    expect(waitOf({ state: 'dead' })).toEqual({ for: 'person', until: null })
  })

  it('a due task waits for a worker, even behind an open circuit if a person wants it tried', () => {
    expect(waitOf({})).toEqual({ for: 'worker', until: null })
    expect(waitOf({ state: 'queued' }, open)).toEqual({ for: 'worker', until: null })
    expect(waitOf({ passes_circuit: true }, open)).toEqual({ for: 'worker', until: null })
  })

  it('a future task waits for its schedule or its retry', () => {
    expect(waitOf({ run_at: soon })).toEqual({ for: 'schedule', until: soon })
    expect(waitOf({ run_at: soon, tries: 1 })).toEqual({ for: 'retry', until: soon })
  })

  it('a task behind an open circuit waits until the circuit lets it try', () => {
    expect(waitOf({}, open)).toEqual({ for: 'gateway', until: later })
    expect(waitOf({ needs: 'shop' }, open)).toEqual({ for: 'store', until: later })
    expect(waitOf({ run_at: soon, tries: 3 }, open)).toEqual({ for: 'gateway', until: later })
    const notReached = { run_at: tomorrow, tries: 3, out_of_reach: true }
    expect(waitOf(notReached, open)).toEqual({ for: 'gateway', until: tomorrow })
  })

  it('a task due long after the circuit half-opens waits for its own time', () => {
    expect(waitOf({ run_at: tomorrow, tries: 3 }, open)).toEqual({ for: 'retry', until: tomorrow })
  })

  it('a task behind a half-open circuit waits without a known end', () => {
    const halfOpen = { open_until: now, paused_at: null }
    expect(waitOf({}, halfOpen)).toEqual({ for: 'gateway', until: null })
  })

  it('a task of a paused store waits without a known end', () => {
    const paused = { open_until: now, paused_at: now }
    expect(waitOf({ needs: 'shop' }, paused)).toEqual({ for: 'store', until: null })
  })

  it('a task that needs only the database ignores circuits', () => {
    expect(waitOf({ needs: 'db' }, open)).toEqual({ for: 'worker', until: null })
  })
})

describe('refunds', () => {
  const retry = { isUnderWay: false, wait: { for: 'retry', until: soon } } as const
  const refund = (
    state: Parameters<typeof waitOfRefund>[0]['state'],
    code?: 'not_refundable_yet' | 'key_refused',
  ) => ({ state, refusal: code ? { code } : null, needs_attention: null, approval: null })

  const REFUSED_BY_PROCESSOR = {
    ...refund('waiting'),
    refusal: { code: 'not_refundable_yet', is_unexplained: true },
  } as const

  it('an ended or running refund waits for nothing', () => {
    for (const state of ['succeeded', 'failed', 'cancelled'] as const) {
      expect(waitOfRefund(refund(state), undefined)).toBeUndefined()
    }
    const underWay = { isUnderWay: true, wait: undefined }
    expect(waitOfRefund(refund('requested'), underWay)).toBeUndefined()
  })

  it.each([
    ['that the gateway does not accept yet', refund('waiting', 'not_refundable_yet'), 'settlement'],
    ['that the processor refuses after settlement', REFUSED_BY_PROCESSOR, 'retry'],
    ['with a refused key', refund('waiting', 'key_refused'), 'person'],
    ['accepted but not shown yet', refund('accepted'), 'confirmation'],
    ['with a lost response', refund('unknown'), 'confirmation'],
    ['not requested yet', refund('pending'), 'retry'],
  ] as const)('a refund %s names its reason and the next try', (_, refund, waitingFor) => {
    expect(waitOfRefund(refund, retry)).toEqual({ for: waitingFor, until: soon })
  })

  it('a refund with an unknown outcome waits for a person, until the next lookup', () => {
    const doubtful = { ...refund('unknown'), needs_attention: 'unanswered_twice' } as const
    expect(waitOfRefund(doubtful, retry)).toEqual({ for: 'person', until: soon })
  })

  it('a refund behind an open circuit waits for the gateway in every state', () => {
    const wait = { for: 'gateway', until: later } as const
    for (const state of ['pending', 'unknown', 'accepted', 'waiting'] as const) {
      expect(waitOfRefund(refund(state), { isUnderWay: false, wait })).toEqual(wait)
    }
  })

  it('a refund of a frozen store waits for the thaw, unless the gateway may have made it', () => {
    const frozen = { isFrozen: true }
    for (const state of ['pending', 'waiting'] as const) {
      expect(waitOfRefund(refund(state), retry, frozen)).toEqual({ for: 'thaw', until: null })
    }
    expect(waitOfRefund(refund('unknown'), retry, frozen)).toMatchObject({ for: 'confirmation' })
    expect(waitOfRefund(refund('failed'), undefined, frozen)).toBeUndefined()
  })

  it('a refund without a live task waits for a person', () => {
    expect(waitOfRefund(refund('unknown'), undefined)).toEqual({ for: 'person', until: null })
  })
})
