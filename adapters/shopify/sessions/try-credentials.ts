import type { OwnAppKeys } from '../connection.ts'
import { shopifyLibrary } from '../library.ts'
import { callingShops } from '../shop-fetch.ts'
import { tokenFailureOf } from './token-failure.ts'
import type { TokenOutcome } from './tokens.ts'

const TIMEOUT_MS = 15_000

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
}): Promise<TokenOutcome> => {
  const library = shopifyLibrary({ clientId, clientSecret, publicUrl })
  try {
    const { session } = await callingShops({ address, timeoutMs: TIMEOUT_MS }, () =>
      library.auth.clientCredentials({ shop }),
    )
    if (!session.accessToken) throw new SyntaxError('no token')
    return { outcome: 'token', accessToken: session.accessToken }
  } catch (error) {
    return tokenFailureOf(error)
  }
}
