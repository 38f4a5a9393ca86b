import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type IntrospectionQuery, parse } from 'graphql'
import { API_VERSION } from '../api-version.ts'
import { ALL_OPERATIONS } from '../graphql/operations/all.ts'
import type { ShopApi } from '../graphql/operations/operation.ts'
import { prunedSchema } from './prune.ts'

/**
 * Regenerates the test schemas from Shopify's introspection results (`admin_<version>.json.gz`,
 * `payments-apps_<version>.json.gz`) and their licence.
 */
const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('usage: npm run build:shopify-schema -- <folder of introspection files>\n')
  process.exit(1)
}

const INTO = 'test/data/shopify'

for (const api of ['admin', 'payments-apps'] as const satisfies ShopApi[]) {
  const file = join(folder, `${api}_${API_VERSION}.json.gz`)
  const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    data: IntrospectionQuery
  }
  const documents = ALL_OPERATIONS.filter((one) => one.api === api).map(({ text }) => parse(text))
  writeFileSync(join(INTO, `${api}.graphql`), prunedSchema(data, documents))
}
copyFileSync(join(folder, 'LICENSE'), join(INTO, 'LICENSE'))
