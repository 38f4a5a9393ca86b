import type { Localized } from '../../locales/language.ts'
import { fieldMessage } from '../text/field-messages.ts'

export type AddressPart = 'login' | 'path' | 'query' | 'fragment'

/**
 * Returns why Puente refuses an address with a part outside `kept`, which Puente would drop. Never
 * repeats the address, which may hold a secret.
 */
export const droppedPartReason = (
  address: string,
  kept: readonly AddressPart[],
): Localized | undefined => {
  const url = URL.parse(address)
  if (!url) return undefined
  if (!kept.includes('login') && (url.username || url.password))
    return fieldMessage('dropped-login')
  if (!kept.includes('path') && url.pathname !== '/') return fieldMessage('dropped-path')
  if (!kept.includes('query') && url.search) return fieldMessage('dropped-query')
  // An empty part is harmless: `URL` drops it.
  return !kept.includes('fragment') && url.hash ? fieldMessage('dropped-fragment') : undefined
}
