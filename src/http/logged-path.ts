const LONGEST_PATH = 200

/**
 * An address as the log may hold it: without its query, which can name customers; without the token of
 * a pay link, of a report or of a connection, which opens its page; and not as long as one can be.
 */
export const loggedPath = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  const shown = path.replace(
    /^(\/+(?:pay|reports|woocommerce\/connections)\/+)(?!assets\/)[^/]+/i,
    '$1[token]',
  )
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown
}
