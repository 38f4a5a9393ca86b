import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberSecrets } from './webhook-secrets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the database says, and how often it was asked. */
const db = (answer: () => Promise<readonly string[] | undefined>) => {
  let asked = 0
  const secretsOf = rememberSecrets(() => {
    asked++
    return answer()
  })
  return { secretsOf, asked: () => asked }
}

describe('the secrets of a store', () => {
  it('are looked up once for deliveries that come together, and again after some seconds', async () => {
    const { secretsOf, asked } = db(async () => ['one'])
    await Promise.all(Array.from({ length: 50 }, () => secretsOf('tienda')))
    vi.advanceTimersByTime(4_999)
    await secretsOf('tienda')
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(2)
    await secretsOf('tienda')
    expect(asked()).toBe(2)
  })

  it('are in force within five seconds after they were changed', async () => {
    let secret = 'old'
    const { secretsOf } = db(async () => [secret])
    expect(await secretsOf('tienda')).toEqual(['old'])
    secret = 'new'
    vi.advanceTimersByTime(5_001)
    expect(await secretsOf('tienda')).toEqual(['new'])
  })

  it('are looked up again when they are doubted, but not for each of many forged deliveries', async () => {
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

  it('of a store that was just connected are found within a second', async () => {
    let secrets: string[] | undefined
    const { secretsOf } = db(async () => secrets)
    expect(await secretsOf('nueva')).toBeUndefined()
    secrets = ['one']
    vi.advanceTimersByTime(1_001)
    expect(await secretsOf('nueva')).toEqual(['one'])
  })

  it('a look-up that failed is not remembered', async () => {
    let fails = true
    const { secretsOf } = db(async () => {
      if (fails) throw new Error('away')
      return ['one']
    })
    await expect(secretsOf('tienda')).rejects.toThrow('away')
    fails = false
    expect(await secretsOf('tienda')).toEqual(['one'])
  })

  it('names that a scanner makes up do not fill the memory', async () => {
    const { secretsOf, asked } = db(async () => undefined)
    for (let n = 0; n < 10_000; n++) await secretsOf(`made-up-${n}`)
    await secretsOf('one-more')
    expect(asked()).toBe(10_001)
    await secretsOf('made-up-0')
    expect(asked()).toBe(10_002)
  })
})
