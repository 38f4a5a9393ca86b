import '@shopify/shopify-api/adapters/node'
import { LogSeverity, type Shopify, shopifyApi } from '@shopify/shopify-api'
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime'
import { API_VERSION } from './api-version.ts'
import { shopFetch } from './shop-fetch.ts'

/** An app as Shopify knows it. */
export interface AppCredentials {
  clientId: string
  clientSecret: string
}

/** What the app has to be allowed; the same list is in `shopify.app.toml`. */
export const SCOPES = ['read_orders', 'write_orders']

/** What a payments app has to be allowed; Shopify gives such an app no orders. */
export const PAYMENTS_SCOPES = ['write_payment_gateways', 'write_payment_sessions']

setAbstractFetchFunc(shopFetch)

/**
 * Shopify's library for one app. Its log is left out: it names shops, and tokens in some versions;
 * what failed comes back as an outcome of ours.
 */
export const shopifyLibrary = ({
  clientId,
  clientSecret,
  publicUrl,
  scopes = SCOPES,
}: AppCredentials & {
  /** Where Shopify sends its merchants back to. */
  publicUrl: string
  /** Those of an app for orders, if nothing else is said. */
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
