import { expect, it } from 'vitest'
import { judgePartitions, judgeRetention } from './check-retention.ts'

const now = new Date('2026-05-20T12:00:00Z')

it('a missing month is a warning that names its tables', () => {
  const found = judgePartitions({ missing: ['inbox_2026_06'], overdue: [], until: '2026-05' })
  expect(found).toMatchObject({
    verdict: 'warning',
    text: expect.stringContaining('inbox_2026_06'),
  })
})

it('an old month that retention left is a warning', () => {
  const found = judgePartitions({ missing: [], overdue: ['inbox_2025_12'], until: '2026-07' })
  expect(found).toMatchObject({
    verdict: 'warning',
    text: expect.stringContaining('inbox_2025_12'),
  })
})

it('months that are there until summer are fine', () => {
  const found = judgePartitions({ missing: [], overdue: [], until: '2026-07' })
  expect(found).toMatchObject({ verdict: 'ok', text: expect.stringContaining('2026-07') })
})

it.for([
  [undefined, 'warning'],
  [new Date('2026-05-19T12:00:00Z'), 'warning'],
  [new Date('2026-05-20T11:00:00Z'), 'ok'],
  [new Date('2026-05-20T18:00:00Z'), 'ok'],
] as const)('retention that is due at %s is judged %s', ([nextRunAt, verdict]) => {
  expect(judgeRetention(nextRunAt, now).verdict).toBe(verdict)
})
