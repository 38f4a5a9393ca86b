import { ApiVersion } from '@shopify/shopify-api'

/** The version of Shopify's APIs that all of the adapter speaks; the schemas of the tests are of it. */
export const API_VERSION = ApiVersion.October26
