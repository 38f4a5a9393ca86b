import { describe, expect, it } from 'vitest'
import { windowOfNight } from './window.ts'

describe('the days of a nightly reconciliation', () => {
  const night = { to: '2026-05-04', days: 3 }

  it.each([
    ['are as many as the store wants', undefined, '2026-05-02'],
    [
      'are the same after a night that is done',
      { state: 'done', from_day: '2026-01-01' },
      '2026-05-02',
    ],
    [
      'reach back to those of a night that failed',
      { state: 'failed', from_day: '2026-05-01' },
      '2026-05-01',
    ],
    ['or that was stopped', { state: 'stopped', from_day: '2026-04-20' }, '2026-04-20'],
    ['and are no fewer for it', { state: 'failed', from_day: '2026-05-03' }, '2026-05-02'],
    ['and not more than a window has', { state: 'failed', from_day: '2024-01-01' }, '2025-05-04'],
  ] as const)('%s', (_, before, from) => {
    expect(windowOfNight({ ...night, before })).toEqual({ from, to: night.to })
  })
})
