import { describe, expect, it } from 'vitest'
import { addMs, MINUTE } from '../../../runtime/clock.ts'
import { nextPollAt } from './next-poll.ts'

const created = new Date('2026-05-10T12:00:00Z')

describe('polls of a payment without an event', () => {
  it.each([
    [0, 5],
    [5, 15],
    [6, 15],
    [15, 60],
    [60, 360],
    [359, 360],
    [360, 360 + 1_440],
    [5_000, 5_000 + 1_440],
  ])('at the age of %i minutes, the next poll is at %i', (age, next) => {
    const at = nextPollAt(created, addMs(created, age * MINUTE))
    expect((at.getTime() - created.getTime()) / MINUTE).toBe(next)
  })
})
