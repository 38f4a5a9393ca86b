const ORDER = 'gid://shopify/Order/'
/** 64 bits have at most 20 digits. */
const DIGITS = /^[1-9]\d{0,19}$/

/** Returns text, because a double cannot hold the number in `gid://shopify/Order/123`. */
export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)

export const orderGid = (orderId: string): string | undefined =>
  DIGITS.test(orderId) ? `${ORDER}${orderId}` : undefined
