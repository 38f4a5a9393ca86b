import type { Response } from 'express'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimits, type RequestsPerMinute } from './rate-limits.ts'

const OFF: RequestsPerMinute = {
  address: undefined,
  key: undefined,
  store: undefined,
  person: undefined,
  'pay-address': undefined,
  'pay-link': undefined,
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

const open = (perMinute: Partial<RequestsPerMinute>) => {
  const refused: string[] = []
  const limits = createRateLimits(
    { ...OFF, ...perMinute },
    { countTurnedAway: (reason) => void refused.push(reason) },
  )
  const send = async (...counted: Parameters<typeof limits.count>[1]) => {
    const headers: Record<string, string> = {}
    const set = (name: string | Record<string, string>, value?: string) =>
      Object.assign(headers, typeof name === 'string' ? { [name]: value } : name)
    const refusal = await limits.count({ set } as unknown as Response, counted)
    return { refusal, headers }
  }
  return { refused, send }
}

describe('rate limits', () => {
  it('an answer says how much is left, in the headers of the IETF draft', async () => {
    const { send } = open({ key: 3, store: 10 })
    await send(['key', 'a'], ['store', 's'])
    vi.setSystemTime(15_500)
    const { headers } = await send(['key', 'a'], ['store', 's'])
    expect(headers).toEqual({
      'ratelimit-policy': '"key";q=3;w=60, "store";q=10;w=60',
      ratelimit: '"key";r=1;t=45, "store";r=8;t=45',
    })
  })

  it('the request above a limit is refused until its minute is over', async () => {
    const { send, refused } = open({ key: 2 })
    await send(['key', 'a'])
    await send(['key', 'a'])
    vi.setSystemTime(59_500)
    const { refusal, headers } = await send(['key', 'a'])
    expect(refusal).toMatchObject({ status: 429, code: 'rate_limited', retry: 'retry' })
    expect(refusal?.detail).toBe(
      'The API key may send 2 requests a minute. Repeat the request in 1 s.',
    )
    expect(headers).toMatchObject({ 'retry-after': '1', ratelimit: '"key";r=0;t=1' })
    expect(refused).toEqual(['limit-of-key'])
    vi.setSystemTime(60_000)
    expect((await send(['key', 'a'])).refusal).toBeUndefined()
  })

  it('requests that a key is refused do not use up the limit of its store', async () => {
    const { send } = open({ key: 1, store: 3 })
    for (let sent = 0; sent < 5; sent++) await send(['key', 'noisy'], ['store', 's'])
    const { refusal, headers } = await send(['key', 'quiet'], ['store', 's'])
    expect([refusal, headers.ratelimit]).toEqual([undefined, '"key";r=0;t=60, "store";r=1;t=60'])
  })

  it('a limit that is off neither counts nor appears in headers', async () => {
    const { send } = open({ store: 5 })
    expect((await send(['key', 'a'], ['store', 's'])).headers.ratelimit).toBe('"store";r=4;t=60')
    expect((await send(['person', 'p'])).headers).toEqual({})
  })
})
