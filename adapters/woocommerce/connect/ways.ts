import type { Request } from 'express'
import { chosenLanguage } from '../../../src/runtime/http/page-language.ts'
import type { Begun, BegunDetails } from './begun.ts'

/** The addresses of a connection, in the language that the merchant has chosen. */
export interface ConnectionAddresses {
  form: string
  done: string
  /** For WooCommerce, which adds by itself whether the merchant has approved. */
  back: string
  /** Where WooCommerce hands its keys over. */
  keys: string
}

export const connectionAddresses = (url: string, request: Request): ConnectionAddresses => ({
  form: `${url}${chosenLanguage(request)}`,
  done: `${url}/done${chosenLanguage(request, { success: '1' })}`,
  back: `${url}/done${chosenLanguage(request)}`,
  keys: `${url}/keys`,
})

/** Where WooCommerce asks its merchant whether we may have keys, and hands them over to us. */
export const authorizeAddress = (
  { storeId, details }: Pick<Begun, 'storeId' | 'details'>,
  { back, keys }: ConnectionAddresses,
): string => {
  const query = new URLSearchParams({
    app_name: 'Puente',
    scope: 'read_write',
    // Comes back in the query of the return address, where no secret belongs.
    user_id: storeId,
    return_url: back,
    callback_url: keys,
  })
  return `${details.site_url}/wc-auth/v1/authorize?${query}`
}

/** The plugin's settings page, which reads how it went from the query. */
export const returnAddress = (
  { return_url }: BegunDetails,
  told: Record<string, string>,
): string => {
  const url = new URL(return_url)
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value)
  return url.href
}
