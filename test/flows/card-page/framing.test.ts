import { describe, expect, it } from 'vitest'
import type { Json } from '../../support/world.ts'
import { CARDS, pathOf, useCardPage } from './use-card-page.ts'

const { world, checkout, newId, visit, token } = useCardPage()

const SHOP = 'https://shop.example'
const ADDRESSES = { success_url: `${SHOP}/thanks`, cancel_url: 'https://www.shop.example/cart' }

const openedIn = async (more: Json = {}) => {
  const id = newId()
  const { body } = await checkout(id, { ...ADDRESSES, ...more })
  return { id, payUrl: body.pay_url as string }
}

const framed = (url: string, origin: string, query = {}) =>
  visit(`${url}?${new URLSearchParams({ ...query, framed_by: origin })}`)

const framingOf = ({ headers }: Response) => ({
  ancestors: /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1],
  options: headers.get('x-frame-options'),
})

const BY_NO_SITE = { ancestors: "'none'", options: 'SAMEORIGIN' }

describe('a site that frames the card page', () => {
  it.each([SHOP, 'https://www.shop.example'])(
    'the browser of a customer shows the page in a frame of %s, an address of the order',
    async (origin) => {
      const { payUrl } = await openedIn()
      for (const path of ['/card', '/return']) {
        const page = await framed(`${payUrl}${path}`, origin)
        expect(page.status).toBe(200)
        expect(framingOf(page)).toEqual({ ancestors: origin, options: null })
        expect(await page.text()).toContain(`data-framed-by="${origin}"`)
      }
    },
  )

  it.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example/',
    'null',
    '*',
    "https://shop.example; script-src 'unsafe-inline'",
  ])('no browser shows the page in a frame of %s', async (origin) => {
    const { payUrl } = await openedIn()
    for (const path of ['/card', '/return']) {
      const page = await framed(`${payUrl}${path}`, origin)
      expect(framingOf(page)).toEqual(BY_NO_SITE)
      expect(await page.text()).not.toContain('data-framed-by')
    }
  })

  it('no site frames a page that it opens without its origin, or an order without addresses', async () => {
    const { payUrl } = await openedIn()
    expect(framingOf(await visit(`${payUrl}/card`))).toEqual(BY_NO_SITE)
    const bare = (await checkout(newId())).body.pay_url
    expect(framingOf(await framed(`${bare}/card`, SHOP))).toEqual(BY_NO_SITE)
  })

  it('a shop without https frames the page on this machine only', async () => {
    const { payUrl } = await openedIn({
      success_url: 'http://shop.example/thanks',
      cancel_url: 'http://localhost:8090/',
    })
    expect(framingOf(await framed(`${payUrl}/card`, 'http://shop.example'))).toEqual(BY_NO_SITE)
    expect(framingOf(await framed(`${payUrl}/card`, 'http://localhost:8090')).ancestors).toBe(
      'http://localhost:8090',
    )
  })

  it('an address whose host has characters of a header frames nothing', async () => {
    const { payUrl } = await openedIn({ success_url: 'https://a;b.example/thanks' })
    expect(framingOf(await framed(`${payUrl}/card`, 'https://a;b.example'))).toEqual(BY_NO_SITE)
  })
})

describe('the pages in a frame of the shop', () => {
  it('each address keeps the frame and the language', async () => {
    const { payUrl } = await openedIn()
    const link = await framed(payUrl, SHOP, { lang: 'en' })
    const kept = new URLSearchParams({ framed_by: SHOP, lang: 'en' })
    expect(link.headers.get('location')).toBe(`${pathOf(payUrl)}/card?${kept}`)
    const page = await (await framed(`${payUrl}/card`, SHOP, { lang: 'en' })).text()
    expect(page).toContain('/return?lang=en&amp;framed_by=https%3A%2F%2Fshop.example')
  })

  it('a customer with a challenge stays in the frame, although https could bring them back', async () => {
    const { payUrl } = await openedIn()
    const page = await framed(`${payUrl}/card`, SHOP)
    expect(page.headers.get('content-security-policy')).toMatch(/frame-src [^;]* https:/)
    const answer = await visit(`${payUrl}/card?framed_by=${encodeURIComponent(SHOP)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token: await token(CARDS.challenge) }),
    })
    expect(await answer.json()).toMatchObject({ next: 'ask-bank' })
  })

  it('the page of a paid order leaves the frame only by a click', async () => {
    const { id, payUrl } = await openedIn()
    await world.api('POST', `/v1/orders/${id}/confirm`, { payment_token: await token() })
    const page = await (await framed(`${payUrl}/return`, SHOP)).text()
    expect(page).toContain(`href="${SHOP}/thanks" target="_top"`)
    expect(page).not.toContain('data-redirect-url')
    const alone = await (await visit(`${payUrl}/return`)).text()
    expect(alone).toContain('data-redirect-url')
  })

  it("an order that is paid on the gateway's page offers the way there", async () => {
    const { payUrl } = await openedIn({ mode: 'hosted' })
    const page = await framed(payUrl, SHOP, { lang: 'en' })
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('data-kind="at-gateway"')
    expect(text).toContain(`href="${pathOf(payUrl)}" target="_top">Open the payment page`)
    expect((await visit(payUrl)).status).toBe(303)
  })
})
