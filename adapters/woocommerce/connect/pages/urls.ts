import type { Request } from 'express'
import { chosenLanguage } from '../../../../src/runtime/http/page/page-language.ts'
import type { BegunDetails, PendingConnection } from '../pending-connection.ts'

export type ConnectionAddresses = ReturnType<typeof connectionUrls>

export const connectionUrls = (url: string, request: Request) => ({
  form: `${url}${chosenLanguage(request)}`,
  done: `${url}/done${chosenLanguage(request, { success: '1' })}`,
  /** WooCommerce appends whether the merchant approved. */
  back: `${url}/done${chosenLanguage(request)}`,
  /** WooCommerce posts its keys here. */
  keys: `${url}/keys`,
})

export const authorizeAddress = (
  { storeId, details }: Pick<PendingConnection, 'storeId' | 'details'>,
  { back, keys }: ConnectionAddresses,
): string => {
  const query = new URLSearchParams({
    app_name: 'Puente',
    scope: 'read_write',
    // WooCommerce appends it to the return URL: no secrets.
    user_id: storeId,
    return_url: back,
    callback_url: keys,
  })
  return `${details.site_url}/wc-auth/v1/authorize?${query}`
}

/** Returns the plugin's settings page with the outcome. */
export const returnAddress = (
  { return_url }: BegunDetails,
  outcome: Record<string, string>,
): string => {
  const url = new URL(return_url)
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value)
  return url.href
}
