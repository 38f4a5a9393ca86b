/**
 * The token of a pay link, of a report or of a connection opens its page, so it stays out of the log,
 * and so does what Shopify puts into the query of an address.
 */
export const withoutToken = (url: string): string =>
  url
    .replace(/^(\/(?:pay|reports|woocommerce\/connections)\/)(?!assets\/)[^/?]+/, '$1[token]')
    .replace(/^(\/shopify\/[^?]*)\?.*/, '$1?[query]')
