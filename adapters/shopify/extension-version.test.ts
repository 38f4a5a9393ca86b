import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

it('the extension names the API version of the components it was checked against', () => {
  const { version } = JSON.parse(textOf('../../node_modules/@shopify/ui-extensions/package.json'))
  const [year, month = ''] = String(version).split('.')
  const extension = textOf('extension/shopify.extension.toml')
  expect(extension).toContain(`api_version = "${year}-${month.padStart(2, '0')}"`)
})
