import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchWork } from './work-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watched = () => {
  const lines: string[] = []
  const write = (...parts: unknown[]) => void lines.push(String(parts.at(-1)))
  const watch = watchWork({ error: write, info: write } as never)
  const seconds = (count: number, each: () => void) => {
    for (let n = 0; n < count; n++) {
      vi.advanceTimersByTime(1_000)
      each()
    }
  }
  return { watch, lines, seconds }
}

describe('the work watch', () => {
  it('an idle worker that keeps polling is healthy', () => {
    const { watch, lines, seconds } = watched()
    seconds(60, () => watch.cameRound('tasks'))
    expect([watch.stuckFor(), lines]).toEqual([0, []])
  })

  it('a worker whose polls hang is stuck, with one log line within 15 seconds and one when it recovers', () => {
    const { watch, lines, seconds } = watched()
    seconds(11, () => {})
    expect(watch.stuckFor()).toBe(0)
    seconds(4, () => {})
    expect(watch.stuckFor()).toBeGreaterThan(0)
    seconds(60, () => {})
    expect(lines).toEqual(['the worker makes no progress while work is due'])
    seconds(2, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBe(0)
    expect(lines.at(-1)).toBe('the worker makes progress again')
  })

  it.each(['events', 'notifications'] as const)(
    'a worker without %s is stuck although it polls for tasks',
    (work) => {
      const { watch, lines, seconds } = watched()
      seconds(30, () => {
        watch.cameRound('tasks')
        watch.cameRound(work)
      })
      expect(watch.stuckFor()).toBe(0)
      seconds(15, () => watch.cameRound('tasks'))
      expect(watch.stuckFor()).toBeGreaterThan(0)
      seconds(2, () => watch.cameRound(work))
      expect(lines.at(-1)).toBe('the worker makes progress again')
    },
  )

  it('a worker without the jobs that it queued is stuck until no job waits', () => {
    const { watch, lines, seconds } = watched()
    watch.cameRound('jobs')
    seconds(30, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBeGreaterThan(15)
    expect(lines).toHaveLength(1)
    watch.cameRound('jobs')
    seconds(2, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBe(0)
    expect(lines.at(-1)).toBe('the worker makes progress again')
  })

  it('a busy worker is healthy', async () => {
    const { watch, lines, seconds } = watched()
    for (let n = 0; n < 30; n++) {
      await watch.during(async () => {})
      seconds(2, () => watch.cameRound('tasks'))
    }
    expect([watch.stuckFor(), lines]).toEqual([0, []])
  })

  it('a worker without its job queue waits, as long as events and notifications continue', () => {
    const { watch, seconds } = watched()
    watch.queueIsAway(true)
    watch.cameRound('events')
    seconds(30, () => watch.cameRound('events'))
    expect([watch.isQueueAway(), watch.stuckFor() > 15]).toEqual([true, true])
    seconds(15, () => {})
    expect(watch.isQueueAway()).toBe(false)
    watch.cameRound('events')
    watch.queueIsAway(false)
    expect([watch.isQueueAway(), watch.stuckFor()]).toEqual([false, 0])
  })

  it('a worker with a slow gateway call is healthy although jobs wait', () => {
    const { watch, seconds } = watched()
    void watch.during(() => new Promise(() => {}))
    seconds(60, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBe(0)
  })

  it('a worker that relays batch after batch is healthy although its poll never ends', () => {
    const { watch, seconds } = watched()
    seconds(60, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBe(0)
  })
})
