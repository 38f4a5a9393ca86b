import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { API_VERSION } from '../../adapters/shopify/api-version.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { startFakeShopify } from '../support/shopify/fake-shopify.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { useStarted, useWorld } from '../support/use-world.ts'

let shop: StandInShop
const folder = mkdtempSync(join(tmpdir(), 'puente-apps-'))
const standIn = useStarted(() =>
  startFakeShopify({ clientId: 'of-the-shop', clientSecret: 'secret-of-the-shop' }),
)
const world = useWorld(() => ({ SHOPIFY_SHOP_ADDRESS: standIn.url }))
beforeAll(async () => {
  shop = standIn.shop('cafe.myshopify.com')
  writeFileSync(join(folder, 'cafe.secret'), 'secret-of-the-shop\n')
})

const run = commandOf('stores', () => ({
  ...settingsOf(world),
  PUBLIC_URL: 'https://pay.puente.test',
  SHOPIFY_SHOP_ADDRESS: standIn.url,
}))
const written = (name: string) => readFileSync(join(folder, name), 'utf8')
const withSecret = [
  '--client-id',
  'of-the-shop',
  '--client-secret-file',
  join(folder, 'cafe.secret'),
]

it('the command prints each step to make an app, and the next command', async () => {
  const { stdout, hasFailed } = await run('app', '--shop', shop.name, '--out', folder)
  expect(hasFailed).toBe(false)
  expect(stdout).toContain('dev.shopify.com')
  expect(stdout).toContain(`npm run stores -- app --shop ${shop.name} --client-id`)
  expect(() => written('shopify.app.cafe.toml')).toThrow('ENOENT')
})

it('the command writes the shop’s app configuration, prints each step, and checks the credentials', async () => {
  const { stdout, stderr } = await run('app', '--shop', shop.name, '--out', folder, ...withSecret)
  expect(stderr).toBe('')
  const toml = written('shopify.app.cafe.toml')
  expect(toml).toContain('client_id = "of-the-shop"')
  expect(toml).toContain('application_url = "https://pay.puente.test/shopify/connect"')
  expect(toml).toContain('uri = "https://pay.puente.test/shopify/webhooks"')
  expect(toml).toContain(`api_version = "${API_VERSION}"`)
  expect(toml).toContain('"payment_gateway_names", "financial_status"]')
  expect(stdout).toContain('shopify app deploy --config cafe')
  expect(stdout).toContain('Install')
  expect(stdout).toContain(`The app has all the access it needs in ${shop.name}`)
  expect(stdout).toContain('npm run stores -- add --platform shopify --id cafe')
  expect(stdout + toml).not.toContain('secret-of-the-shop')
  expect(shop.access.grants.at(-1)).toBe('client_credentials')
})

it('the command names the scopes that an app lacks, and fails for an app that the shop refuses', async () => {
  shop.access.scopes = ['read_orders']
  const lacking = await run('app', '--shop', shop.name, '--out', folder, ...withSecret)
  expect([lacking.hasFailed, lacking.stderr]).toEqual([
    true,
    expect.stringContaining('write_orders'),
  ])
  shop.access.scopes = ['read_orders', 'write_orders']
  shop.access.isInstalled = false
  const refused = await run('app', '--shop', shop.name, '--out', folder, ...withSecret)
  expect([refused.hasFailed, refused.stderr]).toEqual([
    true,
    expect.stringContaining('the shop gives no token (400)'),
  ])
  shop.access.isInstalled = true
  standIn.failNext(/token/, 'reset')
  const away = await run('app', '--shop', shop.name, '--out', folder, ...withSecret)
  expect([away.hasFailed, away.stdout]).toEqual([
    false,
    expect.stringContaining(`Warning: could not reach ${shop.name}`),
  ])
})

it('a fleet of shops is one file, with a command for each', async () => {
  const fleet = join(folder, 'fleet.json')
  const shops = [
    { shop: shop.name, client_id: 'of-the-shop', client_secret_file: 'cafe.secret' },
    { id: 'hotel', shop: 'hotel-centro.myshopify.com' },
  ]
  writeFileSync(fleet, JSON.stringify({ shops }))
  const listed = await run('app', '--fleet', fleet)
  expect(listed.stdout).toContain(`npm run stores -- app --fleet ${fleet} --id cafe`)
  expect(listed.stdout).toContain(`npm run stores -- app --fleet ${fleet} --id hotel`)
  const one = await run('app', '--fleet', fleet, '--id', 'cafe', '--out', folder)
  expect(one.stdout).toContain(`The app has all the access it needs in ${shop.name}`)
  const other = await run('app', '--fleet', fleet, '--id', 'hotel', '--out', folder)
  expect(other.stdout).toContain('dev.shopify.com')
  expect((await run('app', '--fleet', fleet, '--id', 'nadie')).stderr).toContain('cafe, hotel')

  const wrong: [unknown, string][] = [
    [{ shops: [{ shop: shop.name, client_secret: 'x' }] }, 'client_secret'],
    [{ shops: [{ shop: 'cafe.example' }] }, 'shops.0.shop'],
    [{ shops: [{ shop: shop.name }, { shop: shop.name }] }, 'twice'],
  ]
  for (const [content, said] of wrong) {
    writeFileSync(fleet, JSON.stringify(content))
    const { hasFailed, stderr } = await run('app', '--fleet', fleet)
    expect([hasFailed, stderr]).toEqual([true, expect.stringContaining(said)])
  }
})
