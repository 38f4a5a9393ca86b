import { z } from 'zod'
import { addMs } from '../../../src/runtime/clock.ts'
import { orUndefined } from '../../../src/runtime/failure.ts'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import { isSameCode } from '../../onboarding/same-code.ts'

/** Long enough to look up keys in the gateway's portal. */
const LIFETIME_MS = 30 * 60_000

export const BROWSER_COOKIE = 'puente_shopify'

const PLACE = 'shopify/page-token'

const said = z.object({ shop: z.string(), browser: z.string(), until: z.number() })

/**
 * Issues a token that proves for half an hour that Shopify sent this browser back from this shop.
 * Bound to the browser: otherwise an attacker could lead a merchant to type keys into another
 * shop's page.
 */
export const sealPageToken = (
  sealer: SecretSealer,
  { shop, browser, now }: { shop: string; browser: string; now: Date },
): string => {
  const until = addMs(now, LIFETIME_MS).getTime()
  return sealer.seal(JSON.stringify({ shop, browser, until } satisfies z.infer<typeof said>), PLACE)
}

/** Returns `undefined` for a token that is forged, expired or from another browser. */
export const shopOfPageToken = (
  sealer: SecretSealer,
  { token, browser, now }: { token: string; browser: string | undefined; now: Date },
): string | undefined => {
  const read = orUndefined(() => said.parse(JSON.parse(sealer.open(token, PLACE))))
  if (!read || browser === undefined || !isSameCode(browser, read.browser)) return undefined
  return now.getTime() < read.until ? read.shop : undefined
}
