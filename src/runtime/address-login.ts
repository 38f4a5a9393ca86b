export interface AddressWithLogin {
  /** The address without user and password. */
  address: string
  /** `user:password` for Basic authentication; `undefined` if the address has none. */
  login: string | undefined
}

/** Splits user and password off an address: HTTP clients do not send them. */
export const splitLogin = (address: string): AddressWithLogin => {
  const url = URL.parse(address)
  if (!url || !(url.username || url.password)) return { address, login: undefined }
  const login = `${decoded(url.username)}:${decoded(url.password)}`
  url.username = ''
  url.password = ''
  return { address: url.href, login }
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the header of Basic authentication (RFC 7617); none without a login. */
export const basicAuthorization = (login: string | undefined): { authorization?: string } =>
  login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
