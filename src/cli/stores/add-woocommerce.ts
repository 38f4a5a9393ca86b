import { connectSite } from '../../../adapters/woocommerce/connect/connect-site.ts'
import { newPairingSecret, pairingCode } from '../../../adapters/woocommerce/connect/pairing.ts'
import { tryKeys } from '../../../adapters/woocommerce/connect/try-keys.ts'
import { findRestRoot } from '../../../adapters/woocommerce/rest-root.ts'
import { UserError } from '../../runtime/failure.ts'
import { canBeReadOnTheWay, HTTPS_NEEDED } from '../../runtime/plain-http.ts'
import { refusedBy, required, sharedArguments, type Values } from './arguments.ts'
import type { Workplace } from './workplace.ts'

const TIMEOUT_MS = 15_000

/** Connects a WooCommerce shop, and prints the pairing code for the settings of its plugin. */
export const addWooCommerce = async (workplace: Workplace, values: Values): Promise<void> => {
  const { connecting, publicUrl } = workplace
  const shared = sharedArguments(values)
  const keys = {
    consumer_key: required(values, 'consumer-key'),
    consumer_secret: required(values, 'consumer-secret'),
  }
  const siteUrl = readSite(required(values, 'site'))
  if (connecting.installation?.requiresHttps && canBeReadOnTheWay(siteUrl)) {
    throw new UserError(`--site: ${HTTPS_NEEDED.en}`)
  }
  const root = await findRoot(workplace, siteUrl)
  const tried = root.warning ?? (await askSite(workplace, { restUrl: root.restUrl, ...keys }))

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
  if (connected.outcome === 'refused') throw refusedBy(connected)
  const { id } = shared
  console.log(`Shop "${id}" is connected (${connected.environment}).

  Pairing code       ${pairingCode({ publicUrl, storeId: id, pairingSecret })}
  Webhook address    ${publicUrl}/webhooks/gateway/${id}

The pairing code is shown this once: paste it into the settings of the plugin, in WooCommerce >
Settings > Payments > Puente. Register the webhook address in the gateway's portal, in the
${connected.environment} environment.`)
  console.log(tried)
}

const readSite = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UserError('--site: an http or https address, such as https://shop.example')
  }
  return url.href.replace(/\/+$/, '')
}

/** A site that is away is connected all the same, at the address that nearly all of them have. */
const findRoot = async (
  { allowPrivateAddresses }: Workplace,
  siteUrl: string,
): Promise<{ restUrl: string; warning?: string }> => {
  const found = await findRestRoot(siteUrl, { timeoutMs: TIMEOUT_MS, allowPrivateAddresses })
  if (found.outcome === 'found') {
    if (found.namespaces.includes('wc/v3')) return { restUrl: found.restUrl }
    throw new UserError(`--site: there is no WooCommerce at ${siteUrl}. Is it active?`)
  }
  if (found.retry === 'retry') {
    const restUrl = `${siteUrl}/wp-json/`
    return { restUrl, warning: `Warning: ${siteUrl} could not be asked (${found.detail}).` }
  }
  throw new UserError(
    `--site: ${found.detail}${found.code === 'address_refused' ? HOW_TO_ALLOW : ''}`,
  )
}

const PLAIN_PERMALINKS = `--site: its REST API answers by ?rest_route= only. Either the permalinks of the site are
"plain", or this is not the address of its home page`

const HOW_TO_ALLOW = '. With WOOCOMMERCE_ALLOW_PRIVATE_SITES=true it may be called'

/** Whether the site takes the keys, as a sentence; keys that it refuses would never work. */
const askSite = async (
  { allowPrivateAddresses }: Workplace,
  { restUrl, ...keys }: { restUrl: string; consumer_key: string; consumer_secret: string },
): Promise<string> => {
  const trial = await tryKeys({
    restUrl,
    consumerKey: keys.consumer_key,
    consumerSecret: keys.consumer_secret,
    timeoutMs: TIMEOUT_MS,
    allowPrivateAddresses,
  })
  if (trial.outcome === 'work') return `WooCommerce at ${restUrl} accepts the REST keys.`
  if (trial.problem === 'plain_permalinks') throw new UserError(PLAIN_PERMALINKS)
  if (trial.isPassing) return `Warning: WooCommerce could not be asked (${trial.detail}).`
  throw new UserError(`--consumer-key: ${trial.detail}`)
}
