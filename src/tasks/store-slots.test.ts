import { describe, expect, it } from 'vitest'
import { createStoreSlots } from './store-slots.ts'

/** Jobs that run until they are let go. */
const held = () => {
  const order: string[] = []
  const open = new Map<string, () => void>()
  const run = (job: string): Promise<void> => {
    order.push(job)
    return new Promise((resolve) => open.set(job, resolve))
  }
  const letGo = async (job: string): Promise<void> => {
    open.get(job)?.()
    await new Promise(setImmediate)
  }
  return { order, run, letGo }
}

const slotsOf = (
  run: (job: string) => Promise<void>,
  { workers = 10, onError = () => {} }: { workers?: number; onError?: () => void } = {},
) =>
  createStoreSlots<string>({
    workers,
    slotsOf: () => 2,
    waitingPerGroup: 2,
    run,
    keyOf: (job) => job,
    onError,
  })

describe('the slots of a store', () => {
  it('run as many jobs as there are slots, and the next as soon as one is free', async () => {
    const { order, run, letGo } = held()
    const slots = slotsOf(run)
    slots.run('shop', 'a')
    slots.run('shop', 'b')
    expect(await slots.run('shop', 'c')).toBe('waits')
    expect(await slots.run('shop', 'd')).toBe('waits')
    expect(order).toEqual(['a', 'b'])
    await letGo('b')
    expect(order).toEqual(['a', 'b', 'c'])
    await letGo('c')
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('of a shop that does not answer leave those of another shop free', async () => {
    const { order, run } = held()
    const slots = slotsOf(run)
    for (const job of ['a', 'b', 'c']) slots.run('silent', job)
    slots.run('lively', 'x')
    expect(order).toEqual(['a', 'b', 'x'])
  })

  it('give way to another shop as soon as one of its jobs has ended, however many wait', async () => {
    const { order, run, letGo } = held()
    const slots = slotsOf(run, { workers: 2 })
    for (const job of ['a', 'b', 'c', 'd']) slots.run('flooded', job)
    slots.run('quiet', 'x')
    slots.run('quiet', 'y')
    await letGo('a')
    expect(order).toEqual(['a', 'b', 'x'])
    await letGo('b')
    await letGo('x')
    expect(order).toEqual(['a', 'b', 'x', 'c', 'y'])
  })

  it('keep nobody waiting who cannot run at once, even if there is a single worker', async () => {
    const { run } = held()
    const slots = slotsOf(run, { workers: 1 })
    slots.run('shop', 'a')
    expect(await slots.run('shop', 'b')).toBe('waits')
  })

  it('have room for so many that wait, and one that is offered again does not wait twice', async () => {
    const { order, run, letGo } = held()
    const slots = slotsOf(run)
    for (const job of ['a', 'b', 'c', 'd']) slots.run('shop', job)
    expect(await slots.run('shop', 'e')).toBe('no-room')
    expect(await slots.run('shop', 'c')).toBe('waits')
    for (const job of ['a', 'b', 'c', 'd']) await letGo(job)
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('go on with those that wait after a job that failed', async () => {
    const ran: string[] = []
    let told = 0
    const slots = slotsOf(
      async (job) => {
        await new Promise(setImmediate)
        ran.push(job)
        if (job.startsWith('bad')) throw new Error(job)
      },
      { onError: () => told++ },
    )
    const bad = expect(slots.run('shop', 'bad')).rejects.toThrow('bad')
    for (const job of ['a', 'bad later', 'c']) slots.run('shop', job)
    await bad
    await slots.ended()
    await slots.ended()
    expect(ran.toSorted()).toEqual(['a', 'bad', 'bad later', 'c'])
    expect(told).toBe(1)
  })

  it('hand back who waits when they close', async () => {
    const { order, run, letGo } = held()
    const slots = slotsOf(run)
    for (const job of ['a', 'b', 'c']) slots.run('shop', job)
    expect(slots.close()).toEqual(['c'])
    await letGo('a')
    expect(order).toEqual(['a', 'b'])
  })
})
