import { describe, expect, it } from 'vitest'
import { createStoreSlots } from './store-slots.ts'

/** Jobs that run until released. */
const slotsOf = ({ workers = 10 }: { workers?: number } = {}) => {
  const order: string[] = []
  const open = new Map<string, () => void>()
  const slots = createStoreSlots<string>({
    workers,
    perStore: 2,
    run: (job) => {
      order.push(job)
      return new Promise((resolve) => open.set(job, resolve))
    },
  })
  const letGo = async (job: string): Promise<void> => {
    open.get(job)?.()
    await new Promise(setImmediate)
  }
  return { slots, order, letGo }
}

describe('slots of stores', () => {
  it('a store runs as many jobs as it has slots, and the next when one ends', async () => {
    const { slots, order, letGo } = slotsOf()
    for (const job of ['a', 'b', 'c', 'd']) slots.add('shop', job)
    expect(order).toEqual(['a', 'b'])
    expect(slots.load()).toEqual({ running: 2, waiting: 2 })
    await letGo('b')
    expect(order).toEqual(['a', 'b', 'c'])
    await letGo('c')
    expect(order).toEqual(['a', 'b', 'c', 'd'])
    expect(slots.load()).toEqual({ running: 2, waiting: 0 })
  })

  it('an unresponsive store leaves the slots of other stores free', () => {
    const { slots, order } = slotsOf()
    for (const job of ['a', 'b', 'c']) slots.add('silent', job)
    slots.add('lively', 'x')
    expect(order).toEqual(['a', 'b', 'x'])
  })

  it('a store with a long queue yields to another store when a job ends', async () => {
    const { slots, order, letGo } = slotsOf({ workers: 2 })
    for (const job of ['a', 'b', 'c', 'd']) slots.add('flooded', job)
    for (const job of ['x', 'y']) slots.add('quiet', job)
    await letGo('a')
    expect(order).toEqual(['a', 'b', 'x'])
    await letGo('b')
    await letGo('x')
    expect(order).toEqual(['a', 'b', 'x', 'c', 'y'])
  })

  it('closing returns the queued jobs and waits for the running ones', async () => {
    const { slots, order, letGo } = slotsOf()
    for (const job of ['a', 'b', 'c']) slots.add('shop', job)
    expect(slots.close()).toEqual(['c'])
    let hasEnded = false
    const ending = slots.ended().then(() => {
      hasEnded = true
    })
    await letGo('a')
    expect([order, hasEnded]).toEqual([['a', 'b'], false])
    await letGo('b')
    await ending
  })
})
