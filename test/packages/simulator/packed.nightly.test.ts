import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../documents/code-blocks.ts'
import { eventually } from '../../support/eventually.ts'
import { bundledIn, licencesIn } from '../licences.ts'
import { installed, nodeOf, usePacked } from '../packed.ts'
import { usePglite } from '../pglite.ts'

const packed = usePacked('simulator')

const pglite = usePglite()

const shopWithSimulator = () => installed(packed.tarball, pglite.tarball)

const SHOP = `
const startedMs = performance.now()
const gateway = await startGateway()
const startMs = performance.now() - startedMs
const response = await fetch(gateway.apiUrl + '/payments', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + gateway.keys.secret, 'content-type': 'application/json' },
  body: JSON.stringify({ amount: 125.5, external_reference: 'A-1', name: 'Order A-1' }),
})
const payment = await response.json()
const { status, transactionId } = await gateway.pay(payment.id)
await gateway.journal.toHaveChargedOnce('A-1')
const receipt = await fetch(gateway.apiUrl + '/payments/' + transactionId + '/receipt/download', {
  headers: { authorization: 'Bearer ' + gateway.keys.secret },
})
const pdf = Buffer.from(await receipt.arrayBuffer()).subarray(0, 5).toString()
const page = (await fetch(payment.checkout_url)).status
await gateway.close()
console.log(JSON.stringify({ status, pdf, page, startMs: Math.round(startMs) }))
`

it('the tarball has the library, the engine with its template, and the documents', () => {
  const folders = new Set(packed.files.map((file) => file.split('/').slice(0, 2).join('/')))
  expect([...folders].toSorted()).toEqual([
    'CHANGELOG.md',
    'Dockerfile',
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/cjs',
    'dist/engine',
    'dist/esm',
    'package.json',
  ])
  expect(packed.files).toContain('dist/engine/template.tar')
  expect(packed.size).toBeLessThan(8_000_000)
})

it('the licence of each bundled package is in the tarball, with its text', async () => {
  const { folder } = await shopWithSimulator()
  const inPackage = join(folder, 'node_modules/@puente/simulator')
  const texts = licencesIn(inPackage)
  const bundled = bundledIn(inPackage)
  const some = ['pg-types', 'pgpass', 'nub', 'kysely', 'zod']
  expect([...bundled]).toEqual(expect.arrayContaining(some))
  expect([...bundled].filter((name) => !texts.has(name))).toEqual([])
  const granted = /copyright[\s\S]+(?:permission|licen[cs]e|redistribut)/i
  expect([...texts].filter(([, text]) => !granted.test(text)).map(([name]) => name)).toEqual([])
})

describe.each([24, 20])('in an empty folder on Node %i', (major) => {
  it('import and require start a gateway', async (test) => {
    const node = await nodeOf(major)
    if (!node) test.skip(`This machine has no Node ${major}; NODE_${major} can name one`)
    const shop = await shopWithSimulator()
    shop.write({
      'shop.mjs': `import { startGateway } from '@puente/simulator'\n${SHOP}`,
      'shop.cjs': `const { startGateway } = require('@puente/simulator')
const run = async () => {${SHOP}}
run()`,
    })
    for (const file of ['shop.mjs', 'shop.cjs']) {
      const printed = JSON.parse(await shop.run(file, node))
      expect(printed).toMatchObject({ status: 'approved', pdf: '%PDF-', page: 200 })
    }
  })
})

it('the quick start of the README passes under node:test', async () => {
  const [program] = blocksOf('packages/simulator/README.md').filter(
    ({ language }) => language === 'js',
  )
  const shop = await shopWithSimulator()
  shop.write({ 'payment.test.mjs': program?.text ?? '' })
  expect(await shop.run('payment.test.mjs')).toMatch(/customer pays order A-1/)
})

it('the types compile from both formats, without skipping the check of the package', async () => {
  const shop = await shopWithSimulator()
  const use = `
export const pay = async (id: number): Promise<string> => {
  const gateway = await startGateway({ chaos: ['slow'], seed: 7 })
  const { status, decline } = await gateway.pay(id, { card: 'noFunds' })
  const [charge] = await gateway.charges('A-1')
  await gateway.faults.set({ next: [{ on: 'POST /v1/payments', fault: 'lost_answer' }] })
  await gateway.close()
  return \`\${status} \${decline?.code} \${charge?.amount}\`
}
// @ts-expect-error: no such preset.
startGateway({ chaos: ['fast'] })
// @ts-expect-error: no such switch.
startGateway({ profile: { colour: 'red' } })
`
  shop.write({
    'use.mts': `import { startGateway } from '@puente/simulator'\n${use}`,
    'use.cts': `import { startGateway } from '@puente/simulator'\n${use}`,
  })
  expect(await shop.typeCheck(['use.mts', 'use.cts'])).toBe('')
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler']
  expect(await shop.typeCheck(['use.mts'], bundled)).toBe('')
})

it('the binary runs a command beside the gateway and exits with its code', async () => {
  const shop = await shopWithSimulator()
  shop.write({
    'test.mjs': `
const headers = { authorization: 'Bearer ' + process.env.SIMULATOR_SECRET_KEY }
const { status } = await fetch(process.env.GATEWAY_BASE_URL + '/me', { headers })
console.log('me', status)
process.exit(3)`,
    'run.mjs': `
import { spawnSync } from 'node:child_process'
const args = ['node_modules/@puente/simulator/dist/esm/cli.js', '--', process.execPath, 'test.mjs']
const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
console.log(stdout.trim(), 'exit', status)`,
  })
  expect(await shop.run('run.mjs')).toBe('me 200 exit 3\n')
})

it('the binary serves until it is stopped, and forgets everything', async () => {
  const shop = await shopWithSimulator()
  shop.write({
    'serve.mjs': `
import { spawn } from 'node:child_process'
const cli = 'node_modules/@puente/simulator/dist/esm/cli.js'
const child = spawn(process.execPath, [cli, '--port', '0'], { stdio: ['ignore', 'inherit', 'inherit'] })
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => { console.log('ended', code); process.exit(0) })`,
  })
  const running = shop.start('serve.mjs')
  const api = await eventually(async () => /API +(\S+)/.exec(running.printed())?.[1])
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  expect((await fetch(`${api}/me`, { headers })).status).toBe(200)
  running.stop()
  await running.ended
  expect(running.printed()).toMatch(/ended 0/)
})
