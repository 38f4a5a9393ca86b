import type { Browser, Page } from 'playwright-core'
import { logIn } from './log-in.ts'

const PATIENCE_MS = 60_000
const DESK = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }

/** Whoever runs the shop, in its administration. */
export interface ShopAdmin {
  page: Page
  /** Pairs the plugin by a code, in its settings. Returns what the page says of the connection then. */
  pair(code: string): Promise<string>
  /** Has customers pay in this way, from the settings of the payment method. */
  takePayments(settings: {
    way: 'redirect' | 'fields'
    savedCards?: boolean
    currencies?: string
  }): Promise<void>
  /** What the settings page says of the connection. */
  readConnection(): Promise<string>
  /** What sticks out of the settings page on a phone. */
  tooWideOnPhone(): Promise<string[]>
  /** What it says after the button that tests it. */
  testConnection(): Promise<string>
  /** Makes a page with the classic checkout. Returns its address. */
  makeClassicCheckout(): Promise<string>
  openOrder(id: number): Promise<void>
  /** Gives money of the open order back. Returns "done", or what the shop is told instead. */
  refund(amount: string): Promise<string>
  /** Deletes the newest refund of the open order. */
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
      await page.getByRole('button', { name: 'Connect by code' }).click()
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
        // Held as long as nothing was changed.
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
      // Leads on to the page of the order, in whichever tables the shop keeps its orders.
      await page.goto(`${siteUrl}/wp-admin/post.php?post=${id}&action=edit`)
    },
    refund: async (amount) => {
      await page.locator('button.refund-items').click()
      const total = page.locator('#order_line_items .refund_line_total').first()
      await total.fill(amount)
      await total.press('Tab')
      // WooCommerce asks first, and then shows the page anew or says what is wrong.
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
