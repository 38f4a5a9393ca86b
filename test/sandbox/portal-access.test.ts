import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { type Visitor, visitorAt } from './portal-visitor.ts'

const KEY = 'control-key-of-the-test'
const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`merchant:${password}`).toString('base64')}`,
})

describe('access to the portal', () => {
  let atOpen: Visitor
  let atKeyed: Visitor
  const open = useGateway({ SANDBOX_CONTROL_KEY: undefined })
  const keyed = useGateway({ SANDBOX_CONTROL_KEY: KEY })
  beforeAll(async () => {
    atOpen = visitorAt(open)
    atKeyed = visitorAt(keyed)
  })

  test('a remote visitor without a configured key sees an explanation and no secret', async () => {
    const { status, headers, html } = await atOpen.get('/portal/test/keys', elsewhere)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toBeNull()
    expect(html).toContain('SANDBOX_CONTROL_KEY')
    expect(html).not.toContain('sk_test_')
  })

  test('a remote visitor with a configured key gets a password prompt', async () => {
    const { status, headers, html } = await atKeyed.get('/portal/test/keys', elsewhere)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('Basic')
    expect(html).not.toContain('sk_test_')
    const wrong = { ...elsewhere, ...basic('wrong') }
    expect((await atKeyed.get('/portal', wrong)).status).toBe(401)
    const right = { ...elsewhere, ...basic(KEY) }
    expect((await atKeyed.get('/portal', right)).status).toBe(200)
    const program = { ...elsewhere, authorization: `Bearer ${KEY}` }
    expect((await atKeyed.get('/portal', program)).status).toBe(200)
  })

  test('a visitor on this machine needs no key', async () => {
    expect((await atKeyed.get('/portal')).status).toBe(200)
  })

  test('a link from another site does not open the portal', async () => {
    const { status, html } = await atOpen.get('/portal', { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(403)
    expect(html).toContain('href="/portal?lang=es"')
  })

  test('a rebound DNS name does not open the portal', async () => {
    const status = await new Promise((resolve) =>
      request(
        { port: open.sandbox.port, path: '/portal', headers: { host: 'rebound.example:4010' } },
        (response) => resolve(response.resume().statusCode),
      ).end(),
    )
    expect(status).toBe(403)
  })

  test.each<[string, Record<string, string>]>([
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['another site, with the password', { 'sec-fetch-site': 'cross-site', ...basic(KEY) }],
    ['a browser that only says its origin', { 'sec-fetch-site': '', origin: 'http://evil.hn' }],
  ])('a form of %s has no effect', async (_, headers) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const response = await fetch(`${keyed.sandbox.url}/portal/test/endpoints`, {
      method: 'POST',
      redirect: 'manual',
      headers: sent,
      body: new URLSearchParams({ url: 'https://evil.hn/' }),
    })
    expect(response.status).toBe(403)
    expect((await atKeyed.get('/portal/test/webhooks')).html).not.toContain('evil.hn')
  })

  test("the portal's own form works in a browser that sends only Origin", async () => {
    const { url } = keyed.sandbox
    const response = await fetch(`${url}/portal/test/endpoints`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: new URL(url).origin },
      body: new URLSearchParams({ url: 'https://tienda.hn/' }),
    })
    expect(response.status).toBe(303)
  })
})
