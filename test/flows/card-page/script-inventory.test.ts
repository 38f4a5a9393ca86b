import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CARDS, useCardPage } from './use-card-page.ts'

const { world, opened, payBy, visit, checkout, newId } = useCardPage()

/** Rows of the inventory in docs/pci.md: the script, and the pages that load it. */
const INVENTORY = [
  ...readFileSync(new URL('../../../docs/pci.md', import.meta.url), 'utf8').matchAll(
    /^\| `([^`]+)` \| ([^|]+) \|/gm,
  ),
].map(([, script = '', page = '']) => ({ script, page: page.trim() }))

const listedFor = (page: string) =>
  INVENTORY.filter((row) => row.page === page)
    .map(({ script }) => script)
    .toSorted()

/** Scripts in the page, and the gateway's, which the page's own script loads. */
const scriptsOf = async (answer: Response): Promise<string[]> => {
  const text = await answer.text()
  const tags = [...text.matchAll(/<script\b([^>]*)>([^<]*)/g)]
  expect(tags.map(([, , inline]) => inline)).toEqual(tags.map(() => ''))
  expect(text).not.toMatch(/\son\w+=|javascript:/i)
  const loaded = tags.map(([, attributes = '']) => /src="([^"]+)"/.exec(attributes)?.[1] ?? '')
  const sdk = /&quot;sdkUrl&quot;:&quot;([^&]+)&quot;/.exec(text)?.[1]
  return [...loaded, ...(sdk === undefined ? [] : [sdk])]
    .map((url) => (url === `${world.sandbox.url}/sdk/v1/connect.js` ? 'GATEWAY_SDK_URL' : url))
    .toSorted()
}

const SHOP = 'https://shop.example'

describe('the inventory of scripts', () => {
  it('the card page loads the scripts of the inventory and no other', async () => {
    const { payUrl } = await opened()
    const page = await visit(`${payUrl}/card`)
    const gateway = new URL(world.sandbox.url).origin
    expect(page.headers.get('content-security-policy')).toContain(`script-src 'self' ${gateway};`)
    expect(await scriptsOf(page)).toEqual(listedFor('card page'))
    expect(listedFor('card page')).toEqual(['/pay/assets/card-page.js', 'GATEWAY_SDK_URL'])
  })

  it('in the frame of a shop, one more script of ours speaks with the shop', async () => {
    const { body } = await checkout(newId(), { success_url: `${SHOP}/thanks` })
    const page = await visit(`${body.pay_url}/card?framed_by=${encodeURIComponent(SHOP)}`)
    const framed = [...listedFor('card page'), ...listedFor('in the frame of a shop')]
    expect(await scriptsOf(page)).toEqual(framed.toSorted())
  })

  it('the other pages of a link load a script of ours that polls, from this server alone', async () => {
    const { payUrl } = await opened({ success_url: `${SHOP}/thanks` })
    await payBy(payUrl, CARDS.approved)
    const page = await visit(`${payUrl}/return`)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect(await scriptsOf(page)).toEqual(listedFor('other pages'))
  })

  it('each script of ours in the inventory is served, and no further one', async () => {
    const ours = INVENTORY.map(({ script }) => script).filter((script) => script.startsWith('/'))
    for (const script of ours) {
      const { status, headers } = await visit(`${world.url}${script}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    }
    expect(ours).toHaveLength(3)
  })
})
