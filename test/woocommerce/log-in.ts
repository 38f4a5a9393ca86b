import type { Page } from 'playwright-core'

/** Without internet, a new shop waits for WordPress' servers before its first page. */
const FIRST_PAGE_MS = 180_000

export const logIn = async (
  page: Page,
  siteUrl: string,
  { user, password }: { user: string; password: string },
): Promise<void> => {
  await page.goto(`${siteUrl}/wp-login.php`)
  await page.fill('#user_login', user)
  await page.fill('#user_pass', password)
  await page.click('#wp-submit')
  const isIn = (url: URL) => !url.pathname.endsWith('wp-login.php')
  await page.waitForURL(isIn, { timeout: FIRST_PAGE_MS })
}
