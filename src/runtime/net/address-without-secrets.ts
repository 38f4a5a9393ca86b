/** Drops login and query, which may carry a password or token. */
export const addressWithoutSecrets = (address: string): string => {
  const { origin, pathname, search } = new URL(address)
  return `${origin}${pathname}${search ? '?…' : ''}`
}
