import type { Settings } from '../config/settings.ts'
import { testCardList } from './cards.ts'

/** What a newcomer needs to see first: addresses, keys, cards, and something to try. */
export const welcome = ({ url, settings }: { url: string; settings: Settings }): string => {
  const cards = testCardList().map(({ number, means }) => `    ${number}  ${means.en}`)
  return `
  The sandbox gateway is running. It moves no money.

    API       ${url}/v1
    Test key  ${settings.SANDBOX_SECRET_KEY}
    Live key  ${settings.SANDBOX_LIVE_SECRET_KEY}
    Webhooks  ${settings.SANDBOX_WEBHOOK_URL ?? `none yet: POST ${url}/sandbox/endpoints`}

  Test cards (any future expiry, any CVC)
${cards.join('\n')}

  Try it: create a payment, then open its checkout_url
    curl ${url}/v1/payments -H "Authorization: Bearer ${settings.SANDBOX_SECRET_KEY}" \\
      -d '{"amount": 125.50, "external_reference": "1001", "name": "Order 1001"}'

`
}
