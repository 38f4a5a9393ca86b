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

describe('a worker', () => {
  it('that looks for work and finds none is well', () => {
    const { watch, lines, seconds } = watched()
    seconds(60, () => watch.cameRound('tasks'))
    expect([watch.stuckFor(), lines]).toEqual([0, []])
  })

  it('whose looks do not come to their end says so once, within 15 seconds, and once when they do', () => {
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
    'that has no more %s says so, although it looks for tasks',
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

  it('to which nothing comes of what was handed over says so, and once when nothing waits any more', () => {
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

  it('that has a lot to do and does it is well', async () => {
    const { watch, lines, seconds } = watched()
    for (let n = 0; n < 30; n++) {
      await watch.during(async () => {})
      seconds(2, () => watch.cameRound('tasks'))
    }
    expect([watch.stuckFor(), lines]).toEqual([0, []])
  })

  it('whose job queue is away waits for it, as long as events and notifications go on', () => {
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

  it('that waits for a gateway which takes long is well, though others wait behind it', () => {
    const { watch, seconds } = watched()
    void watch.during(() => new Promise(() => {}))
    seconds(60, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBe(0)
  })

  it('that hands over one batch after the other is well, although it never comes to the end of a look', () => {
    const { watch, seconds } = watched()
    seconds(60, () => watch.cameRound('tasks'))
    expect(watch.stuckFor()).toBe(0)
  })
})
