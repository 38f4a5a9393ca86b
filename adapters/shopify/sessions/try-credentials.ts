import type { OwnAppKeys } from '../connection.ts'
import { shopifyLibrary } from '../library.ts'
import { callingShops } from '../shop-fetch.ts'
import { type TokenFailure, tokenFailureOf } from './token-failure.ts'

const TIMEOUT_MS = 15_000

/** `scopes`: what the shop allows the app. */
export type TriedCredentials = { outcome: 'token'; scopes: string[] } | TokenFailure

/** Asks a shop for a token by the credentials of its own app; nothing is kept. */
export const tryCredentials = async ({
  shop,
  client_id: clientId,
  client_secret: clientSecret,
  publicUrl,
  shopAddress: address,
}: OwnAppKeys & {
  shop: string
  publicUrl: string
  /** Where every shop is instead of its own address. */
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
