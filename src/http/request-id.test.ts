import { describe, expect, it } from 'vitest'
import { useWorld } from '../../test/support/use-world.ts'
import { eventually, type Json } from '../../test/support/world.ts'
import { createLog } from '../runtime/log/log.ts'

const lines: Json[] = []
const log = createLog({
  level: 'info',
  service: 'test',
  destination: { write: (line) => void lines.push(JSON.parse(line)) },
})

const world = useWorld({}, { log })

const send = (path: string, requestId?: string, options: RequestInit = {}) =>
  fetch(`${world.url}${path}`, {
    ...options,
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      ...options.headers,
    },
  })

describe('the request id', () => {
  it('every answer carries a request id: API, page, health, webhook, unknown path', async () => {
    const ids = await Promise.all(
      [
        send('/v1/orders'),
        send('/pay/unknown'),
        send('/health'),
        send('/docs/'),
        send('/nothing'),
        send('/webhooks/gateway/unknown', undefined, { method: 'POST', body: '{}' }),
        send('/%ff'),
      ].map(async (answer) => (await answer).headers.get('x-request-id')),
    )
    for (const id of ids) expect(id).toMatch(/^[\w-]{16,64}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(['shop-7f3a.42_b', '2026-05-04T12.30-17', '0197a3c4-5d6e-7f80-91a2-b3c4d5e6f708'])(
    'a short and plain id is kept: %s',
    async (sent) => {
      const answer = await send('/v1/orders/unknown', sent)
      expect(answer.headers.get('x-request-id')).toBe(sent)
      expect(await answer.json()).toMatchObject({ code: 'not_found', request_id: sent })
    },
  )

  it.each([
    'x'.repeat(65),
    'a b',
    '<b>',
    'é',
    '',
    '4111111111111111',
    'order-0801199012345',
    '4111-1111-1111-1111',
    'card_4111.1111.1111.1111',
    '0801-1990-12345',
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'whsec_abcdefgh',
    'puente_live_abcdefgh',
    'x-tok_abcdefgh',
    'shpat_0123456789abcdef',
  ])('the unsafe id %o is replaced', async (sent) => {
    const answer = await send('/v1/orders/unknown', sent)
    const id = answer.headers.get('x-request-id')
    expect(id).not.toBe(sent)
    expect(await answer.json()).toMatchObject({ request_id: id })
  })

  it('every problem carries the request id, also for a wrong key or an unreadable body', async () => {
    const wrongKey = await send('/v1/orders', 'wrong-key', {
      headers: { authorization: 'Bearer x' },
    })
    expect(await wrongKey.json()).toMatchObject({ code: 'wrong_api_key', request_id: 'wrong-key' })
    const unreadable = await send('/v1/checkouts', 'broken', { method: 'POST', body: '{' })
    expect(await unreadable.json()).toMatchObject({ code: 'invalid_json', request_id: 'broken' })
  })

  it('the log shows the id at a checkout, its gateway calls and its answer', async () => {
    const order = { id: 'R-1', amount: '125.50', currency: 'HNL' }
    const body = JSON.stringify({ order })
    const [one, other] = await Promise.all([
      send('/v1/checkouts', 'checkout-1', { method: 'POST', body }),
      send('/v1/saved-cards?customer_id=c-1', 'cards-1'),
    ])
    expect(one.status).toBe(201)
    expect(other.headers.get('x-request-id')).toBe('cards-1')
    const messagesOf = (id: string) =>
      lines.filter(({ request }) => request === id).map(({ msg, path }) => path ?? msg)
    await eventually(async () => messagesOf('checkout-1').includes('request completed'))
    expect(messagesOf('checkout-1')).toEqual([
      'order imported',
      '/payments',
      'payment created',
      'request completed',
    ])
    expect(messagesOf('cards-1')).not.toContain('/payments')
  })

  it('the probes of a load balancer write no lines', async () => {
    for (const probe of ['health', 'readyz', 'livez']) await send(`/${probe}`, `probe-${probe}`)
    await send('/v1/orders', 'after-the-probes')
    await eventually(async () => lines.some(({ request }) => request === 'after-the-probes'))
    expect(lines.filter(({ request }) => String(request).startsWith('probe'))).toEqual([])
  })

  it('later tasks of the order do not log the id', async () => {
    const order = { id: 'R-2', amount: '80.00', currency: 'HNL' }
    const answer = await send('/v1/checkouts', 'checkout-2', {
      method: 'POST',
      body: JSON.stringify({ order }),
    })
    const { payment }: Json = await answer.json()
    await world.pay(payment.checkout_url)
    await eventually(async () => lines.find(({ msg }) => msg === 'storefront notified'))
    expect(lines.find(({ msg }) => msg === 'storefront notified')).not.toHaveProperty('request')
  })

  it('the log line of a refused webhook carries the id', async () => {
    await send('/webhooks/gateway/tienda', 'delivery-1', { method: 'POST', body: '{}' })
    expect(lines.find(({ request }) => request === 'delivery-1')).toMatchObject({
      msg: 'webhook refused',
      result: 'bad-signature',
    })
  })
})
