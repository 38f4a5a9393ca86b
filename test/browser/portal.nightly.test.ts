import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from '../contract/support/receiver.ts'
import { eventually, HANG_MS } from '../support/eventually.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { launchChromium } from './chromium.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

let page: Page
const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeEach(async () => {
  await gateway.call('POST', '/sandbox/reset', { key: null })
  receiver.received.length = 0
})
afterEach(() => page.context().close())

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } }

const open = async (locale: string, size: keyof typeof SIZES): Promise<void> => {
  if (!browser) throw new Error('No browser')
  const context = await browser.newContext({ locale, viewport: SIZES[size] })
  context.setDefaultTimeout(HANG_MS)
  page = await context.newPage()
  await page.goto(`${gateway.sandbox.url}/portal`)
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
const unfold = (summary: string) => page.locator('summary', { hasText: summary }).first().click()
const sees = (text: string) => page.getByText(text).first().waitFor()
const secret = () => page.locator('.endpoint .secret').innerText()

const fits = async (): Promise<void> => {
  const { root, controls } = { root: page.locator('html'), controls: 'a, button, input, select' }
  const overflow = await root.evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  for (const control of await page.locator(`${controls}, summary`).all()) {
    const isShown = await control.isVisible()
    const box = isShown && (await control.boundingBox())
    if (box) expect([box.height, await control.innerText()]).toSatisfy(([height]) => height >= 24)
  }
}

describe.skipIf(!browser)('a merchant in the portal', () => {
  test('the merchant registers an endpoint, rotates its secret and resends a delivery, on a phone in Spanish', async () => {
    await open('es-HN', 'phone')
    await sees('Todavía no hay pagos')
    await fits()
    await follow('Webhooks')
    await page.getByLabel('URL del endpoint').fill('http://tienda.hn/hooks')
    await press('Guardar el endpoint')
    await sees('Use https')
    await page.getByLabel('URL del endpoint').fill(receiver.url)
    await press('Guardar el endpoint')
    await sees('Endpoint registrado.')
    const first = await secret()
    await fits()

    await unfold('Rotar el secreto')
    await sees('deja de servir de inmediato')
    await press('Rotar ahora')
    await sees('El anterior ya no sirve')
    expect(await secret()).not.toBe(first)

    await gateway.payNew({ name: 'Pedido con un nombre bastante largo para un teléfono' })
    await receiver.waitFor(1)
    await eventually(async () => {
      await page.reload()
      return (await page.locator('.attempt').count()) === 1
    })
    await sees('Respuesta 200')
    await fits()
    await press(`Reenviar payment.approved a ${receiver.url}`)
    await sees('El evento se está reenviando.')
    const [event, again] = await receiver.waitFor(2)
    expect(again?.raw).toBe(event?.raw)
  })

  test('the merchant voids one payment and refunds a part of another, at a desk in English', async () => {
    await open('en-US', 'desk')
    const voided = await gateway.payNew({ name: 'Coffee' })
    await page.reload()
    await page.getByRole('link', { name: 'Coffee' }).click()
    await fits()
    await unfold('Void')
    await page.getByLabel('Reason').first().fill('Ordered twice')
    await press('Void the charge')
    await sees('Transaction voided.')
    await sees('Ordered twice')
    expect((await gateway.getPayment(voided.id)).status).toBe('voided')

    const refunded = await gateway.payNew({ name: 'Cake' })
    await gateway.settle()
    await follow('All payments')
    await page.getByRole('link', { name: 'Cake' }).click()
    await unfold('Refund')
    await page.getByLabel('Amount to refund').fill('400')
    await press('Refund')
    await sees('is above the remaining refundable amount (100.00)')
    await page.getByLabel('Amount to refund').fill('40')
    await press('Refund')
    await sees('Refund made.')
    await fits()
    expect((await gateway.getPayment(refunded.id)).status).toBe('partially_refunded')
    await follow('Receipt')
    await sees('Partially refunded: L 40.00 of L 100.00')
  })

  test('the merchant switches environment and language in place', async () => {
    await open('es-HN', 'phone')
    await follow('Claves y tarjetas')
    await sees('sk_test_sandbox')
    await follow('Producción (live)')
    await sees('sk_live_sandbox')
    await follow('English')
    await sees('Secret key')
    await follow('Webhooks')
    await sees('Register an endpoint')
    expect(page.url()).toContain('/portal/live/webhooks')
    await fits()
  })

  test('the merchant disables a link after a warning', async () => {
    await open('es-HN', 'phone')
    const payment = await gateway.createPayment()
    await page.goto(`${gateway.sandbox.url}/portal/test/payments/${payment.id}`)
    await unfold('Deshabilitar el enlace')
    await sees('No se puede deshacer.')
    await press('Deshabilitar el enlace')
    await sees('Enlace deshabilitado.')
    expect((await gateway.getPayment(payment.id)).status).toBe('disabled')
  })
})
