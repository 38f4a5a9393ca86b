import { describe, expect, it } from 'vitest'
import { windowOfNight } from './window.ts'

describe('the days of a nightly reconciliation', () => {
  const night = { to: '2026-05-04', days: 3 }

  it.each([
    ['as many days as the policy sets', undefined, '2026-05-02'],
    [
      'as many days after a complete night',
      { state: 'done', from_day: '2026-01-01' },
      '2026-05-02',
    ],
    ['the days of a failed night, too', { state: 'failed', from_day: '2026-05-01' }, '2026-05-01'],
    [
      'the days of a stopped night, too',
      { state: 'stopped', from_day: '2026-04-20' },
      '2026-04-20',
    ],
    [
      'no fewer days after a failed night',
      { state: 'failed', from_day: '2026-05-03' },
      '2026-05-02',
    ],
    [
      'no more days than a window allows',
      { state: 'failed', from_day: '2024-01-01' },
      '2025-05-04',
    ],
  ] as const)('a nightly run covers %s', (_, before, from) => {
    expect(windowOfNight({ ...night, before })).toEqual({ from, to: night.to })
  })
})
