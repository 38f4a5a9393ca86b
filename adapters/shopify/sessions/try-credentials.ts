import { shopifyLibrary } from '../library.ts'
import type { OwnAppKeys } from '../shops/connection.ts'
import { callingShops } from '../shops/shop-fetch.ts'
import { type TokenFailure, tokenFailureOf } from './token-failure.ts'

const TIMEOUT_MS = 15_000

/** `scopes`: granted by the shop. */
export type TriedCredentials = { outcome: 'token'; scopes: string[] } | TokenFailure

/** Requests a token with an own app's credentials; stores nothing. */
export const tryCredentials = async ({
  shop,
  client_id: clientId,
  client_secret: clientSecret,
  publicUrl,
  shopAddress: address,
}: OwnAppKeys & {
  shop: string
  publicUrl: string
  shopAddress: string | undefined
}): Promise<TriedCredentials> => {
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
