export type AddressPart = 'login' | 'path' | 'query' | 'fragment'

const REASONS = {
  login: {
    en: 'must have no user and password: they would not be sent',
    es: 'no debe tener usuario ni contraseña: no se enviarían',
  },
  path: {
    en: 'must have no path, just https://host: Puente would leave the path out',
    es: 'no debe tener ruta, solo https://host: Puente no usaría la ruta',
  },
  query: {
    en: 'must have no query (?…): it would be left out',
    es: 'no debe tener consulta (?…): no se enviaría',
  },
  fragment: {
    en: 'must have no fragment (#…): it would be left out',
    es: 'no debe tener fragmento (#…): no se enviaría',
  },
} as const

/**
 * Returns why Puente refuses an address: it has a part outside `kept`, which Puente would drop.
 * Never repeats the address, which may hold a secret.
 */
export const droppedPartReason = (
  address: string,
  kept: readonly AddressPart[],
): Record<'en' | 'es', string> | undefined => {
  const url = URL.parse(address)
  if (!url) return undefined
  if (!kept.includes('login') && (url.username || url.password)) return REASONS.login
  if (!kept.includes('path') && url.pathname !== '/') return REASONS.path
  if (!kept.includes('query') && url.search) return REASONS.query
  // An empty part is harmless: `URL` drops it.
  return !kept.includes('fragment') && url.hash ? REASONS.fragment : undefined
}
