import {
  gatewayBaseUrl,
  gatewayEmbedBaseUrl,
  gatewaySdkUrl,
  publicUrl,
} from '../../../config/addresses.ts'
import { type Settings, settingsOf } from '../../../config/settings.ts'
import type { Db } from '../../db/db.ts'
import { requireSealingKeys } from '../../db/installation/sealing-check.ts'
import { createGateway } from '../../gateway/client.ts'
import { type PlatformAdapter, sealedPlacesOf } from '../../payments/ports/platform.ts'
import type { CommandPlace } from '../../payments/ports/platform-commands.ts'
import type { GatewayOfKey, StoreDeps } from '../../payments/ports/store-connecting.ts'
import { createIds } from '../../runtime/ids.ts'
import type { Log } from '../../runtime/log/log.ts'
import { createSecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../../runtime/secrets/sealing-key-file.ts'

export interface StoreCommandContext {
  connecting: StoreDeps
  publicUrl: string
  settings: Settings
  platforms: readonly PlatformAdapter[]
  /** For a key that no store may use yet. */
  gatewayOf: GatewayOfKey
  gatewayBaseUrl: string
}

/** Opens the dependencies of the `stores` commands on an open database. */
export const openStoreCommand = async ({
  settings,
  platforms,
  db,
  now,
  log,
}: {
  settings: Settings
  platforms: readonly PlatformAdapter[]
  db: Db
  now: Date
  log: Log
}): Promise<StoreCommandContext> => {
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  await requireSealingKeys(db.query, sealer, sealedPlacesOf(platforms))
  const url = publicUrl(settings)
  return {
    connecting: {
      query: db.query,
      sealer,
      ids: createIds({ now: () => now }),
      now,
      installation: {
        requiresHttps: settings.NODE_ENV === 'production',
        publicUrl: url,
        embedBaseUrl: gatewayEmbedBaseUrl(settings),
        sdkUrl: gatewaySdkUrl(settings),
        frameUrl: settings.GATEWAY_FRAME_URL,
      },
    },
    publicUrl: url,
    settings,
    platforms,
    gatewayOf: (secretKey, language) =>
      createGateway({
        baseUrl: gatewayBaseUrl(settings),
        secretKey,
        timeoutMs: settings.GATEWAY_TIMEOUT_MS,
        language,
        log,
      }),
    gatewayBaseUrl: gatewayBaseUrl(settings),
  }
}

/** Narrows the dependencies for a platform's own command. */
export const platformContextOf = (
  { connecting, publicUrl, gatewayOf, settings }: StoreCommandContext,
  platform: PlatformAdapter,
): CommandPlace => ({
  connecting,
  publicUrl,
  gatewayOf,
  settings: settingsOf(settings, platform),
  print: (text) => console.log(text),
})
