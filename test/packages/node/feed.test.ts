import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import {
  createPuente,
  type FeedEntry,
  type Fetch,
  type ListenOptions,
  type NotificationEvent,
  type Order,
  type OrderEvent,
  type PuenteOptions,
  type ReplayOptions,
} from '../../../packages/node/src/index.ts'

const entry = (at: number, type: string, more: Partial<FeedEntry> = {}): FeedEntry => {
  const timestamp = new Date(Date.UTC(2026, 4, 4, 12, at)).toISOString()
  const data = { order: { id: `A-${at}` }, payment: null, payments: [], refunds: [] }
  return {
    cursor: `${at}-0`,
    source: 'puente',
    id: `msg_${at}`,
    type,
    order_id: `A-${at}`,
    at: timestamp,
    body: JSON.stringify({ type, timestamp, data }),
    ...more,
  }
}

interface Page {
  data: FeedEntry[]
  cursor: string
}

/** A service that has only a feed: its pages by cursor, and the newest cursor. */
const feedOf = (pages: Record<string, Page>, { end }: { end: string }) => {
  const asked: (string | null)[] = []
  const fetch: Fetch = async (url) => {
    const { searchParams } = new URL(url)
    const after = searchParams.get('after')
    asked.push(after)
    if (searchParams.has('wait')) await sleep(5)
    const page =
      after === null ? { data: [], cursor: end } : (pages[after] ?? { data: [], cursor: after })
    return Response.json({ store: { id: 'tienda', environment: 'test' }, ...page })
  }
  return { asked, fetch }
}

const clientOf = (fetch: Fetch, more: PuenteOptions = {}) =>
  createPuente({
    baseUrl: 'https://puente.example',
    apiKey: 'puente_test_0123456789',
    fetch,
    wait: async () => {},
    ...more,
  })

describe('replay', () => {
  const [first, second, third] = [
    entry(1, 'order.paid'),
    entry(2, 'order.paid'),
    entry(3, 'order.refunded'),
  ]
  const pages = {
    '0-0': { data: [first], cursor: '50-0' },
    '50-0': { data: [], cursor: '100-0' },
    '100-0': { data: [second, third], cursor: '120-0' },
  }

  const replayed = async (options: Partial<ReplayOptions> = {}) => {
    const ids: string[] = []
    const { fetch, asked } = feedOf(pages, { end: '120-0' })
    const to = ({ id }: NotificationEvent) => void ids.push(id)
    const result = await clientOf(fetch).replay({ to, ...options })
    return { ids, asked, result }
  }

  it('a page whose notifications are all outdated does not end a replay', async () => {
    const { ids, result } = await replayed()
    expect(ids).toEqual(['msg_1', 'msg_2', 'msg_3'])
    expect(result).toMatchObject({ delivered: 3, failed: [], isComplete: true, cursor: '120-0' })
  })

  it('a replay ends at the newest entry of its start, though the feed goes on', async () => {
    const { fetch, asked } = feedOf(
      { '0-0': { data: [first], cursor: '130-0' }, '130-0': { data: [second], cursor: '140-0' } },
      { end: '120-0' },
    )
    const { delivered } = await clientOf(fetch).replay({ to: () => {} })
    expect(delivered).toBe(1)
    expect(asked).toEqual([null, '0-0'])
  })

  it('a replay selects the time of an outage', async () => {
    const since = new Date(second.at)
    expect((await replayed({ since })).ids).toEqual(['msg_2', 'msg_3'])
    expect((await replayed({ until: since })).ids).toEqual(['msg_1'])
  })

  it('an invalid time is refused instead of replaying nothing', async () => {
    const since = new Date('yesterday')
    await expect(replayed({ since })).rejects.toThrow('"since" is not a valid Date')
  })

  it('an aborted replay says that it is not complete, and where to continue', async () => {
    const { fetch } = feedOf(pages, { end: '120-0' })
    const ending = new AbortController()
    const to = () => ending.abort()
    const result = await clientOf(fetch).replay({ to, signal: ending.signal })
    expect(result).toMatchObject({ delivered: 1, isComplete: false, cursor: '1-0' })
  })

  it('an entry that the target refuses is kept without its body', async () => {
    const to = () => Promise.reject(new Error('no'))
    const { result } = await replayed({ to, tries: 1, types: ['order.refunded'] })
    expect(result.failed).toMatchObject([{ id: 'msg_3', type: 'order.refunded' }])
    expect(result.failed[0]).not.toHaveProperty('body')
  })

  it('a feed that does not advance ends the replay with its cursor', async () => {
    const { fetch } = feedOf({}, { end: '120-0' })
    const replay = clientOf(fetch).replay({ to: () => {}, after: '7-0' })
    await expect(replay).rejects.toThrow('does not advance beyond 7-0')
  })
})

