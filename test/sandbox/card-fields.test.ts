import { describe, expect, test } from 'vitest'
import { CARDS, PUBLISHABLE_KEY, testCard } from '../contract/support/harness.ts'
import { nonTestCard } from '../support/non-test-card.ts'
import { useGateway } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'

const gateway = useGateway()

const tokenBody = (fields: Record<string, unknown> = {}) => ({
  publishable_key: PUBLISHABLE_KEY,
  card: testCard(CARDS.approved),
  ...fields,
})

const OTHER_CARD = nonTestCard()

describe('POST /embed/v1/tokens, the endpoint of the card fields', () => {
  const post = async (body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${gateway.sandbox.url}/embed/v1/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json }
  }

  test('a publishable key alone tokenizes a test card', async () => {
    const { status, body, headers } = await post(tokenBody())
    expect(status).toBe(201)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(body).toEqual({ payment_token: expect.stringMatching(/^tok_\w{20,}$/) })
  })

  test.each<[string, string, unknown]>([
    ['14', 'Invalid card number', tokenBody({ card: testCard(OTHER_CARD) })],
    [
      '54',
      'Expired card',
      tokenBody({ card: { ...testCard(CARDS.approved), exp_month: 1, exp_year: 2024 } }),
    ],
    ['03', 'Invalid merchant', tokenBody({ publishable_key: 'pk_test_other' })],
    ['12', 'Invalid transaction (payment_id)', tokenBody({ payment_id: 99_999_999 })],
    ['30', 'Format error (customer)', tokenBody({ customer: 'Ana' })],
    ['30', 'Format error (card)', { publishable_key: PUBLISHABLE_KEY }],
    ['30', 'Format error (body)', '{'],
    ['30', 'Format error (body)', '[]'],
  ])('an invalid request gets code %s: %s', async (code, message, body) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([
      422,
      { IsoResponseCode: code, Errors: [{ Code: code, Message: message }] },
    ])
  })

  test.each(['cross-site', 'same-site', 'none'])(
    'a page of another origin cannot post a card (%s)',
    async (site) => {
      expect((await post(tokenBody(), { 'sec-fetch-site': site })).status).toBe(403)
    },
  )

  test('responses and journal never contain a card number, accepted or rejected', async () => {
    const mistyped = '4111111111111112'
    for (const number of [CARDS.approved, OTHER_CARD, mistyped]) {
      const { body } = await post(tokenBody({ card: testCard(number) }))
      expect(JSON.stringify(body)).not.toContain(number)
    }
    const journal = JSON.stringify(await gateway.journal('request'))
    expect(journal).toContain('/embed/v1/tokens')
    for (const number of [CARDS.approved, OTHER_CARD, mistyped]) {
      expect(journal).not.toContain(number)
    }
  })
})

describe('the assets of the browser SDK', () => {
  const get = (path: string) => fetch(`${gateway.sandbox.url}${path}`)
  const frame = (query: Record<string, string>) =>
    get(`/embed/v1/card-fields?${new URLSearchParams(query)}`)
  const usual = { publishable_key: PUBLISHABLE_KEY, origin: 'https://shop.hn' }

  test('pages of any origin may load the script', async () => {
    const { status, headers } = await get('/sdk/v1/connect.js')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toMatch(/max-age=\d{1,3}$/)
  })

  test('any page may frame the fields, and they load only their own assets', async () => {
    const page = await frame(usual)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('frame-ancestors *')
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('x-frame-options')).toBeNull()
    expect(await page.text()).not.toMatch(/style=|<style|<script>|onclick/)
  })

  test('the fields default to Spanish and support English', async () => {
    expect(await (await frame(usual)).text()).toContain('Nombre del titular')
    expect(await (await frame({ ...usual, locale: 'fr' })).text()).toContain('<html lang="es"')
    expect(await (await frame({ ...usual, locale: 'en' })).text()).toContain('Name on card')
  })

  test.each([
    ['publishable_key', 'pk_test_other'],
    ['origin', 'null'],
    ['origin', 'javascript:alert(1)'],
    ['origin', 'https://shop.hn/path"><script>'],
  ])('a frame with %s %s has no form and does not echo the value', async (name, value) => {
    const page = await frame({ ...usual, [name]: value })
    const text = await page.text()
    expect(page.status).toBe(422)
    expect(text).not.toContain('<form')
    expect(text).not.toContain(value)
  })

  test('the page does not contain the accent colour', async () => {
    const text = await (await frame({ ...usual, accent: 'red;}body{display:none' })).text()
    expect(text).not.toContain('display:none')
  })

  test('the demo page supports both languages and restricts scripts', async () => {
    const page = await get('/sdk?lang=en')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await page.text()).toContain('Try the card fields')
    expect(await (await get('/sdk')).text()).toContain('Probar los campos de tarjeta')
  })
})
