import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchChromium } from '../../browser/chromium.ts'
import { customerIn } from '../../browser/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { useWorld } from '../../support/use-world.ts'
import { installed, usePacked } from '../packed.ts'
import { REACTS, withReact } from './react-of-shop.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const packed = usePacked('browser')
const world = useWorld()

const APP = `
import { createElement as h, StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { PuenteCard } from '@puente/browser/react'

window.heard = []
const Checkout = ({ payUrl }) => {
  const card = useRef(null)
  const [count, setCount] = useState(0)
  const [complete, setComplete] = useState(false)
  const [shown, setShown] = useState(true)
  const [wrong, setWrong] = useState(false)
  const hear = (name) => (detail) => {
    heard.push({ name, count, reason: detail.reason })
    setCount((before) => before + 1)
  }
  return h('main', null,
    h('h1', null, 'Checkout'),
    shown && h(PuenteCard, {
      ref: card, payUrl, lang: 'en', hideButton: true, className: 'card',
      onReady: hear('ready'), onDeclined: hear('declined'), onPaid: hear('paid'),
      onChange: (detail) => setComplete(detail.complete),
    }),
    h('button', { disabled: !complete, onClick: () => card.current.submit() }, 'Buy now'),
    shown && wrong && h(PuenteCard, { payUrl: 'wrong', lang: 'en', onFailed: hear('failed') }),
    h('button', { onClick: () => setWrong(true) }, 'Another order'),
    h('button', { onClick: () => setShown(false) }, 'Leave'),
    h('output', null, String(count)))
}
const { payUrl } = document.getElementById('root').dataset
createRoot(document.getElementById('root')).render(h(StrictMode, null, h(Checkout, { payUrl })))
`

/** Serves one page with the bundled application, for one test. */
const serve = async (script: string) => {
  const page = { payUrl: '' }
  const server = createServer((request, response) => {
    if (request.url === '/app.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<!doctype html><html lang="es"><title>Shop</title><div id="root" data-pay-url="${page.payUrl}"></div><script type="module" src="/app.js"></script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { page, url: `http://127.0.0.1:${port}` }
}

describe.skipIf(!browser).each(REACTS)('a shop with React $major', ({ major, folder }) => {
  it('the component shows the card page, its button pays, and each event runs its latest handler', async (test) => {
    if (!folder) return test.skip(`No React ${major}: REACT_${major} can name its node_modules`)
    const shop = await installed(packed.tarball)
    withReact(shop, folder)
    shop.write({ 'app.js': APP })
    await build({
      configFile: false,
      root: shop.folder,
      logLevel: 'warn',
      define: { 'process.env.NODE_ENV': '"development"' },
      build: {
        minify: false,
        lib: { entry: join(shop.folder, 'app.js'), formats: ['es'], fileName: () => 'app.js' },
      },
    })
    const served = await serve(readFileSync(join(shop.folder, 'dist/app.js'), 'utf8'))
    const { body } = await world.api('POST', '/v1/checkouts', {
      order: { id: `R-${major}`, amount: '60.00', currency: 'HNL' },
      mode: 'card_page',
      success_url: `${served.url}/thanks`,
    })
    served.page.payUrl = body.pay_url

    const { page, leave } = await customerIn(browser)
    onTestFinished(leave)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(served.url)
    const card = page.frameLocator('puente-card.card iframe')
    await card.getByRole('heading', { name: 'Pay by card' }).waitFor()
    const payBy = async (number: string) => {
      const field = (name: string) => card.frameLocator('#card-fields iframe').locator(`#${name}`)
      await field('number').pressSequentially(number)
      await field('expiry').pressSequentially('1239')
      await field('cvc').pressSequentially('123')
      await field('holder').pressSequentially('Ana Mejía')
      await page.getByRole('button', { name: 'Buy now' }).click()
    }
    const hears = (name: string) =>
      page.waitForFunction(`heard.some((each) => each.name === '${name}')`)
    await hears('ready')
    expect(await card.locator('#pay').isVisible()).toBe(false)
    await payBy('4000000000009995')
    await hears('declined')
    await payBy('4111111111111111')
    await hears('paid')
    const heard: { name: string; count: number; reason?: string }[] = await page.evaluate('heard')
    const [ready] = heard
    expect(ready).toMatchObject({ name: 'ready', count: 0 })
    // Under StrictMode, each event runs one handler: the latest.
    const outcomes = heard.filter(({ name }) => name !== 'ready')
    expect(outcomes).toMatchObject([
      { name: 'declined', reason: 'no-funds' },
      { name: 'paid', reason: 'paid' },
    ])
    expect(outcomes.at(-1)?.count).toBeGreaterThan(1)
    // The element fails before effects run.
    await page.getByRole('button', { name: 'Another order' }).click()
    await hears('failed')
    await page.getByRole('button', { name: 'Leave' }).click()
    await eventually(async () => (await page.locator('puente-card').count()) === 0)
    expect(errors).toEqual([])
  })
})
