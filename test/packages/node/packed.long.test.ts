import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../documents/code-blocks.ts'
import { eventually } from '../../support/eventually.ts'
import { useWorld } from '../../support/use-world.ts'
import { type InstalledShop, installed, nodeOf, runtimeOf, usePacked } from '../packed.ts'

const packed = usePacked('node')
const world = useWorld()

/** A shop that creates a checkout, reads an error, and verifies a notification. */
const SHOP = `
const { createServer } = http
const { createHmac } = crypto
const answers = {
  '/v1/checkouts': [201, 'application/json', { pay_url: 'https://puente.example/pay/1' }],
  '/v1/store': [401, 'application/problem+json',
    { type: 'about:blank', title: 'No', status: 401, code: 'wrong_api_key', retry: 'ask-a-person' }],
}
const server = createServer((request, response) => {
  const [status, type, body] = answers[request.url]
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
})
server.listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port
  const puente = node.createPuente({ baseUrl, apiKey: 'puente_test_0123456789' })
  const order = { id: 'A-1', amount: '125.50', currency: 'HNL' }
  const { pay_url } = await puente.checkouts.create({ order })
  const refused = await node.resultOf(puente.store.retrieve())
  const body = JSON.stringify({ type: 'order.paid', timestamp: 't', data: {} })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const secret = 'whsec_' + Buffer.alloc(24, 1).toString('base64')
  const hmac = createHmac('sha256', Buffer.alloc(24, 1)).update('msg_1.' + timestamp + '.' + body)
  const request = new Request('https://shop.example', { method: 'POST', body, headers: {
    'webhook-id': 'msg_1', 'webhook-timestamp': timestamp,
    'webhook-signature': 'v1,' + hmac.digest('base64') } })
  const events = []
  const handle = node.fetchHandler({ secret, onEvent: (event) => events.push(event.type) })
  const { status } = await handle(request)
  const isKnown = other.isPuenteError(refused.error)
  console.log(JSON.stringify({ pay_url, code: refused.error.code, isKnown, status, events }))
  server.close()
  server.closeAllConnections()
})
`

const PRINTED = {
  pay_url: 'https://puente.example/pay/1',
  code: 'wrong_api_key',
  isKnown: true,
  status: 204,
  events: ['order.paid'],
}

it('the tarball has both formats, their types, the licence and the documents, and nothing else', () => {
  const folders = new Set(packed.files.map((file) => file.split('/').slice(0, 2).join('/')))
  expect([...folders].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/cjs',
    'dist/esm',
    'package.json',
  ])
  expect(packed.files).toContain('dist/esm/index.d.ts')
  expect(packed.files).toContain('dist/cjs/index.d.ts')
  expect(packed.size).toBeLessThan(100_000)
})

/** The shop in both module formats; `other` is the package in the other one. */
const writeShop = (shop: InstalledShop): void =>
  shop.write({
    'shop.mjs': `import http from 'node:http'
import crypto from 'node:crypto'
import { Buffer } from 'node:buffer'
import { createRequire } from 'node:module'
import * as node from '@puente/node'
const other = createRequire(import.meta.url)('@puente/node')
${SHOP}`,
    'shop.cjs': `const http = require('node:http')
const crypto = require('node:crypto')
const node = require('@puente/node')
import('@puente/node').then((other) => {
${SHOP}
})`,
  })

describe.each([26, 24, 22, 20])('in an empty folder on Node %i', (major) => {
  it('import and require load the package, and their errors know each other', async (test) => {
    const node = await nodeOf(major)
    if (!node) test.skip(`This machine has no Node ${major}; NODE_${major} can name one`)
    const shop = await installed(packed.tarball)
    writeShop(shop)
    expect(JSON.parse(await shop.run('shop.mjs', node))).toEqual(PRINTED)
    expect(JSON.parse(await shop.run('shop.cjs', node))).toEqual(PRINTED)
  })
})

describe.each([
  ['bun', ['run']],
  ['deno', ['run', '--allow-all']],
] as const)('in an empty folder on %s', (name, args) => {
  it('the package loads, calls the API and verifies a notification', async (test) => {
    const runtime = runtimeOf(name)
    if (!runtime) test.skip(`This machine has no ${name}; ${name.toUpperCase()} can name one`)
    const shop = await installed(packed.tarball)
    writeShop(shop)
    expect(JSON.parse(await shop.run('shop.mjs', runtime, args))).toEqual(PRINTED)
  })
})

it('the types compile from both formats, without skipping the check of the package', async () => {
  const shop = await installed(packed.tarball)
  const use = `
const puente = createPuente({ baseUrl: 'https://puente.example', apiKey: 'puente_test_1' })
export const pay = async (id: string): Promise<string> => {
  const result = await resultOf(
    puente.checkouts.create({ order: { id, amount: '125.50', currency: 'HNL' } }),
  )
  if (result.ok) return result.value.pay_url
  switch (result.error.code) {
    case 'card_declined':
      return result.error.problem.customer_message
    case 'invalid_fields':
      return result.error.problem.errors.map(({ path }) => path).join()
    case 'timed_out':
      return 'later'
    default:
      throw result.error
  }
}
// @ts-expect-error: amounts are texts.
puente.checkouts.create({ order: { id: 'A-1', amount: 125.5, currency: 'HNL' } })
// @ts-expect-error: no such method.
puente.orders.destroy('A-1')
export const handler = expressHandler({
  secret: 'whsec_1',
  onEvent: async (event) => {
    if (event.type === 'order.paid') return event.data.order.id
    if (event.type === 'unknown') return event.name
    return undefined
  },
})
`
  const names = '{ createPuente, expressHandler, resultOf }'
  shop.write({
    'use.mts': `import ${names} from '@puente/node'\n${use}`,
    'use.cts': `import ${names} from '@puente/node'\n${use}`,
  })
  expect(await shop.typeCheck(['use.mts', 'use.cts'])).toBe('')
  expect(await shop.typeCheck(['use.mts'], ['--exactOptionalPropertyTypes'])).toBe('')
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler']
  expect(await shop.typeCheck(['use.mts'], bundled)).toBe('')
})

it('the quick start of the README takes a payment', async () => {
  const [program] = blocksOf('packages/node/README.md').filter(({ language }) => language === 'js')
  const shop = await installed(packed.tarball)
  shop.write({
    'pay.mjs': (program?.text ?? '')
      .replace('http://localhost:3000', world.url)
      .replace('puente_test_demo', world.apiKey),
  })
  const running = shop.start('pay.mjs')
  const payUrl = await eventually(async () => /Pay at (\S+)/.exec(running.printed())?.[1])
  const hosted = await fetch(payUrl, { redirect: 'manual' })
  await world.pay(hosted.headers.get('location') ?? '')
  expect(await running.ended).toBe(0)
  expect(running.printed()).toMatch(/order\.paid\nA-\d+ is paid\n$/)
})
