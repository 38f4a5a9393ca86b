import type { Settings } from '../../../config/settings.ts'
import type { Sandbox } from '../context.ts'
import type { SandboxRoute } from '../http/router.ts'
import type { Merchant } from '../merchant.ts'
import { CARD_INPUT_PATH, staticFile } from '../pages/static-file.ts'
import { demoPage } from './demo-page.ts'
import { framePage } from './frame-page.ts'
import { tokenizeCard } from './tokenize-card.ts'

const asset = (name: string): URL => new URL(`./assets/${name}`, import.meta.url)

/** Routes of the browser SDK (mode 2, 4.14). */
export const sdkRoutes = (options: {
  sandbox: Sandbox
  merchant: Merchant
  settings: Settings
}): SandboxRoute[] => [
  staticFile('/sdk/v1/connect.js', asset('connect.js'), { forAnySite: true }),
  { method: 'GET', path: '/embed/v1/card-fields', handle: framePage(options) },
  staticFile('/embed/v1/assets/card-fields.js', asset('card-fields.js')),
  staticFile('/embed/v1/assets/card-rules.js', asset('card-rules.js')),
  staticFile(CARD_INPUT_PATH, asset('card-input.js')),
  staticFile('/embed/v1/assets/card-fields.css', asset('card-fields.css')),
  { method: 'POST', path: '/embed/v1/tokens', handle: tokenizeCard(options) },
  {
    method: 'GET',
    path: '/sdk',
    handle: demoPage({
      publishableKey: options.settings.SANDBOX_PUBLISHABLE_KEY,
      publicUrl: options.sandbox.publicUrl,
    }),
  },
  staticFile('/sdk/assets/demo.js', asset('demo.js')),
  staticFile('/sdk/assets/demo.css', asset('demo.css')),
]
