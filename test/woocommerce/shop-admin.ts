import type { Browser, Page } from 'playwright-core'
import { logIn } from './log-in.ts'

const PATIENCE_MS = 60_000
const DESK = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }

export interface ShopAdmin {
  page: Page
  pair(code: string): Promise<string>
  takePayments(settings: {
    way: 'redirect' | 'fields'
    savedCards?: boolean
    currencies?: string
  }): Promise<void>
  readConnection(): Promise<string>
  tooWideOnPhone(): Promise<string[]>
  testConnection(): Promise<string>
  makeClassicCheckout(): Promise<string>
  openOrder(id: number): Promise<void>
  /** Returns "done" or the error. */
  refund(amount: string): Promise<string>
  deleteRefund(): Promise<void>
  disconnect(): Promise<void>
  leave(): Promise<void>
}

export const shopAdminIn = async (
  browser: Browser,
  { siteUrl, user }: { siteUrl: string; user: { user: string; password: string } },
): Promise<ShopAdmin> => {
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await logIn(page, siteUrl, user)
  const openSettings = () =>
    page.goto(`${siteUrl}/wp-admin/admin.php?page=wc-settings&tab=checkout&section=puente`)
  const connection = page.locator('.puente-connection')

  const disconnect = async (): Promise<void> => {
    await openSettings()
    const ask = connection.locator('summary', { hasText: /^Disconnect$/ })
    if (await ask.isVisible()) await ask.click()
    const button = connection.getByRole('button', { name: /^Disconnect|disconnect it$/ })
    if (!(await button.isVisible())) return
    await button.click()
    await connection.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  }

  return {
    page,
    pair: async (code) => {
      await disconnect()
      await page.locator('.puente-by-hand > summary').click()
      await page.fill('#puente-code', code)
      await page.getByRole('button', { name: 'Connect with code' }).click()
      await page.locator('.puente-parts').waitFor()
      return connection.innerText()
    },
    takePayments: async ({ way, savedCards = false, currencies = '' }) => {
      await openSettings()
      await page.locator('#woocommerce_puente_enabled').check()
      await page.locator('#woocommerce_puente_way').selectOption(way, { force: true })
      await page.locator('#woocommerce_puente_saved_cards').setChecked(savedCards)
      await page.fill('#woocommerce_puente_currencies', currencies)
      await page.locator('.woocommerce-save-button').evaluate((button) => {
        // Disabled until a setting changes.
        button.disabled = false
        button.click()
      })
      await page.locator('#message.updated.inline').waitFor()
    },
    readConnection: async () => {
      await openSettings()
      return connection.innerText()
    },
    tooWideOnPhone: async () => {
      await page.setViewportSize(PHONE)
      await openSettings()
      const texts = page.locator('.puente-connection, .puente-connection *, .select2-container')
      const wide = await texts.evaluateAll((elements, width) => {
        const sticksOut = ({ scrollWidth, clientWidth }: (typeof elements)[number]) =>
          clientWidth > 0 && scrollWidth > clientWidth + 1
        return elements
          .filter((one) => one.getBoundingClientRect().right > width || sticksOut(one))
          .map(({ outerHTML }) => outerHTML.slice(0, 200))
      }, PHONE.width)
      await page.setViewportSize(DESK)
      return wide
    },
    testConnection: async () => {
      await openSettings()
      const isTested = page.waitForEvent('load')
      await connection.getByRole('button', { name: 'Test the connection' }).click()
      await isTested
      return connection.innerText()
    },
    makeClassicCheckout: async () => {
      const nonce = await page.request.get(`${siteUrl}/wp-admin/admin-ajax.php?action=rest-nonce`)
      const made = await page.request.post(`${siteUrl}/wp-json/wp/v2/pages`, {
        headers: { 'x-wp-nonce': await nonce.text() },
        data: {
          title: 'Classic checkout',
          status: 'publish',
          content: '<!-- wp:shortcode -->[woocommerce_checkout]<!-- /wp:shortcode -->',
        },
      })
      const { link } = await made.json()
      return link
    },
    openOrder: async (id) => {
      // Redirects to the order page with either order storage.
      await page.goto(`${siteUrl}/wp-admin/post.php?post=${id}&action=edit`)
    },
    refund: async (amount) => {
      await page.locator('button.refund-items').click()
      const total = page.locator('#order_line_items .refund_line_total').first()
      await total.fill(amount)
      await total.press('Tab')
      const refused = new Promise<string>((resolve) => {
        page.on('dialog', async (dialog) => {
          if (dialog.type() === 'alert') resolve(dialog.message())
          await dialog.accept()
        })
      })
      const done = page.waitForEvent('load').then(() => 'done')
      await page.locator('button.do-api-refund').click()
      const said = await Promise.race([done, refused])
      page.removeAllListeners('dialog')
      done.catch(() => {})
      return said
    },
    deleteRefund: async () => {
      const row = page.locator('tr.refund').first()
      page.once('dialog', (dialog) => dialog.accept())
      const answered = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('woocommerce_delete_refund')),
      )
      await row.hover()
      await row.locator('a.delete_refund').click({ force: true })
      await answered
    },
    disconnect,
    leave: () => context.close(),
  }
}
