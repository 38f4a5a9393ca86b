import { brotliCompressSync, gzipSync } from 'node:zlib'
import express, { Router } from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../../test/support/raw-request.ts'
import { useWorld } from '../../../test/support/use-world.ts'
import { createBodyBytes, meterOf } from '../../runtime/http/body/body-bytes.ts'
import { createLog } from '../../runtime/log/log.ts'
import { createTally } from '../../runtime/log/tally.ts'

let port: number
const logged: string[] = []
const destination = { write: (line: string) => void logged.push(line) }
const log = createLog({ level: 'info', service: 'test', destination })
const world = useWorld(
  { SHOPIFY_CLIENT_ID: 'id-of-app', SHOPIFY_CLIENT_SECRET: 'secret-of-app' },
  { log, demo: Router().post('/form', express.json({ limit: 1_000 })) },
)
beforeAll(() => {
  port = world.settings.PORT
})

const checkout = Buffer.from(
  JSON.stringify({ order: { id: 'F-1', amount: '10.00', currency: 'HNL' } }),
)

const post = (
  target: string,
  body: Buffer,
  headers: Record<string, string>,
  framing: Parameters<typeof sendRaw>[1]['framing'] = 'length',
) =>
  sendRaw(port, {
    method: 'POST',
    target,
    headers: Object.entries({ host: 'puente', ...headers }),
    body,
    framing,
  })

const BROKEN: [string, Buffer, Record<string, string>][] = [
  ['garbage that says it is gzip', Buffer.from('garbage'), { 'content-encoding': 'gzip' }],
  ['half of a gzip', gzipSync(checkout).subarray(0, 20), { 'content-encoding': 'gzip' }],
  ['garbage that says it is deflate', Buffer.from('garbage'), { 'content-encoding': 'deflate' }],
  ['half of a brotli', brotliCompressSync(checkout).subarray(0, 9), { 'content-encoding': 'br' }],
  ['an encoding that nobody knows', checkout, { 'content-encoding': 'zstd' }],
  ['the name of a prototype for an encoding', checkout, { 'content-encoding': '__proto__' }],
  ['two encodings', gzipSync(checkout), { 'content-encoding': 'gzip, gzip' }],
  ['another charset', checkout, { 'content-type': 'application/json; charset=utf-16' }],
]

describe('request bodies', () => {
  it.each(BROKEN)('a body with %s is refused as unreadable', async (_, body, headers) => {
    const answer = await post('/v1/checkouts', body, {
      'content-type': 'application/json',
      authorization: `Bearer ${world.apiKey}`,
      ...headers,
    })
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([422, 'invalid_json'])
  })

  it.each([
    ['/woocommerce/connections', { 'content-type': 'application/json' }],
    ['/pay/nobody/card', { 'content-type': 'application/json' }],
    ['/shopify/webhooks', { 'x-shopify-hmac-sha256': `${'A'.repeat(43)}=` }],
  ])('garbage is refused at %s too', async (target, headers) => {
    const packed = { ...headers, 'content-encoding': 'gzip' }
    expect((await post(target, Buffer.from('garbage'), packed)).status).toBe(422)
  })

  it.each([
    ['no JSON', Buffer.from('{'), {}, 422],
    ['garbage that says it is gzip', Buffer.from('garbage'), { 'content-encoding': 'gzip' }, 422],
    ['an encoding that nobody knows', checkout, { 'content-encoding': 'x' }, 422],
    ['too large', Buffer.alloc(2_000, ' '), {}, 413],
  ])('the demo shop refuses a body with %s as well', async (_, body, headers, status) => {
    const json = { 'content-type': 'application/json', ...headers }
    expect((await post('/shop/form', body, json)).status).toBe(status)
  })

  it('a valid compressed body is read, with gzip or Brotli', async () => {
    for (const [encoding, body] of [
      ['gzip', gzipSync(checkout)],
      ['br', brotliCompressSync(checkout)],
    ] as const) {
      const headers = { authorization: `Bearer ${world.apiKey}`, 'content-encoding': encoding }
      expect([200, 201]).toContain((await post('/v1/checkouts', body, headers)).status)
    }
  })

  it('a body that inflates to a megabyte is too large', async () => {
    const headers = { authorization: `Bearer ${world.apiKey}`, 'content-encoding': 'gzip' }
    const { status } = await post('/v1/checkouts', gzipSync(Buffer.alloc(1_048_576)), headers)
    expect(status).toBe(413)
  })

  it('a body with broken chunks is refused, and the next caller is served', async () => {
    const headers = { authorization: `Bearer ${world.apiKey}` }
    const { status } = await post('/v1/checkouts', checkout, headers, 'broken-chunks')
    expect([0, 400]).toContain(status)
    expect((await fetch(`${world.url}/health`)).status).toBe(200)
  })
})

describe('a route of one platform', () => {
  it.each([
    ['POST', '/v1/woocommerce/checkouts'],
    ['POST', '/v1/woocommerce/connection-test'],
    ['POST', '/v1/woocommerce/disconnection'],
  ] as const)('%s %s refuses the key of a store on another platform', async (method, path) => {
    const { status, body } = await world.api(method, path, method === 'POST' ? {} : undefined)
    expect([status, body.code]).toEqual([403, 'wrong_platform'])
  })
})

