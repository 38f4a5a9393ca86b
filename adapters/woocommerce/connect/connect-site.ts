import { HTTPS_NEEDED, isReadableInTransit } from '../../../src/runtime/net/plain-http.ts'
import {
  catchUpSince,
  connectPlatformStore,
  type PlatformConnectOutcome,
  type StoreConnection,
  type StoreDeps,
  storeById,
  tryOpenCredentials,
} from '../../adapter.ts'
import { type Credentials, credentialsSchema, type Site, siteSchema } from './connection.ts'

type SiteConnection = Omit<StoreConnection, 'platform' | 'notifyUrl'> & {
  site: Site
  credentials: Omit<Credentials, 'previous_pairing_secret' | 'is_in_use'>
}

/**
 * Delays failed-refund notifications: the plugin gets the refusal itself and deletes its row within
 * seconds.
 */
export const FAILED_REFUND_NOTICE_DELAY_MS = 2 * 60_000

/**
 * Connects or reconnects. The previous pairing secret stays valid until the plugin has tried the
 * new one. A once disconnected store is notified of changes since.
 */
export const connectSite = async (
  deps: StoreDeps,
  { site, credentials, ...connection }: SiteConnection,
): Promise<PlatformConnectOutcome> => {
  const { site_url: siteUrl, rest_url: restUrl } = site
  if (deps.installation?.requiresHttps && [siteUrl, restUrl].some(isReadableInTransit)) {
    return { outcome: 'refused', field: 'siteUrl', reason: HTTPS_NEEDED.en }
  }
  const existing = await storeById(deps.query, connection.id)
  const before =
    existing && credentialsSchema.safeParse(tryOpenCredentials(deps.sealer, existing)).data
  const isSame = before?.pairing_secret === credentials.pairing_secret
  // The plugin still holds the pairing before an unused one.
  const isUnused = before?.is_in_use !== true && before?.previous_pairing_secret !== undefined
  const previous = isSame || isUnused ? before?.previous_pairing_secret : before?.pairing_secret
  const awayFrom = existing && siteSchema.safeParse(existing.connection).data?.left_at
  const connected = await connectPlatformStore(deps, {
    ...connection,
    platform: {
      name: 'woocommerce',
      connection: { ...site },
      failedRefundNoticeMs: FAILED_REFUND_NOTICE_DELAY_MS,
      credentials: {
        ...credentials,
        // A disconnected plugin has deleted its secret.
        ...(previous && !awayFrom ? { previous_pairing_secret: previous } : {}),
      },
    },
  })
  if (connected.outcome === 'connected' && awayFrom) {
    await catchUpSince(deps.query, {
      storeId: connection.id,
      since: new Date(awayFrom),
      occasion: `back:${awayFrom}`,
      now: deps.now,
    })
  }
  return connected
}
