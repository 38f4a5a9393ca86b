import { describe, expect, it } from 'vitest'
import { failedCheck, ok, warning, worstOf } from './finding.ts'
import { judgePostgresVersion, judgeSkew, judgeSpace } from './judge.ts'

const MINUTE_MS = 60_000

describe('clock skew', () => {
  it.each([
    [400, 'ok', 'agrees with'],
    [-2_000, 'ok', '2 s behind'],
    [-45_000, 'warning', '45 s behind'],
    [6 * MINUTE_MS, 'failed', '360 s ahead of'],
  ])('a skew of %i ms is %s', (skewMs, verdict, words) => {
    const finding = judgeSkew(skewMs, { check: 'clock', whose: "the gateway's" })
    expect([finding.verdict, finding.text]).toEqual([verdict, expect.stringContaining(words)])
  })
})

describe('disk space', () => {
  it.each([
    [20, 'ok'],
    [1, 'warning'],
    [0.1, 'failed'],
  ])('a disk with %d GiB free is %s', (gib, verdict) => {
    expect(judgeSpace(gib * 1_024 ** 3, '.data').verdict).toBe(verdict)
  })
})

describe('the version of PostgreSQL', () => {
  it.each([
    [180_004, '18.4', 'ok'],
    [150_000, '15.0', 'ok'],
    [140_011, '14.11', 'failed'],
  ])('version number %i is %s, which is %s', (number, version, verdict) => {
    const finding = judgePostgresVersion(number, 'DATABASE_URL')
    expect([finding.text, finding.verdict]).toEqual([expect.stringContaining(version), verdict])
  })
})

describe('the overall verdict', () => {
  const fine = ok({ check: 'a', text: 'Fine.' })
  const doubtful = warning({ check: 'b', text: 'Hm.', cure: 'Look.' })
  const bad = failedCheck({ check: 'c', text: 'No.', cure: 'Do.' })

  it.each([
    ['nothing', [], 'ok'],
    ['what is right', [fine, fine], 'ok'],
    ['a warning', [fine, doubtful], 'warning'],
    ['a failure', [bad, doubtful, fine], 'failed'],
  ] as const)('the verdict for %s is %s', (_, findings, verdict) => {
    expect(worstOf(findings)).toBe(verdict)
  })
})
