/** The app's toml contains these. */
export const SHOPIFY_WEBHOOKS_PATH = '/shopify/webhooks'
export const APP_PATH = '/shopify/app'
export const CALLBACK_PATH = '/shopify/auth/callback'
/** Chooser of setups, and page of an app without one. */
export const SETUPS_PATH = '/shopify/connect'
