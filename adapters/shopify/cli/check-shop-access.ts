import type { CommandPlace } from '../../adapter.ts'
import type { GraphqlFailure } from '../graphql/outcome.ts'
import { shopifyLibrary } from '../library.ts'
import { tokenFailureOf } from '../sessions/token-failure.ts'
import { readShopifySettings } from '../settings.ts'
import type { OwnAppKeys } from '../shops/connection.ts'
import { callingShops } from '../shops/shop-fetch.ts'

const TIMEOUT_MS = 15_000

/** Requests a token for the shop's own app, and stores nothing. `scopes`: granted by the shop. */
export const checkShopAccess = async (
  { publicUrl, settings }: Pick<CommandPlace, 'publicUrl' | 'settings'>,
  { shop, client_id: clientId, client_secret: clientSecret }: { shop: string } & OwnAppKeys,
): Promise<{ outcome: 'token'; scopes: string[] } | GraphqlFailure> => {
  const { SHOPIFY_SHOP_ADDRESS: address } = readShopifySettings(settings)
  const library = shopifyLibrary({ clientId, clientSecret, publicUrl })
  try {
    const { session } = await callingShops({ address, timeoutMs: TIMEOUT_MS }, () =>
      library.auth.clientCredentials({ shop }),
    )
    if (!session.accessToken) throw new SyntaxError('no token')
    const scopes = (session.scope ?? '').split(',').filter((scope) => scope !== '')
    return { outcome: 'token', scopes }
  } catch (error) {
    return tokenFailureOf(error)
  }
}
