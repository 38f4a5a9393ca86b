const ORDER = 'gid://shopify/Order/'
/** 64 bits have at most twenty digits. */
const DIGITS = /^[1-9]\d{0,19}$/

/** The number in an id such as `gid://shopify/Order/123`, as text: it is beyond what a double holds. */
export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1)

/** `undefined` for what is no id of an order. */
export const orderGid = (orderId: string): string | undefined =>
  DIGITS.test(orderId) ? `${ORDER}${orderId}` : undefined
