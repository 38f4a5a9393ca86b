import { readFileSync } from 'node:fs'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { STYLESHEET_PATH } from './page.ts'
import { showCheckout } from './show-checkout.ts'
import { takeForm } from './take-form.ts'

/** The hosted checkout: where `checkout_url` leads, `gateway-api.md` 1.2 and 4.3. */
export const checkoutRoutes = (sandbox: Sandbox): Route[] => {
  const stylesheet = readFileSync(new URL('./page.css', import.meta.url), 'utf8')
  return [
    { method: 'GET', path: STYLESHEET_PATH, answer: () => css(stylesheet) },
    { method: 'GET', path: '/checkout/:slug', answer: (request) => showCheckout(sandbox, request) },
    { method: 'POST', path: '/checkout/:slug', answer: (request) => takeForm(sandbox, request) },
  ]
}

const css = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
  body,
})
