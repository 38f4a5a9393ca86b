import type { StoreId } from '../../../src/domain/ids.ts'
import type { Language } from '../../../src/locales/language.ts'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import {
  type Core,
  connectPlatformStore,
  connectStore,
  type DbQuery,
  type PlatformConnectOutcome,
  type Store,
  type StoreConnection,
  type StoreDeps,
  storeById,
  storeIdOfShop,
  tryOpenCredentials,
} from '../../adapter.ts'
import { accountOf, connectingWith, type TypedKeys } from '../../onboarding/connection.ts'
import {
  type OwnAppKeys,
  type ShopConnection,
  shopCredentials,
  storesOfShopDomain,
} from '../shops/connection.ts'
import { rotateCredentials } from '../shops/own-apps.ts'
import { handleOf } from '../shops/shop-name.ts'
import { notifyMissed } from './installation.ts'

const MOST_OF_HANDLE = 28

export const connectedStoreId = async (
  query: DbQuery,
  shop: string,
  environment: Store['environment'],
): Promise<StoreId> => {
  const handle = handleOf(shop).slice(0, MOST_OF_HANDLE)
  const slug = handle.length >= 2 ? handle : `shop-${handle}`
  return storeIdOfShop(query, { stores: await storesOfShopDomain(query, shop), slug, environment })
}

/** Connects or reconnects a shop of our app. */
export const connectShop = async (
  ctx: Core,
  sealer: SecretSealer,
  connecting: {
    shop: string
    mode: Exclude<ShopConnection['mode'], 'single-merchant'>
    locale: Language
    environment: Store['environment']
    gateway: TypedKeys
  },
): Promise<PlatformConnectOutcome> => {
  const { shop, mode, locale, environment, gateway } = connecting
  return connectPlatformStore(connectingWith(ctx, sealer), {
    id: await connectedStoreId(ctx.db.query, shop, environment),
    name: handleOf(shop),
    locale,
    ...accountOf(gateway),
    platform: {
      name: 'shopify',
      connection: { shop, mode } satisfies ShopConnection,
      credentials: {},
    },
  })
}

type OwnAppStore = Omit<StoreConnection, 'platform' | 'notifyUrl'> & {
  shop: string
  credentials: OwnAppKeys
}

/** Connects or reconnects a shop through its own app. */
export const connectSingleMerchant = async (
  deps: StoreDeps,
  { shop, credentials: given, ...store }: OwnAppStore,
): ReturnType<typeof connectStore> => {
  const before = await storeById(deps.query, store.id)
  const known = (before?.platform === 'shopify' && tryOpenCredentials(deps.sealer, before)) || {}
  const credentials = rotateCredentials(shopCredentials.parse(known), given, deps.now)
  const connected = await connectStore(deps, {
    ...store,
    notifyUrl: null,
    platform: { name: 'shopify', connection: { shop, mode: 'single-merchant' }, credentials },
  })
  if (connected.outcome === 'connected' && before?.platform === 'shopify') {
    await notifyMissed(deps.query, before, deps.now)
  }
  return connected
}
