import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { API_VERSION } from './api-version.ts'
import { COMPLIANCE_TOPICS, UNINSTALLED } from './webhooks/topics.ts'

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const app = textOf('shopify.app.payments.toml')
const extension = textOf('payments-extension/shopify.extension.toml')

const quoted = (topics: readonly string[]) => topics.map((topic) => `"${topic}"`).join(', ')

describe('configuration of a payments app', () => {
  it('the app subscribes to uninstalls and privacy requests, and to no orders', () => {
    expect(app).toContain(` topics = [${quoted([UNINSTALLED])}]`)
    expect(app).toContain(`compliance_topics = [${quoted(COMPLIANCE_TOPICS)}]`)
    expect(app).not.toContain('"orders/')
  })

  it('the app is not embedded in the admin, because Shopify forbids it', () => {
    const [beforeSections = ''] = app.split('\n[')
    expect(beforeSections).toMatch(/^embedded = false$/m)
  })

  it('the extension names an endpoint for each kind of session', () => {
    for (const kind of ['payment', 'refund', 'void', 'capture']) {
      const address = `https://puente.example/shopify/${kind}_sessions`
      expect(extension).toContain(`${kind}_session_url = "${address}"`)
    }
  })

  it('both files name the API version of the adapter', () => {
    for (const file of [app, extension]) expect(file).toContain(`api_version = "${API_VERSION}"`)
  })
})
