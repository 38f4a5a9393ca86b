import { pino } from 'pino'
import { expect, test } from 'vitest'
import { addMs, adjustableClock } from '../../../src/runtime/clock.ts'
import { startScheduler } from './scheduler.ts'
import { travelTo } from './travel.ts'

const MINUTE_MS = 60_000

test('a clock jump runs work that falls due during a check at its time, not at the end', async () => {
  const clock = adjustableClock(0)
  let dueAt: Date | undefined
  const doneAt: Date[] = []
  const work = {
    runDue: async () => {
      const looked = clock.now()
      if (dueAt && dueAt <= looked) {
        doneAt.push(looked)
        dueAt = undefined
      } else if (dueAt && dueAt.getTime() - looked.getTime() < 1_000) {
        // Time passes during the check.
        clock.setOffsetMs(clock.offsetMs() + 2_000)
      }
    },
    nextDueAt: async (lookedAt: Date) => (dueAt && dueAt > lookedAt ? dueAt : undefined),
  }
  const scheduler = startScheduler({ clock, work: [work], log: pino({ level: 'silent' }) })
  const target = addMs(clock.now(), 90 * MINUTE_MS)
  await scheduler.runDue()
  // Just after the jump's first check.
  dueAt = addMs(clock.now(), 500)
  await travelTo(target, { clock, scheduler, settled: async () => false })
  await scheduler.close()
  expect(doneAt).toHaveLength(1)
  expect(doneAt[0]?.getTime()).toBeLessThan(target.getTime() - 80 * MINUTE_MS)
})
