import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { API_VERSION } from './api-version.ts'
import { appToml } from './distribution/app-toml.ts'
import { SHOPIFY_SCOPES } from './library.ts'
import { hintOfWebhook } from './webhooks/order-hint.ts'
import { COMPLIANCE_TOPICS, isOrderTopic, UNINSTALLED } from './webhooks/topics.ts'

const shipped = readFileSync(new URL('shopify.app.toml', import.meta.url), 'utf8')
const PLACEHOLDERS = { clientId: 'YOUR_CLIENT_ID', publicUrl: 'https://puente.example' }
const comment = shipped
  .split('\n\n', 1)[0]
  ?.split('\n')
  .map((line) => line.replace(/^# /, ''))

const listOf = (name: string): string[] => {
  const lists = shipped.matchAll(new RegExp(`^ *${name} = \\[([^\\]]*)\\]`, 'gm'))
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text),
  )
}

describe('configuration of the app', () => {
  it('the shipped file equals what the command writes', () => {
    const app = { ...PLACEHOLDERS, isOfOneShop: false, comment: comment ?? [] }
    expect(appToml(app)).toBe(shipped)
  })

  it('the file for an app of one shop differs in its page only', () => {
    const from = (toml: string) => toml.slice(toml.indexOf('[access_scopes]'))
    const one = appToml({ ...PLACEHOLDERS, isOfOneShop: true, comment: [] })
    expect(from(one)).toBe(from(shipped))
    expect(one).toMatch(/^application_url = "https:..puente.example.shopify.connect"$/m)
    expect(one).toMatch(/^embedded = false$/m)
  })

  it('the app subscribes to handled topics only', () => {
    const topics = listOf('topics')
    expect(topics.filter(isOrderTopic)).toHaveLength(topics.length - 1)
    expect(topics).toContain(UNINSTALLED)
    expect(listOf('compliance_topics')).toEqual([...COMPLIANCE_TOPICS])
  })

  it('the order subscription includes the fields that Puente stores', () => {
    const said = {
      admin_graphql_api_id: 'gid://shopify/Order/1',
      payment_gateway_names: ['Tarjeta (Puente)'],
      financial_status: 'pending',
    }
    const asked = new Set(listOf('include_fields'))
    expect(Object.keys(said).filter((name) => !asked.has(name))).toEqual([])
    const all = JSON.stringify({ ...said, email: 'ana@example.com' })
    expect(JSON.parse(hintOfWebhook(Buffer.from(all)).toString())).toEqual(said)
  })

  it('Shopify grants the scopes with the installation, without OAuth', () => {
    expect(shipped).not.toContain('use_legacy_install_flow')
    expect(shipped).toContain(`scopes = "${SHOPIFY_SCOPES.join(',')}"`)
  })

  it('the file names the API version that the operations were validated against', () => {
    expect(shipped).toContain(`api_version = "${API_VERSION}"`)
  })
})
