import type { CommandPlace } from '../../adapter.ts'
import { type TriedCredentials, tryCredentials } from '../sessions/try-credentials.ts'
import { readShopifySettings } from '../settings.ts'
import type { OwnAppKeys } from '../shops/connection.ts'

/** Requests a token from a shop for its own app. */
export const checkShopAccess = (
  { publicUrl, settings }: Pick<CommandPlace, 'publicUrl' | 'settings'>,
  app: { shop: string } & OwnAppKeys,
): Promise<TriedCredentials> => {
  const { SHOPIFY_SHOP_ADDRESS: shopAddress } = readShopifySettings(settings)
  return tryCredentials({ ...app, publicUrl, shopAddress })
}
