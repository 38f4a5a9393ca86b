import type { IncomingHttpHeaders } from 'node:http'

/** API key headers of other APIs. */
const OTHER_HEADERS = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-puente-key'] as const

const HOW = 'Send "Authorization: Bearer <the API key of the store>".'

/** Explains why a request has no valid API key; never repeats its headers. */
export const explainWrongKey = (headers: IncomingHttpHeaders): string => {
  const sent = headers.authorization?.trim() ?? ''
  const other = OTHER_HEADERS.find((name) => headers[name] !== undefined)
  if (sent === '') return other ? `Puente ignores the header "${other}". ${HOW}` : HOW
  const [scheme = '', ...rest] = sent.split(/ +/)
  const key = rest.join(' ')
  if (/^basic$/i.test(scheme)) return `Basic authentication is not accepted. ${HOW}`
  if (!/^bearer$/i.test(scheme)) {
    return isOfPuente(scheme) ? `"Bearer " is missing before the key. ${HOW}` : HOW
  }
  if (key === '') return `There is no key after "Bearer". ${HOW}`
  if (/^["'<]|["'>]$/.test(key))
    return `The key is in quotes or brackets: send it without them. ${HOW}`
  if (/\s/.test(key)) return `The key contains a space. ${HOW}`
  if (/^(sk|pk)_(test|live)_/.test(key)) {
    return `This is a key of the gateway. ${HOW} It begins with "puente_".`
  }
  if (key.startsWith('whsec_')) {
    return `This is the secret that signs notifications. ${HOW} It begins with "puente_".`
  }
  if (!isOfPuente(key)) return `An API key of Puente begins with "puente_". ${HOW}`
  if (/…|\.\.\.$/.test(key))
    return `The key is truncated: Puente shows the whole key only when it creates it. ${HOW}`
  return `No store of this installation has this ${kindOf(key)} key: it is incomplete or was replaced, or another installation made it. ${HOW}`
}

const isOfPuente = (text: string): boolean => text.startsWith('puente_')

const kindOf = (key: string): string =>
  key.startsWith('puente_test_') ? 'test' : key.startsWith('puente_live_') ? 'live' : 'API'
