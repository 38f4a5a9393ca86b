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

describe('a task', () => {
  it('that runs or is done waits for nothing, and one that was given up for a person', () => {
    expect(waitOf({ state: 'running' }, open)).toBeUndefined()
    expect(waitOf({ state: 'done' })).toBeUndefined()
    expect(waitOf({ state: 'dead' })).toEqual({ for: 'person', until: null })
  })

  it('that is due waits for a worker, and so does one that a person wants tried', () => {
    expect(waitOf({})).toEqual({ for: 'worker', until: null })
    expect(waitOf({ state: 'queued' }, open)).toEqual({ for: 'worker', until: null })
    expect(waitOf({ passes_circuit: true }, open)).toEqual({ for: 'worker', until: null })
  })

  it('whose time has not come waits for it, or for its next try', () => {
    expect(waitOf({ run_at: soon })).toEqual({ for: 'schedule', until: soon })
    expect(waitOf({ run_at: soon, tries: 1 })).toEqual({ for: 'retry', until: soon })
  })

  it('that needs somebody who is left alone waits for them, until it is tried at the latest', () => {
    expect(waitOf({}, open)).toEqual({ for: 'gateway', until: later })
    expect(waitOf({ needs: 'shop' }, open)).toEqual({ for: 'store', until: later })
    expect(waitOf({ run_at: soon, tries: 3 }, open)).toEqual({ for: 'gateway', until: later })
    const notReached = { run_at: tomorrow, tries: 3, out_of_reach: true }
    expect(waitOf(notReached, open)).toEqual({ for: 'gateway', until: tomorrow })
  })

  it('that is planned for long after they are left alone waits for its own time', () => {
    expect(waitOf({ run_at: tomorrow, tries: 3 }, open)).toEqual({ for: 'retry', until: tomorrow })
  })

  it('behind another one that tries waits for what becomes of it', () => {
    const halfOpen = { open_until: now, paused_at: null }
    expect(waitOf({}, halfOpen)).toEqual({ for: 'gateway', until: null })
  })

  it('of a shop that is paused waits until nobody knows when', () => {
    const paused = { open_until: now, paused_at: now }
    expect(waitOf({ needs: 'shop' }, paused)).toEqual({ for: 'store', until: null })
  })

  it('that needs nobody waits for nobody', () => {
    expect(waitOf({ needs: 'db' }, open)).toEqual({ for: 'worker', until: null })
  })
})

describe('a refund', () => {
  const retry = { isUnderWay: false, wait: { for: 'retry', until: soon } } as const
  const refund = (
    state: Parameters<typeof waitOfRefund>[0]['state'],
    code?: 'not_refundable_yet' | 'key_refused',
  ) => ({ state, refusal: code ? { code } : null, needs_attention: null })

  it('that has ended, or is being asked for, waits for nothing', () => {
    for (const state of ['succeeded', 'failed', 'cancelled'] as const) {
      expect(waitOfRefund(refund(state), undefined)).toBeUndefined()
    }
    const underWay = { isUnderWay: true, wait: undefined }
    expect(waitOfRefund(refund('requested'), underWay)).toBeUndefined()
  })

  it.each([
    ['that the gateway does not make yet', refund('waiting', 'not_refundable_yet'), 'settlement'],
    ['whose key is refused', refund('waiting', 'key_refused'), 'person'],
    ['that was accepted and does not show yet', refund('accepted'), 'confirmation'],
    ['whose answer was lost', refund('unknown'), 'confirmation'],
    ['that was not asked for yet', refund('pending'), 'retry'],
  ] as const)('%s says so, and when Puente looks next', (_, refund, waitingFor) => {
    expect(waitOfRefund(refund, retry)).toEqual({ for: waitingFor, until: soon })
  })

  it('of which nobody knows whether it was made waits for a person, who is told when it is looked for', () => {
    const doubtful = { ...refund('unknown'), needs_attention: 'unanswered_twice' } as const
    expect(waitOfRefund(doubtful, retry)).toEqual({ for: 'person', until: soon })
  })

  it('whose gateway is left alone waits for the gateway, whatever its state', () => {
    const wait = { for: 'gateway', until: later } as const
    for (const state of ['pending', 'unknown', 'accepted', 'waiting'] as const) {
      expect(waitOfRefund(refund(state), { isUnderWay: false, wait })).toEqual(wait)
    }
  })

  it('that nobody carries out any more waits for a person', () => {
    expect(waitOfRefund(refund('unknown'), undefined)).toEqual({ for: 'person', until: null })
  })
})
