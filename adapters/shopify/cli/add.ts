import { UserError } from '../../../src/runtime/failure.ts'
import {
  type CommandPlace,
  type GivenOptions,
  storesByPlatform,
  tryOpenCredentials,
  webhookUrlOf,
} from '../../adapter.ts'
import { connectSingleMerchant } from '../install/connect-shop.ts'
import { connectionOf, isOfApp, isUninstalled, shopCredentials } from '../shops/connection.ts'
import { checkShopAccess } from './check-shop-access.ts'
import { shopOption } from './fleet.ts'

/**
 * Connects a shop through its own app. Throws a `UserError` for refused credentials; warns if the
 * shop is unreachable.
 */
export const addShopify = async (place: CommandPlace, given: GivenOptions): Promise<string> => {
  const { connecting, publicUrl } = place
  const shared = given.shared()
  const shop = shopOption(given)
  const credentials = {
    client_id: given.required('client-id'),
    client_secret: given.required('client-secret'),
  }
  await refuseSecondShop(place, { shop, clientId: credentials.client_id })
  const checked = await checkShopAccess(place, { shop, ...credentials })
  if (checked.outcome === 'failed' && checked.retry !== 'retry') {
    throw new UserError(`--client-id: ${checked.detail}`)
  }
  const connected = await connectSingleMerchant(connecting, { ...shared, shop, credentials })
  if (connected.outcome === 'refused') throw given.refusedBy(connected)
  const { id } = shared
  return `Connected the store "${id}" (${connected.environment}).

  API key            ${connected.apiKey}
  Webhook address    ${webhookUrlOf({ publicUrl }, { id })}
  Shopify's webhooks ${publicUrl}/shopify/webhooks

Puente does not show the API key again. Register the webhook address in the gateway's portal, in the
${connected.environment} environment, and deploy the app's toml, which subscribes
it to Shopify's webhooks ("app --shop ${shop} --client-id ${credentials.client_id}" writes it).
${
  checked.outcome === 'token'
    ? `The app has access to ${shop}.`
    : `Warning: could not reach ${shop} (${checked.detail}).`
}`
}

/** Refuses a second shop: Shopify limits a custom app to one shop or Plus organisation. */
const refuseSecondShop = async (
  { connecting: { query, sealer } }: CommandPlace,
  { shop, clientId }: { shop: string; clientId: string },
): Promise<void> => {
  for (const store of await storesByPlatform(query, 'shopify')) {
    const { shop: other } = connectionOf(store)
    if (isOfApp(store) || other === shop || isUninstalled(store)) continue
    const credentials = shopCredentials.safeParse(tryOpenCredentials(sealer, store)).data
    if (credentials?.client_id !== clientId) continue
    throw new UserError(
      `--client-id: this is the app of ${other}, and Shopify limits such an app to one shop. Create one for ${shop} ("npm run stores -- app --shop ${shop}"); the shops of a Plus organisation share the app of SHOPIFY_CLIENT_ID`,
    )
  }
}
