import {
  connectionOf,
  isUninstalled,
  shopCredentials,
} from '../../../adapters/shopify/connection.ts'
import { connectSingleMerchant } from '../../../adapters/shopify/install/connect-shop.ts'
import { readShopName } from '../../../adapters/shopify/shop-name.ts'
import { openFormerConnection } from '../../db/store-secrets.ts'
import { storesOfPlatform } from '../../db/stores.ts'
import { UserError } from '../../runtime/failure.ts'
import { refusedBy, required, sharedArguments, type Values } from './arguments.ts'
import type { Workplace } from './workplace.ts'

/** Connects a Shopify shop that has an app of its own, made in its Dev Dashboard. */
export const addShopify = async (workplace: Workplace, values: Values): Promise<void> => {
  const { connecting, publicUrl, askShop } = workplace
  const shared = sharedArguments(values)
  const shop = readShopName(required(values, 'shop'))
  if (!shop)
    throw new UserError('--shop: the name that Shopify gave it, such as cafe.myshopify.com')
  const credentials = {
    client_id: required(values, 'client-id'),
    client_secret: required(values, 'client-secret'),
  }
  await refuseSecondShop(workplace, { shop, clientId: credentials.client_id })
  const asked = await askShop({ shop, ...credentials })
  if (asked.outcome === 'failed' && asked.retry !== 'retry') {
    throw new UserError(`--client-id: ${asked.detail}`)
  }
  const connected = await connectSingleMerchant(connecting, { ...shared, shop, credentials })
  if (connected.outcome === 'refused') throw refusedBy(connected)
  const { id } = shared
  console.log(`Shop "${id}" is connected (${connected.environment}).

  API key            ${connected.apiKey}
  Webhook address    ${publicUrl}/webhooks/gateway/${id}
  Shopify's webhooks ${publicUrl}/shopify/webhooks

The API key is shown this once. Register the webhook address in the gateway's portal, in the
${connected.environment} environment, and deploy the app's toml, which subscribes
it to Shopify's webhooks ("app --shop ${shop} --client-id ${credentials.client_id}" writes it).`)
  console.log(
    asked.outcome === 'token'
      ? `Shopify gives the app access to ${shop}.`
      : `Warning: ${shop} could not be asked (${asked.detail}).`,
  )
}

/** A shop's own app serves that shop alone; so Shopify has it, and several are one organisation's. */
const refuseSecondShop = async (
  { connecting: { query, sealer } }: Workplace,
  { shop, clientId }: { shop: string; clientId: string },
): Promise<void> => {
  const others = (await storesOfPlatform(query, 'shopify')).filter(
    (store) =>
      connectionOf(store).mode === 'single-merchant' &&
      connectionOf(store).shop !== shop &&
      !isUninstalled(store),
  )
  const other = others.find((store) => {
    const credentials = shopCredentials.safeParse(openFormerConnection(sealer, store)).data
    return credentials?.client_id === clientId
  })
  if (!other) return
  throw new UserError(
    `--client-id: it is the app of ${connectionOf(other).shop}, and Shopify lets such an app serve one shop. Make one for ${shop} ("npm run stores -- app --shop ${shop}"); the shops of a Plus organisation share the app of SHOPIFY_CLIENT_ID`,
  )
}
