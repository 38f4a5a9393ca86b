const LEAST = 2
const MOST = 200

/**
 * Returns how many places of a link the customers of one internet connection may hold without paying:
 * half of them, so that others find some, and a family or a shop's Wi-Fi need not wait.
 */
export const mostUnpaidOfLine = (stock: number): number =>
  Math.min(MOST, Math.max(LEAST, Math.ceil(stock / 2)))
