import {
  gatewayBaseUrl,
  gatewayEmbedBaseUrl,
  gatewaySdkUrl,
  publicUrl,
} from '../../../config/addresses.ts'
import { settingsOf } from '../../../config/settings.ts'
import { requireSealingKeys } from '../../db/installation/sealing-check.ts'
import { createGateway } from '../../gateway/client.ts'
import { type PlatformAdapter, sealedPlacesOf } from '../../payments/ports/platform.ts'
import type { CommandPlace } from '../../payments/ports/platform-commands.ts'
import type { GatewayOfKey, StoreDeps } from '../../payments/ports/store-connecting.ts'
import { createIds } from '../../runtime/ids.ts'
import { createSecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../../runtime/secrets/sealing-key-file.ts'
import type { CommandDb } from '../context/open-command-db.ts'

export type StoreCommandContext = Awaited<ReturnType<typeof openStoreCommand>>

interface Opened extends Pick<CommandDb, 'settings' | 'db' | 'query' | 'log'> {
  platforms: readonly PlatformAdapter[]
  now: Date
}

/** Opens the dependencies of the `stores` commands. */
export const openStoreCommand = async ({ settings, platforms, db, query, now, log }: Opened) => {
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  await requireSealingKeys(query, sealer, sealedPlacesOf(platforms))
  const url = publicUrl(settings)
  const baseUrl = gatewayBaseUrl(settings)
  const connecting: StoreDeps = {
    query,
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
  }
  /** The key may belong to no store yet. */
  const gatewayOf: GatewayOfKey = (secretKey, language) =>
    createGateway({ baseUrl, secretKey, timeoutMs: settings.GATEWAY_TIMEOUT_MS, language, log })
  return {
    connecting,
    long: db.long.query,
    publicUrl: url,
    settings,
    platforms,
    gatewayOf,
    gatewayBaseUrl: baseUrl,
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
