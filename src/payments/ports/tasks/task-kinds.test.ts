import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { taskKindsOf } from './task-kinds.ts'

const documented = new Map(
  readFileSync(new URL('../../../../docs/reference-operations.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, kind = '', ...cells] = line.split('|').map((cell) => cell.trim())
      return kind.startsWith('`') ? [[kind.slice(1, -1), cells] as const] : []
    }),
)

/** "5, 30 s, 2 min" */
const wordsOf = (timesMs: readonly number[]): string =>
  (
    [
      ['s', SECOND, MINUTE],
      ['min', MINUTE, HOUR],
      ['h', HOUR, Number.POSITIVE_INFINITY],
    ] as const
  )
    .flatMap(([name, unit, end]) => {
      const counts = timesMs.filter((ms) => ms >= unit && ms < end).map((ms) => ms / unit)
      return counts.length > 0 ? [`${counts.join(', ')} ${name}`] : []
    })
    .join(', ')

describe('task kinds', () => {
  it.each([...taskKindsOf([]).values()])(
    '$kind is complete and matches the operations document',
    ({ kind, needs, waitsMs, timeoutMs, maxTries, concurrencyPerStore, onFailure }) => {
      expect(waitsMs.length).toBeGreaterThan(0)
      expect(timeoutMs).toBeGreaterThan(0)
      for (const words of [onFailure.es, onFailure.en]) expect(words).toMatch(/\.$/)

      const [neededInDocument, waits, tries, timeout, atOnce] = documented.get(kind) ?? []
      expect(neededInDocument).toBe(needs === 'db' ? '' : needs)
      expect(waits).toBe(wordsOf(waitsMs.slice(0, maxTries && maxTries - 1)))
      expect(timeout).toBe(wordsOf([timeoutMs]))
      expect(tries).toBe(maxTries === undefined ? 'no limit' : String(maxTries))
      expect(atOnce).toBe(String(concurrencyPerStore))
    },
  )
})