describe('listen', () => {
  const listening = async (data: FeedEntry[], options: Partial<ListenOptions> = {}) => {
    const { fetch } = feedOf({ '9-0': { data, cursor: '10-0' } }, { end: '9-0' })
    const started = await clientOf(fetch).listen({ to: () => {}, ...options })
    onTestFinished(() => started.close())
    return started
  }

  it('waitFor returns the event as what its guard says', async () => {
    const { waitFor } = await listening([entry(10, 'order.paid')])
    const event = await waitFor((each) => each.type === 'order.paid')
    expectTypeOf(event.data.order).toEqualTypeOf<Order>()
    expect(event.data.order.id).toBe('A-10')
  })

  it('waitFor names what arrived, and why the target refused the next one', async () => {
    const { waitFor } = await listening([entry(10, 'order.paid'), entry(11, 'order.refunded')], {
      to: (event: NotificationEvent) => {
        if (event.type === 'order.refunded') throw new Error('no such order')
      },
      tries: 1,
    })
    await waitFor((event) => event.type === 'order.paid')
    const refunded = waitFor((event) => event.type === 'order.refunded', { timeoutMs: 50 })
    await expect(refunded).rejects.toThrow(
      'did not arrive within 50 ms. Delivered: order.paid A-10. Not delivered: order.refunded A-11 (try 1: no such order).',
    )
  })

  it('a condition that throws rejects its own waitFor, and the listening goes on', async () => {
    const { waitFor } = await listening([
      entry(10, 'payment_method.saved', {
        body: JSON.stringify({ type: 'payment_method.saved', timestamp: 't', data: {} }),
      }),
      entry(11, 'order.paid'),
    ])
    const broken = waitFor((event) => (event as OrderEvent).data.order.id === 'A-11')
    await expect(broken).rejects.toThrow(TypeError)
    await waitFor((event) => event.type === 'order.paid')
  })

  it('a callback that always throws leaves the timers their turns', async () => {
    const to = () => {
      throw new Error('never')
    }
    const { waitFor } = await listening([entry(10, 'order.paid')], { to })
    const waiting = waitFor((event) => event.type === 'order.paid', { timeoutMs: 30 })
    await expect(waiting).rejects.toThrow('did not arrive within 30 ms')
  })

  it('an abort before the first answer ends a listen that cannot reach Puente', async () => {
    const ending = new AbortController()
    const fetch: Fetch = () => Promise.reject(new Error('down'))
    const wait = () => sleep(60_000, undefined, { ref: false, signal: ending.signal }).catch(() => {})
    const started = clientOf(fetch, { wait }).listen({ to: () => {}, signal: ending.signal })
    setTimeout(() => ending.abort(), 10)
    await expect(started).rejects.toMatchObject({ code: 'aborted' })
  })

  it('closing ends a waitFor at once', async () => {
    const started = await listening([])
    const waiting = started.waitFor(() => true)
    const refused = expect(waiting).rejects.toThrow(
      'closed before the event arrived. Delivered: nothing.',
    )
    await started.close()
    await refused
  })

  it('a key that is revoked meanwhile ends the listening with its error', async () => {
    let isRevoked = false
    const { fetch } = feedOf({}, { end: '9-0' })
    const problem = { title: 'Revoked', status: 401, code: 'wrong_api_key', retry: 'ask-a-person' }
    const headers = { 'content-type': 'application/problem+json' }
    const revoked = () => new Response(JSON.stringify(problem), { status: 401, headers })
    const guarded: Fetch = async (url, init) => (isRevoked ? revoked() : fetch(url, init))
    const onError = vi.fn()
    const started = await clientOf(guarded).listen({ to: () => {}, onError })
    const waiting = started.waitFor(() => true)
    isRevoked = true
    await expect(waiting).rejects.toMatchObject({ code: 'wrong_api_key' })
    expect(onError).toHaveBeenCalledOnce()
    await expect(started.close()).rejects.toMatchObject({ code: 'wrong_api_key' })
  })

  it('a short time limit of the client leaves the feed its long poll', async () => {
    const limits: boolean[] = []
    const { fetch } = feedOf(
      { '9-0': { data: [entry(10, 'order.paid')], cursor: '10-0' } },
      { end: '9-0' },
    )
    const slow: Fetch = async (url, init) => {
      const answer = await fetch(url, init)
      if (url.includes('wait=')) await sleep(60)
      limits.push(init.signal?.aborted ?? false)
      return answer
    }
    const started = await clientOf(slow, { timeoutMs: 30 }).listen({ to: () => {} })
    onTestFinished(() => started.close())
    await started.waitFor((event) => event.type === 'order.paid')
    expect(limits).not.toContain(true)
  })
})