describe('webhooks of unknown stores', () => {
  it('webhooks of unknown stores are refused and counted, and flood neither the log nor the metrics', async () => {
    const before = logged.length
    for (let n = 0; n < 100; n++) {
      const headers = { 'content-type': 'application/json' }
      const name = `made-up-${n}-${'x'.repeat(1_000)}`
      const answers = await Promise.all([
        post(`/webhooks/gateway/${name}`, checkout, headers),
        post(`/webhooks/gateway/scanned-${n}`, checkout, headers),
        post(`/webhooks/woocommerce/${name}`, checkout, headers),
        post('/shopify/webhooks', checkout, { 'x-shopify-shop-domain': `s-${n}.myshopify.com` }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 401])
    }
    const lines = logged.slice(before).join('')
    expect(logged.length - before).toBeLessThan(8)
    expect(lines).not.toMatch(/made-up|scanned|s-\d/)
    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    expect(metrics).not.toMatch(/made-up|scanned|s-\d+\./)
    expect(metrics).toContain(
      'puente_gateway_webhooks_total{store="unknown",result="unknown-store"} 200',
    )
    expect(metrics).toContain(
      'puente_platform_webhooks_total{platform="woocommerce",status="404"} 100',
    )
    expect(metrics).toContain('puente_platform_webhooks_total{platform="shopify",status="401"} 100')
  })
})

describe('repeated log lines', () => {
  it('lines above the limit per minute are counted instead of logged, for pay links of a disabled store and for bodies without room', async () => {
    const { body: taken } = await world.api('POST', '/v1/checkouts', JSON.parse(`${checkout}`))
    const { pool } = world.puente.ctx.db
    await pool.query('UPDATE stores SET disabled_at = now()')
    const before = logged.length
    try {
      for (let n = 0; n < 40; n++) {
        const visits = Array.from({ length: 10 }, () =>
          fetch(taken.pay_url, { redirect: 'manual' }),
        )
        for (const { status } of await Promise.all(visits)) expect(status).toBe(503)
      }
    } finally {
      await pool.query('UPDATE stores SET disabled_at = NULL')
    }
    const lines = logged.slice(before).map((line) => JSON.parse(line))
    // Out of 400 visits, which may span two minutes.
    expect(lines.length).toBeLessThan(2 * 130)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('the first line is logged immediately, repetitions as one line with their count', async () => {
    const lines: unknown[] = []
    const { tally, close } = createTally({
      warn: (kind: unknown) => void lines.push(kind),
    } as never)
    for (let n = 0; n < 500; n++) tally({ reason: 'bytes' }, 'turned away')
    for (let n = 0; n < 500; n++) tally({ status: n }, 'refused')
    close()
    expect(lines[0]).toEqual({ reason: 'bytes' })
    expect(lines).toContainEqual({ reason: 'bytes', count: 499 })
    expect(lines.length).toBeLessThan(210)
  })
})

describe('bodies above the byte caps', () => {
  const MB = 1_048_576
  const room = () => {
    const refused: string[] = []
    const bytes = createBodyBytes({ bytes: 4 * MB, bytesOfAddress: 2 * MB }, (cap) =>
      refused.push(cap),
    )
    const body = (address: string) => {
      const request = {} as never
      const end = bytes.measure(request, address)
      let isCut = false
      meterOf(request).onCut(() => {
        isCut = true
      })
      return { ...meterOf(request), end, isCut: () => isCut }
    }
    return { refused, body }
  }

  it('a new body evicts the slowest one', () => {
    const { refused, body } = room()
    const slow = ['a', 'b', 'c', 'd'].map(body)
    for (const each of slow) expect(each.add(MB)).toBe(true)
    expect(body('e').add(1)).toBe(true)
    expect(slow.map((each) => each.isCut())).toEqual([true, false, false, false])
    expect(refused).toEqual(['bytes'])
  })

  it('an address above its cap is refused, and other addresses are unaffected', () => {
    const { refused, body } = room()
    const other = body('b')
    expect(other.add(MB)).toBe(true)
    expect(body('a').add(2 * MB)).toBe(true)
    expect(body('a').add(1)).toBe(false)
    expect([other.isCut(), refused]).toEqual([false, ['bytes-of-address']])
  })

  it('complete bodies in flight block new ones until one is answered', () => {
    const { body } = room()
    const whole = ['a', 'b'].map(body)
    for (const each of whole) {
      expect(each.add(2 * MB)).toBe(true)
      each.whole()
    }
    expect(body('c').add(1)).toBe(false)
    whole[0]?.end()
    expect(body('c').add(1)).toBe(true)
    expect(whole[1]?.isCut()).toBe(false)
  })

  it('a declared length above the cap is refused before the first byte', () => {
    const { body } = room()
    const declaredBytes = ['a', 'b', 'c', 'd'].map(body)
    for (const each of declaredBytes) expect(each.reserve(MB)).toBe(true)
    const large = body('e')
    expect(large.reserve(MB)).toBe(false)
    expect(large.add(1)).toBe(false)
    // Reserved bytes count once.
    expect(declaredBytes[1]?.add(MB)).toBe(true)
  })
})
