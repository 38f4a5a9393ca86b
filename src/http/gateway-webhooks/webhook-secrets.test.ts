import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheSecrets } from './webhook-secrets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const db = (answer: () => Promise<readonly string[] | undefined>) => {
  let asked = 0
  const secretsOf = cacheSecrets(() => {
    asked++
    return answer()
  })
  return { secretsOf, asked: () => asked }
}

describe('the cached webhook secrets of a store', () => {
  it('concurrent deliveries share one query, which is repeated after five seconds', async () => {
    const { secretsOf, asked } = db(async () => ['one'])
    await Promise.all(Array.from({ length: 50 }, () => secretsOf('tienda')))
    vi.advanceTimersByTime(4_999)
    await secretsOf('tienda')
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(2)
    await secretsOf('tienda')
    expect(asked()).toBe(2)
  })

  it('a changed secret is in force within five seconds', async () => {
    let secret = 'old'
    const { secretsOf } = db(async () => [secret])
    expect(await secretsOf('tienda')).toEqual(['old'])
    secret = 'new'
    vi.advanceTimersByTime(5_001)
    expect(await secretsOf('tienda')).toEqual(['new'])
  })

  it('a wrong signature refreshes the cache, but not for each forged delivery', async () => {
    let secret = 'old'
    const { secretsOf, asked } = db(async () => [secret])
    await secretsOf('tienda')
    secret = 'new'
    vi.advanceTimersByTime(1_000)
    expect(await secretsOf('tienda')).toEqual(['old'])
    expect(await secretsOf('tienda', { doubted: true })).toEqual(['new'])
    for (let n = 0; n < 50; n++) await secretsOf('tienda', { doubted: true })
    expect(asked()).toBe(2)
  })

  it('a newly connected store is found within a second', async () => {
    let secrets: string[] | undefined
    const { secretsOf } = db(async () => secrets)
    expect(await secretsOf('nueva')).toBeUndefined()
    secrets = ['one']
    vi.advanceTimersByTime(1_001)
    expect(await secretsOf('nueva')).toEqual(['one'])
  })

  it('the cache does not keep a failed query', async () => {
    let fails = true
    const { secretsOf } = db(async () => {
      if (fails) throw new Error('away')
      return ['one']
    })
    await expect(secretsOf('tienda')).rejects.toThrow('away')
    fails = false
    expect(await secretsOf('tienda')).toEqual(['one'])
  })

  it('made-up store names do not fill the memory', async () => {
    const { secretsOf, asked } = db(async () => undefined)
    for (let n = 0; n < 10_000; n++) await secretsOf(`made-up-${n}`)
    await secretsOf('one-more')
    expect(asked()).toBe(10_001)
    await secretsOf('made-up-0')
    expect(asked()).toBe(10_002)
  })
})
