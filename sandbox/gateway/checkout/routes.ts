import type { Sandbox } from '../context.ts'
import type { Route } from '../http/router.ts'
import { designFile, staticFile } from '../pages/static-file.ts'
import { STYLESHEET_PATH } from './page.ts'
import { showCheckout } from './show-checkout.ts'
import { takeForm } from './take-form.ts'

/** Routes of `checkout_url` (1.2, 4.3). */
export const checkoutRoutes = (sandbox: Sandbox): Route[] => [
  designFile(),
  staticFile(STYLESHEET_PATH, new URL('./page.css', import.meta.url)),
  { method: 'GET', path: '/checkout/:slug', answer: (request) => showCheckout(sandbox, request) },
  { method: 'POST', path: '/checkout/:slug', answer: (request) => takeForm(sandbox, request) },
]
