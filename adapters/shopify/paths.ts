/** Addresses of Puente that Shopify is told of in the app's toml. */
export const WEBHOOKS_PATH = '/shopify/webhooks'
export const APP_PATH = '/shopify/app'
export const CALLBACK_PATH = '/shopify/auth/callback'
/** Which way of connecting is whose; also where an app leads that has no page. */
export const WAYS_PATH = '/shopify/connect'
