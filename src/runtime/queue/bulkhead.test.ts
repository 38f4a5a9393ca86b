import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BulkheadBounds, createBulkhead } from './bulkhead.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BOUNDS = { atOnce: 3, atOncePerKey: 2, waiting: 4, waitingPerKey: 3, waitMs: 1_000 }

const open = (bounds: Partial<BulkheadBounds> = {}) => {
  const bulkhead = createBulkhead({ ...BOUNDS, ...bounds })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, key = name[0] ?? '') =>
    bulkhead.run(key, async ({ hasWaited }) => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      await promise
      return hasWaited
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { bulkhead, begun, run, end }
}

it('a key with all its room in use waits, and holds up no other key', async () => {
  const { begun, run, end } = open()
  const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map((name) => run(name))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a2')
  expect(begun.at(-1)).toBe('a3')
  for (const name of ['a1', 'a3', 'c1', 'a4']) await end(name)
  const waited = await Promise.all(all)
  expect(waited.map((one) => one.outcome === 'done' && one.value)).toEqual([
    false,
    false,
    true,
    false,
    true,
    true,
  ])
})

it('work above the bounds of those that wait does not run', async () => {
  const { begun, run } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run(name)
  expect(await run('a6')).toEqual({ outcome: 'busy' })
  void run('b1')
  void run('b2')
  expect(await run('b3')).toEqual({ outcome: 'busy' })
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

it('work that waited too long does not run, and leaves its room to others', async () => {
  const { begun, run, end } = open({ atOnce: 1, waitingPerKey: 1 })
  void run('a1')
  const late = run('a2')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toEqual({ outcome: 'busy' })
  void run('a3')
  await end('a1')
  expect(begun).toEqual(['a1', 'a3'])
})

it('work that fails makes room', async () => {
  const { bulkhead, begun, run } = open({ atOnce: 1 })
  const failing = bulkhead.run('a', () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
  void run('a2')
  expect(begun).toEqual(['a2'])
})
