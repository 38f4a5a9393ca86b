import '@shopify/shopify-api/adapters/node'
import { LogSeverity, type Shopify, shopifyApi } from '@shopify/shopify-api'
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime'
import { API_VERSION } from './api-version.ts'
import { shopFetch } from './shops/shop-fetch.ts'

export interface AppCredentials {
  clientId: string
  clientSecret: string
}

/** `shopify.app.toml` repeats them. */
export const SHOPIFY_SCOPES = ['read_orders', 'write_orders']

/** Shopify gives a payments app no orders. */
export const PAYMENTS_SCOPES = ['write_payment_gateways', 'write_payment_sessions']

setAbstractFetchFunc(shopFetch)

/** Configures the library without its log, which names shops and, in some versions, tokens. */
export const shopifyLibrary = ({
  clientId,
  clientSecret,
  publicUrl,
  scopes = SHOPIFY_SCOPES,
}: AppCredentials & {
  publicUrl: string
  scopes?: string[]
}): Shopify => {
  const { host, protocol } = new URL(publicUrl)
  return shopifyApi({
    apiKey: clientId,
    apiSecretKey: clientSecret,
    apiVersion: API_VERSION,
    scopes,
    hostName: host,
    hostScheme: protocol === 'https:' ? 'https' : 'http',
    isEmbeddedApp: true,
    logger: { level: LogSeverity.Error, log: () => {} },
  })
}
