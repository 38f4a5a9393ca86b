import { request } from 'node:http'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signatureOf, unmatchedEvent } from '../support/gateway-events.ts'
import {
  type HeldConnection,
  type HeldRequest,
  holdConnections,
} from '../support/held-connections.ts'
import { type PuenteProcess, startPuenteOf } from '../support/puente-process.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, TEST_STORE } from '../support/world.ts'

const CONNECTIONS = 1_000
/** Memory bound, reached in the third wave. Bodies may hold 16 MB of it. */
const MOST_MB = 360
const ANNOUNCED_BYTES = 1_000_000
const HONEST_FROM = '127.0.0.2'
/** The gateway's own timeout is 15 s. */
const IN_TIME_MS = 10_000

let puente: PuenteProcess
let held: HeldConnection[] = []
const world = useWorld()
beforeAll(() => world.puente.close())
beforeEach(async () => {
  puente = await startPuenteOf(world)
})
afterEach(async () => {
  for (const connection of held) connection.destroy()
  await puente.kill()
})

const almostAll = Buffer.alloc(900_000, 'x')
const nothing = Buffer.alloc(0)

const heldDelivery = (n: number): Omit<HeldRequest, 'from'> => ({
  port: world.settings.PORT,
  path: `/webhooks/gateway/${TEST_STORE}`,
  headers: {
    'content-type': 'application/json',
    'content-length': ANNOUNCED_BYTES,
    'service-signature': signatureOf('anything', { secret: 'none of ours' }),
  },
  // Two thirds send most of the payload; half of those trickle on.
  beginning: n % 3 === 0 ? nothing : almostAll,
  ...(n % 3 === 1 ? { trickle: Buffer.from('x') } : {}),
})

const deliverHonestly = (body = unmatchedEvent()): Promise<{ status: number; ms: number }> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sent = request(
      {
        host: '127.0.0.1',
        port: world.settings.PORT,
        localAddress: HONEST_FROM,
        agent: false,
        method: 'POST',
        path: `/webhooks/gateway/${TEST_STORE}`,
        headers: { 'service-signature': signatureOf(body) },
      },
      (response) => {
        response.resume()
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const expectHonestDeliveries = async (count: number): Promise<void> => {
  const answers = await Promise.all(Array.from({ length: count }, () => deliverHonestly()))
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(IN_TIME_MS)
}

describe('a thousand connections that announce a megabyte and never complete it', () => {
  it('half of a thousand connections from one address get 503 immediately, and deliveries of the gateway are answered', async () => {
    const opening = holdConnections(
      Array.from({ length: CONNECTIONS }, (_, n) => ({ ...heldDelivery(n), from: '127.0.0.1' })),
    )
    for (let round = 0; round < 5; round++) await expectHonestDeliveries(5)
    held = await opening
    await eventually(async () => held.filter((one) => one.answer().includes(' 503 ')).length >= 500)
    const [refused] = held.filter((one) => one.answer().includes(' 503 '))
    expect(refused?.answer()).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 5\r\n/is)
    expect(refused?.answer()).toContain('"code":"too_busy"')
    await eventually(async () => !refused?.isOpen())
    for (let round = 0; round < 5; round++) await expectHonestDeliveries(5)
    expect(puente.peakMb()).toBeLessThan(MOST_MB)
  })

  it('a thousand connections from many addresses are cut off after 15 seconds, and deliveries of the gateway are answered', async () => {
    const startedAt = performance.now()
    const opening = holdConnections(
      Array.from({ length: CONNECTIONS }, (_, n) => ({
        ...heldDelivery(n),
        from: `127.0.1.${1 + (n % 250)}`,
      })),
    )
    for (let round = 0; round < 5; round++) await expectHonestDeliveries(5)
    held = await opening
    while (held.some((one) => one.isOpen()) && performance.now() - startedAt < 30_000) {
      await expectHonestDeliveries(5)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(held.filter((one) => one.isOpen())).toEqual([])
    const answers = held.map((one) => one.answer().slice(9, 12))
    const answeredRequests = answers.filter((status) => status !== '')
    expect(
      [...new Set(answeredRequests)].filter((status) => !['503', '408'].includes(status)),
    ).toEqual([])
    // A connection closed during a write may lose its response.
    expect(answeredRequests.length).toBeGreaterThan(CONNECTIONS * 0.9)
    expect(puente.peakMb()).toBeLessThan(MOST_MB)

    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    expect(metrics).toMatch(/puente_turned_away_total\{reason="bytes"\} [1-9]/)
    expect(metrics).toMatch(/puente_turned_away_total\{reason="too-slow"\} [1-9]/)
    // Throttled to one line of each kind a minute.
    const lines = puente.output().split('\n')
    expect(lines.filter((line) => line.includes('turned away')).length).toBeLessThan(10)
  })

  it('wave after wave of connections does not grow memory, and deliveries of the gateway are answered', async () => {
    for (let wave = 0; wave < 6; wave++) {
      held = await holdConnections(
        Array.from({ length: CONNECTIONS }, (_, n) => ({
          ...heldDelivery(n),
          from: `127.0.3.${1 + (n % 250)}`,
        })),
      )
      await expectHonestDeliveries(5)
      for (const connection of held) connection.destroy()
      await eventually(async () => held.every((one) => !one.isOpen()))
    }
    expect(puente.peakMb()).toBeLessThan(MOST_MB)
  })

  it('connections to every other route with a body do not grow memory, and deliveries of the gateway are answered', async () => {
    const routes: { path: string; headers: Record<string, string> }[] = [
      { path: '/v1/checkouts', headers: { authorization: `Bearer ${world.apiKey}` } },
      { path: '/woocommerce/connections', headers: {} },
      { path: `/webhooks/woocommerce/${TEST_STORE}`, headers: {} },
      { path: '/shopify/webhooks', headers: { 'x-shopify-hmac-sha256': `${'A'.repeat(43)}=` } },
      { path: '/pay/nobody/card', headers: { 'content-type': 'application/json' } },
    ]
    const opening = holdConnections(
      Array.from({ length: CONNECTIONS }, (_, n) => {
        const { path, headers } = routes[n % routes.length] ?? { path: '/', headers: {} }
        return {
          port: world.settings.PORT,
          from: `127.0.2.${1 + (n % 250)}`,
          path,
          // A chunked request has no Content-Length to reject up front.
          headers: { ...headers, 'transfer-encoding': 'chunked' },
          beginning: Buffer.from(`32000\r\n${'x'.repeat(200_000)}`),
          trickle: Buffer.from('x'),
        }
      }),
    )
    for (let round = 0; round < 5; round++) await expectHonestDeliveries(5)
    held = await opening
    for (let round = 0; round < 5; round++) await expectHonestDeliveries(5)
    await eventually(async () => held.every((one) => !one.isOpen()))
    expect(puente.peakMb()).toBeLessThan(MOST_MB)
  })
})
