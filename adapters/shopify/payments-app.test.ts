import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { API_VERSION } from './api-version.ts'
import { COMPLIANCE_TOPICS, UNINSTALLED } from './webhooks/topics.ts'

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const app = textOf('shopify.app.payments.toml')
const extension = textOf('payments-extension/shopify.extension.toml')

const quoted = (topics: readonly string[]) => topics.map((topic) => `"${topic}"`).join(', ')

describe('what Shopify is told of an approved payments app', () => {
  it('subscribes to what every app has to hear, and to no orders', () => {
    expect(app).toContain(` topics = [${quoted([UNINSTALLED])}]`)
    expect(app).toContain(`compliance_topics = [${quoted(COMPLIANCE_TOPICS)}]`)
    expect(app).not.toContain('"orders/')
  })

  it('is not embedded in the admin, where Shopify lets no such app be', () => {
    const [beforeSections = ''] = app.split('\n[')
    expect(beforeSections).toMatch(/^embedded = false$/m)
  })

  it('names the address of each kind of session', () => {
    for (const kind of ['payment', 'refund', 'void', 'capture']) {
      const address = `https://puente.example/shopify/${kind}_sessions`
      expect(extension).toContain(`${kind}_session_url = "${address}"`)
    }
  })

  it('is of the version that is spoken with it', () => {
    for (const file of [app, extension]) expect(file).toContain(`api_version = "${API_VERSION}"`)
  })
})
