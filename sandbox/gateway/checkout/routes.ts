import type { Sandbox } from '../context.ts'
import type { SandboxRoute } from '../http/router.ts'
import { designFile, STYLESHEET_PATH, staticFile } from '../pages/static-file.ts'
import { showCheckout } from './show-checkout.ts'
import { submitForm } from './submit-form.ts'

/** Routes of `checkout_url` (1.2, 4.3). */
export const checkoutRoutes = (sandbox: Sandbox): SandboxRoute[] => [
  designFile(),
  staticFile(STYLESHEET_PATH, new URL('./page.css', import.meta.url)),
  { method: 'GET', path: '/checkout/:slug', handle: (request) => showCheckout(sandbox, request) },
  { method: 'POST', path: '/checkout/:slug', handle: (request) => submitForm(sandbox, request) },
]
