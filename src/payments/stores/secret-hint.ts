/** Returns the displayable part of a secret: prefix and last four characters. */
export const secretHint = (secret: string): string => {
  const [prefix = ''] = KIND.exec(secret) ?? []
  const rest = secret.slice(prefix.length)
  return `${prefix}…${rest.length >= LONG_ENOUGH ? rest.slice(-SHOWN) : ''}`
}

const KIND = /^(?:puente_(?:test|live)_|[sp]k_(?:test|live)_|whsec_)?/
const SHOWN = 4
/** Four characters of a short secret would reveal too much. */
const LONG_ENOUGH = 16
