import type { Settings } from '../../config/settings.ts'
import { sandboxUrls } from './addresses.ts'
import { testCardList } from './cards.ts'
import { GATEWAY_TEXTS } from './locales/texts.ts'

export const sandboxWelcome = (sandbox: {
  url: string
  leftovers: readonly string[]
  settings: Settings
}): string => {
  const { url, leftovers, settings } = sandbox
  const { testCards } = GATEWAY_TEXTS.en
  const cards = testCardList().map(({ name, number }) => `    ${number}  ${testCards[name]}`)
  const { api, portal } = sandboxUrls(url)
  const left =
    leftovers.length > 0
      ? `
  An earlier run has left this behind; POST ${url}/sandbox/reset clears it:
${leftovers.map((each) => `    ${each}`).join('\n')}
`
      : ''
  return `
  The sandbox gateway is running. It moves no money.

    Home      ${url}
    API       ${api}
    Portal    ${portal}
    Test key  ${settings.SANDBOX_SECRET_KEY}
    Live key  ${settings.SANDBOX_LIVE_SECRET_KEY}
    Browser   ${settings.SANDBOX_PUBLISHABLE_KEY}, card fields to try at ${url}/sdk
    Webhooks  ${settings.SANDBOX_WEBHOOK_URL ?? `none yet: ${portal}/test/webhooks`}

  Test cards (any future expiry, any CVC)
${cards.join('\n')}

  Try it: create a payment, then open its checkout_url
    curl ${api}/payments -H "Authorization: Bearer ${settings.SANDBOX_SECRET_KEY}" \\
      -d '{"amount": 125.50, "external_reference": "1001", "name": "Order 1001"}'

  Control routes, faults, and what the contract leaves open: docs/sandbox.md
${left}
`
}
