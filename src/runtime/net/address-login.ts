import type { Localized } from '../../locales/language.ts'
import { orUndefined } from '../failure.ts'
import { fieldMessage } from '../text/field-messages.ts'

/** Splits off the login, which HTTP clients do not send. */
export const splitLogin = (address: string): { address: string; login: string | undefined } => {
  const url = URL.parse(address)
  if (!url || !(url.username || url.password)) return { address, login: undefined }
  const login = `${decoded(url.username)}:${decoded(url.password)}`
  url.username = ''
  url.password = ''
  return { address: url.href, login }
}

/** Returns why Basic authentication cannot carry the login (RFC 7617, 2). */
export const loginDefect = (address: string): Localized | undefined => {
  const url = URL.parse(address)
  if (!url) return undefined
  if (decoded(url.username).includes(':')) return fieldMessage('colonInUser')
  const hasControl = /\p{Cc}/u.test(decoded(url.username + url.password))
  return hasControl ? fieldMessage('controlInLogin') : undefined
}

const decoded = (part: string): string => orUndefined(() => decodeURIComponent(part)) ?? part

/** Returns the Basic authorization header, or no header without a login. */
export const basicAuthorization = (login: string | undefined): { authorization?: string } =>
  login === undefined ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
