import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { TaskRow } from '../db/outbox.ts'
import { dueTasks, TASK_KINDS } from '../payments/ports/enqueue.ts'
import { atOncePerStore, jobOf } from './catalogue.ts'

const taskOf = (kind: string) => ({ kind, payload: {} }) as unknown as TaskRow

/** The rows of the table in the document, by kind. */
const documented = new Map(
  readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, kind = '', ...cells] = line.split('|').map((cell) => cell.trim())
      return kind.startsWith('`') ? [[kind.slice(1, -1), cells] as const] : []
    }),
)

describe('the catalogue of jobs', () => {
  it.each(TASK_KINDS)(
    '%s says all that there is to say, and the document says the same',
    (kind) => {
      const job = jobOf(taskOf(kind), [])
      if (!job) throw new Error('not in the catalogue')
      expect(job.waitsMs.length).toBeGreaterThan(0)
      expect(job.timeoutMs).toBeGreaterThan(0)
      for (const words of [job.onFailure.es, job.onFailure.en]) expect(words).toMatch(/\.$/)

      const [needs, , tries, , atOnce] = documented.get(kind) ?? []
      expect(needs).toBe(dueTasks[kind].needs === 'db' ? '' : dueTasks[kind].needs)
      expect(tries).toBe(Number.isFinite(job.maxTries) ? String(job.maxTries) : 'no limit')
      expect(atOnce).toBe(String(atOncePerStore(kind, [])))
    },
  )

  it('knows no kind that is not in it', () => {
    expect(jobOf(taskOf('from-the-future'), [])).toBeUndefined()
    expect(atOncePerStore('from-the-future', [])).toBe(1)
  })
})
