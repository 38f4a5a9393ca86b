import type { Page } from 'playwright-core'

/** Logs somebody in to a WordPress site. */
export const logIn = async (
  page: Page,
  siteUrl: string,
  { user, password }: { user: string; password: string },
): Promise<void> => {
  await page.goto(`${siteUrl}/wp-login.php`)
  await page.fill('#user_login', user)
  await page.fill('#user_pass', password)
  await page.click('#wp-submit')
  await page.waitForURL((url) => !url.pathname.endsWith('wp-login.php'))
}
