import { z } from 'zod'
import { addMs } from '../../../src/runtime/clock.ts'
import type { SecretSealer } from '../../../src/runtime/sealed-secrets.ts'
import { isSameCode } from '../../onboarding/same-code.ts'

/** Long enough to look the keys up in the gateway's portal. */
const LASTS_MS = 30 * 60_000

/** What a browser is called that came back from Shopify. */
export const BROWSER_COOKIE = 'puente_shopify'

const PLACE = 'shopify/page-token'

const said = z.object({ shop: z.string(), browser: z.string(), until: z.number() })

/**
 * What proves to the app's own page, for half an hour, that Shopify has sent this browser back from
 * this shop. `browser` is what its cookie says: in another one the token is worth nothing, so that
 * nobody can lead a merchant to the page of somebody else's shop, to type their keys in there.
 */
export const sealPageToken = (
  sealer: SecretSealer,
  { shop, browser, now }: { shop: string; browser: string; now: Date },
): string => {
  const until = addMs(now, LASTS_MS).getTime()
  return sealer.seal(JSON.stringify({ shop, browser, until } satisfies z.infer<typeof said>), PLACE)
}

/** The shop of such a token; `undefined`: forged, over, or of another browser. */
export const shopOfPageToken = (
  sealer: SecretSealer,
  { token, browser, now }: { token: string; browser: string | undefined; now: Date },
): string | undefined => {
  const read = readToken(sealer, token)
  if (!read || browser === undefined || !isSameCode(browser, read.browser)) return undefined
  return now.getTime() < read.until ? read.shop : undefined
}

const readToken = (sealer: SecretSealer, token: string): z.infer<typeof said> | undefined => {
  try {
    return said.parse(JSON.parse(sealer.open(token, PLACE)))
  } catch {
    return undefined
  }
}
