import { ApiVersion } from '@shopify/shopify-api'

/** Version of both Shopify APIs; the test schemas match it. */
export const API_VERSION = ApiVersion.October26
