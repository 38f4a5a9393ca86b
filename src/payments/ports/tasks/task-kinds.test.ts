import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { taskKindsOf } from './task-kinds.ts'

const documented = new Map(
  readFileSync(new URL('../../../../docs/reference-operations.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, kind = '', ...cells] = line.split('|').map((cell) => cell.trim())
      return kind.startsWith('`') ? [[kind.slice(1, -1), cells] as const] : []
    }),
)

describe('task kinds', () => {
  it.each([...taskKindsOf([]).values()])(
    '$kind is complete and matches the operations document',
    ({ kind, needs, waitsMs, timeoutMs, maxTries, concurrencyPerStore, onFailure }) => {
      expect(waitsMs.length).toBeGreaterThan(0)
      expect(timeoutMs).toBeGreaterThan(0)
      for (const words of [onFailure.es, onFailure.en]) expect(words).toMatch(/\.$/)

      const [neededInDocument, , tries, , atOnce] = documented.get(kind) ?? []
      expect(neededInDocument).toBe(needs === 'db' ? '' : needs)
      expect(tries).toBe(maxTries === undefined ? 'no limit' : String(maxTries))
      expect(atOnce).toBe(String(concurrencyPerStore))
    },
  )
})
