import { connectSingleMerchant } from '../../../adapters/shopify/install/connect-shop.ts'
import { readShopName } from '../../../adapters/shopify/shop-name.ts'
import { UserError } from '../../platform/failure.ts'
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
  const asked = await askShop({ shop, ...credentials })
  if (asked.outcome === 'failed' && asked.remedy !== 'retry') {
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
${connected.environment} environment, and subscribe the app to Shopify's webhooks as
adapters/shopify/shopify.app.toml has them.`)
  console.log(
    asked.outcome === 'token'
      ? `Shopify gives the app access to ${shop}.`
      : `Warning: ${shop} could not be asked (${asked.detail}).`,
  )
}
