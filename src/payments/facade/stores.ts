import type { DbQuery } from '../../db/db.ts'
import {
  countBegunConnections,
  findBegunConnection,
  keepBegunConnection,
  moveBegunConnection,
} from '../../db/stores/begun-connections.ts'
import { openNotifySecrets } from '../../db/stores/replaced-secrets.ts'
import * as secrets from '../../db/stores/store-secrets.ts'
import * as stores from '../../db/stores/stores.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { rowOfStore, type Store } from '../ports/platform-views.ts'

export const storeById: (query: DbQuery, id: StoreId) => Promise<Store | undefined> =
  stores.findStore

/** Lists stores, last connected first. */
export const storesByPlatform: (query: DbQuery, platform: string) => Promise<readonly Store[]> =
  stores.storesOfPlatform

/**
 * Lists the stores that connect to a `shop`, last connected first; `removed`: removed stores, which
 * keep their books.
 */
export const storesByShop = (
  query: DbQuery,
  { removed = false, ...shop }: { platform: string; shop: string; removed?: boolean },
): Promise<readonly Store[]> =>
  removed ? stores.removedStoresOfShop(query, shop) : stores.storesOfShop(query, shop)

/** Replaces the sealed credentials; no-op if they changed since. */
export const replaceCredentials = async (
  query: DbQuery,
  sealer: SecretSealer,
  { store, credentials, now }: { store: Store; credentials: object; now: Date },
): Promise<void> => {
  const field = 'sealed_connection'
  const secret = JSON.stringify(credentials)
  const sealed = secrets.sealStoreSecret(sealer, { storeId: store.id, field, secret })
  await stores.replaceConnection(query, rowOfStore(store), { sealed, now })
}

/** Returns `false` if the credentials changed since. */
export const dropCredentials = (query: DbQuery, store: Store): Promise<boolean> =>
  stores.dropConnectionSecrets(query, rowOfStore(store))

/**
 * Opens the secrets that sign notifications now, current and replaced, and the logins (`user:password`)
 * of the store's own addresses.
 */
export const openNotifyCredentials = (
  sealer: SecretSealer,
  store: Store,
  now: Date,
): { secrets: string[]; logins: secrets.AddressLogins } => ({
  secrets: openNotifySecrets(sealer, rowOfStore(store), now),
  logins: secrets.openAddressLogins(sealer, store),
})

/** Connections in setup: a person has begun them, and the shop has not confirmed them yet. */
export const begunConnections = {
  /** Counts recent ones, for rate limits. */
  count: countBegunConnections,
  find: findBegunConnection,
  keep: keepBegunConnection,
  /** Updates by compare-and-set; `undefined` after a lost race. */
  move: moveBegunConnection,
}
