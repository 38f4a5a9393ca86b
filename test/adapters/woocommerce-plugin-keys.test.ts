import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLUGIN_FOLDER } from '../../adapters/woocommerce/build/plugin-zip.ts'
import { abandonOrders } from '../../adapters/woocommerce/http/abandoned-orders.ts'
import { askOrders } from '../../adapters/woocommerce/http/ask-orders.ts'
import { payOrder } from '../../adapters/woocommerce/http/checkouts.ts'
import { connectionTest } from '../../adapters/woocommerce/http/connection-test.ts'
import { restoreRefundRow } from '../../adapters/woocommerce/http/deleted-refunds.ts'
import { disconnect } from '../../adapters/woocommerce/http/disconnection.ts'
import {
  erasePersonalData,
  exportPersonalData,
} from '../../adapters/woocommerce/http/personal-data.ts'
import {
  readAttentionOfPlugin,
  readOrderOfPlugin,
} from '../../adapters/woocommerce/http/shop-orders.ts'
import type { WooCommerceDeps } from '../../adapters/woocommerce/options.ts'
import { openApiDocument } from '../../src/http/api/merchant/openapi.ts'
import { useWorld } from '../support/use-world.ts'

/** Keys written by WordPress, WooCommerce and browsers. */
const OF_OTHERS = ['host', 'scheme', 'user', 'pass', 'query', 'fragment', 'key', 'section'].concat(
  'rest_route',
  'port',
  'REQUEST_URI',
  'order_id',
  'puente_state',
  'paginate',
)
/** Keys of Puente's calls and return URLs. */
const SENT_BY_PUENTE = ['card_id', 'customer_id', 'card', 'brand', 'last_four', 'exp_month'].concat(
  'exp_year',
  'puente_error',
  'puente_connected',
  'puente_store',
)
/** Options of the plugin's commands. */
const OF_COMMANDS = ['fresh', 'days', 'format', 'amount', 'reason', 'fields', 'status']
/** States of an order that was asked for, which the plugin counts. */
const OF_ASKED_ORDERS = ['paid', 'in_flight', 'unpaid', 'unknown', 'away']
/** Facts of each try, from the client for PHP. */
const OF_TRIES = ['error', 'seconds']
/** First response of a connection, outside the API. */
const OF_CONNECTING = ['store_id', 'connect_url']

const php = readdirSync(PLUGIN_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.php'))
  .map((path) =>
    readFileSync(join(PLUGIN_FOLDER, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  )
  .join('\n')
const found = (pattern: RegExp) => Array.from(php.matchAll(pattern), ([, name = '']) => name)

const KEY = String.raw`\[\s*'(\w+)'\s*\]`
/** Keys that the plugin reads: no assignment follows. */
const read = found(new RegExp(String.raw`${KEY}(?!(?:\[[^\]]*\])*\s*=(?![=>]))`, 'g'))
const written = new Set([
  ...found(/'(\w+)'\s*=>/g),
  ...found(new RegExp(String.raw`${KEY}(?=\s*=(?![=>]))`, 'g')),
])
const readOfAnswers = [
  ...found(/->text\( '(\w+)' \)/g),
  ...found(/body\['(\w+)'\]/g),
  ...found(/body\['\w+'\]\['(\w+)'\]/g),
  ...found(/self::field\( \$\w+, '(\w+)' \)/g),
  ...found(/'expects'\s*=> array\( ([^)]*) \)/g).flatMap((list) => list.match(/\w+/g) ?? []),
]

const NO_DEPS = {} as WooCommerceDeps
const PLUGIN_ROUTES = [payOrder, abandonOrders, askOrders, restoreRefundRow].concat(
  connectionTest(NO_DEPS),
  disconnect(NO_DEPS),
  exportPersonalData,
  erasePersonalData,
  readOrderOfPlugin,
  readAttentionOfPlugin,
)

const propertiesOf = (document: unknown): Set<string> => {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value)) names.add(name)
      visit(value)
    }
  }
  visit(document)
  return names
}

describe('the keys that the WooCommerce plugin reads', () => {
  const world = useWorld()
  const answered = async () => {
    const forAll = await (await fetch(`${world.url}/openapi.json`)).json()
    const forPlugin = openApiDocument(PLUGIN_ROUTES, world.url)
    return new Set([...propertiesOf(forAll), ...propertiesOf(forPlugin), ...OF_CONNECTING])
  }

  it('the plugin reads only keys that it writes, that Puente sends, or that WordPress has', async () => {
    const ofPlugin = [...written, ...OF_COMMANDS, ...OF_ASKED_ORDERS, ...OF_TRIES]
    const known = new Set([...ofPlugin, ...(await answered()), ...SENT_BY_PUENTE, ...OF_OTHERS])
    expect(read.length).toBeGreaterThan(200)
    expect([...new Set(read)].filter((key) => !known.has(key))).toEqual([])
  })

  it("the plugin reads only fields that Puente's responses have", async () => {
    const known = new Set([...(await answered()), ...SENT_BY_PUENTE])
    expect(readOfAnswers.length).toBeGreaterThan(30)
    expect([...new Set(readOfAnswers)].filter((key) => !known.has(key))).toEqual([])
  })
})
