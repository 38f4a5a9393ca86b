export interface AddressWithLogin {
  address: string
  login: string | undefined
}

/** Splits off the login, which HTTP clients do not send. */
export const splitLogin = (address: string): AddressWithLogin => {
  const url = URL.parse(address)
  if (!url || !(url.username || url.password)) return { address, login: undefined }
  const login = `${decoded(url.username)}:${decoded(url.password)}`
  url.username = ''
  url.password = ''
  return { address: url.href, login }
}

const COLON_IN_USER = {
  en: 'Has a colon in its user (%3A): Basic authentication ends the user at the first colon',
  es: 'Tiene dos puntos en el usuario (%3A): la autenticación Basic corta el usuario en los primeros dos puntos',
} as const
const CONTROL_CHARACTER = {
  en: 'Has a control character in its user or password: Basic authentication cannot carry it',
  es: 'Tiene un carácter de control en el usuario o la contraseña: la autenticación Basic no lo admite',
} as const

/** Returns why Basic authentication cannot carry the login (RFC 7617, 2). */
export const loginDefect = (address: string): Record<'en' | 'es', string> | undefined => {
  const url = URL.parse(address)
  if (!url) return undefined
  if (decoded(url.username).includes(':')) return COLON_IN_USER
  return /\p{Cc}/u.test(decoded(url.username + url.password)) ? CONTROL_CHARACTER : undefined
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the Basic authorization header, or no header without a login. */
export const basicAuthorization = (login: string | undefined): { authorization?: string } =>
  login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
