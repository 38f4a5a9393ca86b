import { UserError } from '../../../src/runtime/failure.ts'
import { HTTPS_NEEDED, isReadableInTransit } from '../../../src/runtime/net/plain-http.ts'
import { type CommandPlace, type GivenOptions, webhookUrlOf } from '../../adapter.ts'
import { connectSite } from '../connect/connect-site.ts'
import { newPairingSecret, pairingCode } from '../connect/pairing.ts'
import { TIMEOUT_MS } from '../connect/prove-site.ts'
import { tryKeys } from '../connect/try-keys.ts'
import { findRestRoot } from '../rest/rest-root.ts'
import { readWooCommerceSettings } from '../settings.ts'

/** Returns a message with the pairing code. */
export const addWooCommerce = async (place: CommandPlace, given: GivenOptions): Promise<string> => {
  const { connecting, publicUrl } = place
  const { WOOCOMMERCE_ALLOW_PRIVATE_SITES: allowPrivateAddresses } = readWooCommerceSettings(
    place.settings,
  )
  const shared = given.shared()
  const keys = {
    consumer_key: given.required('consumer-key'),
    consumer_secret: given.required('consumer-secret'),
  }
  const siteUrl = readSite(given.required('site'))
  if (connecting.installation?.requiresHttps && isReadableInTransit(siteUrl)) {
    throw new UserError(`--site: ${HTTPS_NEEDED.en}`)
  }
  const root = await findRoot(siteUrl, allowPrivateAddresses)
  const tried =
    root.warning ?? (await checkSite(allowPrivateAddresses, { restUrl: root.restUrl, ...keys }))

  const pairingSecret = newPairingSecret(connecting.ids)
  const connected = await connectSite(connecting, {
    ...shared,
    site: { site_url: siteUrl, rest_url: root.restUrl },
    credentials: {
      ...keys,
      pairing_secret: pairingSecret,
      webhook_secret: connecting.ids.secret(32),
    },
  })
  if (connected.outcome === 'refused') throw given.refusedBy(connected)
  const { id } = shared
  return `Connected the store "${id}" (${connected.environment}).

  Pairing code       ${pairingCode({ publicUrl, storeId: id, pairingSecret })}
  Webhook address    ${webhookUrlOf({ publicUrl }, { id })}

Puente does not show the pairing code again. Paste it into the plugin's settings: WooCommerce >
Settings > Payments > Puente. Register the webhook address in the gateway's portal, in the
${connected.environment} environment.
${tried}`
}

const readSite = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.username || url.password)) {
    throw new UserError(
      '--site: must not contain a user name or password. WooCommerce uses Basic authentication for its keys, so exclude /wp-json/ from password protection',
    )
  }
  const isPlain = url && !url.search && !url.hash
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UserError('--site: expected an http or https address, such as https://shop.example')
  }
  return url.href.replace(/\/+$/, '')
}

/** Falls back to the default REST root if the site is unreachable. */
const findRoot = async (
  siteUrl: string,
  allowPrivateAddresses: boolean,
): Promise<{ restUrl: string; warning?: string }> => {
  const found = await findRestRoot(siteUrl, { timeoutMs: TIMEOUT_MS, allowPrivateAddresses })
  if (found.outcome === 'found') {
    if (found.namespaces.includes('wc/v3')) return { restUrl: found.restUrl }
    throw new UserError(
      `--site: no WooCommerce answers at ${siteUrl}. Check that the plugin is active.`,
    )
  }
  if (found.retry === 'retry') {
    const restUrl = `${siteUrl}/wp-json/`
    return { restUrl, warning: `Warning: could not reach ${siteUrl} (${found.detail}).` }
  }
  throw new UserError(
    `--site: ${found.detail}${found.code === 'address_refused' ? HOW_TO_ALLOW : ''}`,
  )
}

const PLAIN_PERMALINKS = `--site: its REST API answers by ?rest_route= only. Either the permalinks of the site are
"plain", or this is not the address of its home page`

const HOW_TO_ALLOW = '. Set WOOCOMMERCE_ALLOW_PRIVATE_SITES=true to allow it'

/** Throws for a final refusal of the keys. */
const checkSite = async (
  allowPrivateAddresses: boolean,
  { restUrl, ...keys }: { restUrl: string; consumer_key: string; consumer_secret: string },
): Promise<string> => {
  const trial = await tryKeys(keys, { restUrl, allowPrivateAddresses })
  if (trial.outcome === 'work') return `WooCommerce at ${restUrl} accepts the REST keys.`
  if (trial.problem === 'plain_permalinks') throw new UserError(PLAIN_PERMALINKS)
  if (trial.isRetryable) return `Warning: could not reach WooCommerce (${trial.detail}).`
  throw new UserError(`--consumer-key: ${trial.detail}`)
}
