import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { signDelivery } from '../../src/gateway/webhook-signature.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, type Json } from '../support/world.ts'
import { blocksOf } from './code-blocks.ts'

const world = useWorld()

/** Inside the repository, for its packages. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.document-programs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const programOf = (document: string): string => {
  const [program] = blocksOf(document).filter(({ language }) => language === 'js')
  if (!program) throw new Error(`${document} has no program`)
  return program.text
}

describe('the shop of docs/own-shop.md', () => {
  const notifySecret = 'whsec_c2lnbmVkLWJ5LXRoZS1kb2N1bWVudHMtc2hvcA=='
  let address: string
  let printed = ''
  let end: () => Promise<unknown>
  beforeAll(async () => {
    const port = await freePort()
    address = `http://localhost:${port}`
    const apiKey = await connectTestStore(world.puente, {
      id: 'documentos',
      notifyUrl: `${address}/puente`,
      more: { notifySecret },
    })
    await world.control('/sandbox/endpoints', {
      environment: 'test',
      url: `${world.url}/webhooks/gateway/documentos`,
      secret: 'whsec_test_sandbox',
    })
    const file = join(folder, 'shop.mjs')
    writeFileSync(
      file,
      programOf('docs/own-shop.md')
        .replaceAll('http://localhost:3000', world.url)
        .replaceAll('8080', String(port)),
    )
    const shop = spawn(process.execPath, [file], {
      env: childEnvironment({ PUENTE_API_KEY: apiKey, PUENTE_NOTIFY_SECRET: notifySecret }),
    })
    for (const stream of [shop.stdout, shop.stderr]) {
      stream.on('data', (text: Buffer) => {
        printed += text
      })
    }
    end = async () => {
      if (shop.exitCode !== null) return
      shop.kill()
      await once(shop, 'exit')
    }
    await eventually(async () => {
      if (shop.exitCode !== null) throw new Error(`The shop ended: ${printed}`)
      return fetch(address).then(
        () => true,
        () => false,
      )
    })
  })
  afterAll(() => end())

  const post = (path: string, more: RequestInit = {}) =>
    fetch(`${address}${path}`, { method: 'POST', redirect: 'manual', ...more })
  const jsonOf = async (answer: Response): Promise<Json> => answer.json()
  const statusOf = async (id: string) =>
    (await jsonOf(await fetch(`${address}/orders/${id}`))).status
  const refundTheRest = async () => (await jsonOf(await post('/orders/A-1/refunds/R-2'))).refund

  it('the shop sends its customer to pay, delivers what is paid, and refunds a part and the rest once', async () => {
    const answer = await post('/orders/A-1/pay')
    expect(answer.status, printed).toBe(303)
    const hosted = await fetch(answer.headers.get('location') ?? '', { redirect: 'manual' })
    await world.pay(hosted.headers.get('location') ?? '')
    await eventually(async () => printed.includes('order.paid A-1 paid'))
    await world.control('/sandbox/settle', {})
    // 202 on a slow machine, 201 otherwise.
    expect((await post('/orders/A-1/refunds/R-1?amount=25.50')).ok).toBe(true)
    await eventually(async () => (await statusOf('A-1')) === 'partially_refunded')
    const first = await refundTheRest()
    expect(first.amount).toBe('100.00')
    await eventually(async () => printed.includes('order.refunded A-1 refunded'))
    expect((await refundTheRest()).id).toBe(first.id)
  })

  const notificationOf = (id: string, status: string, timestamp: string) =>
    JSON.stringify({
      type: 'order.updated',
      timestamp,
      data: { order: { id, status, conflict: null } },
    })
  const notify = (body: string, id: string, secret = notifySecret) => {
    const at = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    }
    return post('/puente', { body, headers })
  }

  it('the shop answers 400 to a wrong signature and to none, and changes nothing', async () => {
    const body = notificationOf('A-2', 'paid', '2026-11-22T15:04:06.120Z')
    expect((await notify(body, 'msg_a', 'whsec_YW5vdGhlciBzZWNyZXQ=')).status).toBe(400)
    expect((await post('/puente', { body })).status).toBe(400)
    expect((await post('/puente')).status).toBe(400)
    expect(await statusOf('A-2')).toBe('awaiting_payment')
  })

  it('the shop applies a notification once, and none that is older than what it knows', async () => {
    const newer = notificationOf('A-3', 'refunded', '2026-11-22T15:04:06.120Z')
    const older = notificationOf('A-3', 'paid', '2026-11-22T15:04:05.000Z')
    const deliveries = [notify(newer, 'msg_2'), notify(newer, 'msg_2'), notify(older, 'msg_1')]
    for (const { status } of await Promise.all(deliveries)) expect(status).toBe(204)
    expect(await statusOf('A-3')).toBe('refunded')
  })
})

describe('the programs of documents run', () => {
  it('the signature check of docs/sandbox.md accepts genuine events and nothing else', async () => {
    const file = join(folder, 'signature.mjs')
    writeFileSync(file, `${programOf('docs/sandbox.md')}\nexport { isGenuine }\n`)
    const { isGenuine } = z
      .object({
        isGenuine: z.function({
          input: [z.instanceof(Buffer), z.string().optional(), z.string()],
          output: z.boolean(),
        }),
      })
      .parse(await import(pathToFileURL(file).href))
    const rawBody = Buffer.from('{"id":"evt_1"}')
    const header = signDelivery({ secret: 'whsec_of_the_shop', rawBody, now: new Date() })
    expect(isGenuine(rawBody, header, 'whsec_of_the_shop')).toBe(true)
    expect(isGenuine(rawBody, header, 'whsec_of_another')).toBe(false)
    expect(isGenuine(Buffer.from('{"id":"evt_2"}'), header, 'whsec_of_the_shop')).toBe(false)
    expect(isGenuine(rawBody, undefined, 'whsec_of_the_shop')).toBe(false)
  })
})
