/** What may be shown of a secret: what it begins with by its kind, and its last four characters. */
export const secretHint = (secret: string): string => {
  const [prefix = ''] = KIND.exec(secret) ?? []
  const rest = secret.slice(prefix.length)
  return `${prefix}…${rest.length >= LONG_ENOUGH ? rest.slice(-SHOWN) : ''}`
}

const KIND = /^(?:puente_(?:test|live)_|[sp]k_(?:test|live)_|whsec_)?/
const SHOWN = 4
/** Of a short one, four characters would be too much of it. */
const LONG_ENOUGH = 16
