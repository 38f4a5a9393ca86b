export interface AddressWithLogin {
  /** Without user and password. */
  address: string
  /** `user:password`, as Basic authentication sends it; `undefined` where the address has none. */
  login: string | undefined
}

/** Takes user and password out of an address, which no request sends by itself. */
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

/** The header of Basic authentication (RFC 7617); none without a login. */
export const basicAuthorization = (login: string | undefined): { authorization?: string } =>
  login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
