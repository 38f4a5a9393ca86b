import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '../../browser/chromium.ts'
import { customerIn } from '../../browser/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { useStarted } from '../../support/use-world.ts'
import { CARDS } from '../../support/world.ts'
import { installOffline } from '../offline-shop.ts'
import { nodeOf, npmEnvironment, output, temporaryFolder, usePacked } from '../packed.ts'
import { usePglite } from '../pglite.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')

const packed = usePacked('create-shop')
const pglite = usePglite()
const place = useStarted(async () => {
  const folder = temporaryFolder()
  return { folder, close: () => rmSync(folder, { recursive: true }) }
})

/** The command as npm runs it from its tarball, in an empty folder. */
const created = async (
  given: { args?: readonly string[]; answers?: string; node?: string } = {},
): Promise<{ printed: string; code: number | null; folder: string }> => {
  const folder = join(place.folder, `empty-${Math.random().toString(36).slice(2)}`)
  mkdirSync(folder)
  const exec = ['exec', '--yes', '--offline', `--package=${packed.tarball}`, '--', 'create-shop']
  const child = spawn('npm', [...exec, ...(given.args ?? []), '--no-install'], {
    cwd: folder,
    env: { ...npmEnvironment(given.node), npm_config_cache: join(place.folder, 'cache') },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  }
  child.stdin.end(given.answers ?? '')
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { printed, code, folder }
}

it('the tarball has the program, the templates and Puente’s packages', () => {
  const files = packed.files.filter((file) => file.startsWith('dist/')).toSorted()
  expect(files).toEqual([
    'dist/main.js',
    'dist/templates/README.md',
    'dist/templates/example.env',
    ...['express', 'fastify'].flatMap((name) =>
      ['package.json', 'shop.mjs', 'shop.test.mjs'].map((file) => `dist/templates/${name}/${file}`),
    ),
    ...['local', 'node', 'simulator'].map((name) => `dist/vendor/puente-${name}-0.1.0.tgz`),
  ])
})

describe.each([24, 20])('in an empty folder on Node %i', (major) => {
  it('three answers make a shop whose test passes', async (test) => {
    const node = await nodeOf(major)
    if (!node) test.skip(`This machine has no Node ${major}; NODE_${major} can name one`)
    const { printed, code, folder } = await created({ answers: 'tienda\nexpress\nUSD\n', node })
    expect(code, printed).toBe(0)
    expect(printed).toContain('cd tienda')
    const shop = join(folder, 'tienda')
    expect(readFileSync(join(shop, 'shop.mjs'), 'utf8')).toContain("currency: 'USD'")
    await installOffline(shop, { pglite: pglite.tarball })
    expect(await output('npm', ['test'], shop, node)).toMatch(/pass 6\n/)
  })
})

it('it lists the files that it writes, which are formatted', async () => {
  const { printed, folder } = await created({ args: ['tienda', '--framework', 'fastify', '--yes'] })
  const [, written = ''] = /Created the shop in .*:\n +(.+)\n/.exec(printed) ?? []
  const shop = join(folder, 'tienda')
  expect(written.split(', ').toSorted()).toEqual(readdirSync(shop).toSorted())
  expect(written).toContain('example.env')
  for (const file of ['shop.mjs', 'shop.test.mjs', 'package.json']) {
    const text = readFileSync(join(shop, file), 'utf8')
    const format = [BIOME, 'format', `--stdin-file-path=${file}`]
    const { stdout } = spawnSync(process.execPath, format, { cwd: ROOT, input: text })
    expect(stdout.toString()).toBe(text)
  }
})

it('--help prints the help, and so does a wrong option', async () => {
  const asked = await created({ args: ['--help'] })
  expect([asked.code, asked.printed]).toEqual([0, expect.stringContaining('--framework express')])
  const wrong = await created({ args: ['--colour', 'red'] })
  expect([wrong.code, wrong.printed]).toEqual([2, expect.stringContaining('--framework express')])
})

it('Enter takes the defaults', async () => {
  const { printed, code, folder } = await created({ answers: '\n\n\n' })
  expect(code, printed).toBe(0)
  const file = JSON.parse(readFileSync(join(folder, 'my-shop/package.json'), 'utf8'))
  expect(file.name).toBe('my-shop')
  expect(Object.keys(file.dependencies)).toEqual(['@puente/node', 'express'])
})

it('a framework that it does not know is asked for again, and refused as an option', async () => {
  const again = await created({ answers: 'tienda\nrails\nfastify\n\n' })
  expect(again.printed).toContain('Give express or fastify.')
  expect(existsSync(join(again.folder, 'tienda/shop.mjs'))).toBe(true)
  const { code, printed } = await created({ args: ['tienda', '--framework', 'rails', '--yes'] })
  expect([code, printed]).toEqual([2, expect.stringContaining('--framework: Give express or')])
})

it('a folder with files stays as it is', async () => {
  const taken = join(place.folder, 'taken')
  mkdirSync(taken)
  writeFileSync(join(taken, 'mine.txt'), 'mine')
  const { code, printed } = await created({ args: [taken, '--yes'] })
  expect([code, printed]).toEqual([2, expect.stringContaining('is not empty')])
  expect(existsSync(join(taken, 'package.json'))).toBe(false)
})

const browser = await launchChromium()
afterAll(() => browser?.close())

describe.skipIf(!browser)('the created shop in a browser', () => {
  let shop: string
  beforeAll(async () => {
    const { folder } = await created({ args: ['shop', '--yes'] })
    shop = join(folder, 'shop')
    await installOffline(shop, { pglite: pglite.tarball })
  })

  it('npm start prints an address and a card, which pay an order', async () => {
    const child = spawn('npm', ['start'], { cwd: shop, env: npmEnvironment(), detached: true })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      await ended
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk
      })
    }
    const url = await eventually(async () => /Open the shop: (\S+)/.exec(printed)?.[1])
    expect(printed).toContain('4111 1111 1111 1111')
    const customer = await customerIn(browser, { locale: 'en-US' })
    const { page } = customer
    await page.goto(url)
    await page.getByRole('button', { name: 'Buy' }).click()
    await page.waitForURL('**/checkout/**')
    await customer.payWith(CARDS.approved)
    await page.waitForURL('**/orders/**')
    await page.getByText('paid', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Refund' }).click()
    const [, password = ''] =
      /STAFF_PASSWORD=(\S+)/.exec(readFileSync(join(shop, '.env'), 'utf8')) ?? []
    await page.getByLabel('Password of the staff').fill(password)
    await page.getByRole('button', { name: 'Refund' }).click()
    await page
      .getByText('voided', { exact: true })
      .or(page.getByText('refunded', { exact: true }))
      .waitFor()
    await customer.leave()
  })
})
