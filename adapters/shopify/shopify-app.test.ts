import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { API_VERSION } from './api-version.ts'
import { SCOPES } from './library.ts'
import { COMPLIANCE_TOPICS, ORDER_TOPICS, UNINSTALLED } from './webhooks/topics.ts'

const settings = readFileSync(new URL('shopify.app.toml', import.meta.url), 'utf8')

/** The texts of all lists of that name. */
const listOf = (name: string): string[] => {
  const lists = settings.matchAll(new RegExp(`^ *${name} = \\[([^\\]]*)\\]`, 'gm'))
  return [...lists].flatMap(([, list = '']) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text),
  )
}

describe('what Shopify is told of the app', () => {
  it('subscribes to what is taken, and to nothing else', () => {
    expect(listOf('topics').toSorted()).toEqual([UNINSTALLED, ...ORDER_TOPICS].toSorted())
    expect(listOf('compliance_topics')).toEqual([...COMPLIANCE_TOPICS])
  })

  it('asks for the same access as the installation', () => {
    expect(settings).toContain(`scopes = "${SCOPES.join(',')}"`)
  })

  it('is of the version that the operations were checked against', () => {
    expect(settings).toContain(`api_version = "${API_VERSION}"`)
  })
})
