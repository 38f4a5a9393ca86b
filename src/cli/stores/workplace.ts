import type { OwnAppKeys } from '../../../adapters/shopify/connection.ts'
import type { TokenOutcome } from '../../../adapters/shopify/sessions/tokens.ts'
import { tryCredentials } from '../../../adapters/shopify/sessions/try-credentials.ts'
import {
  gatewayBaseUrl,
  gatewayEmbedBaseUrl,
  gatewaySdkUrl,
  publicUrl,
} from '../../../config/addresses.ts'
import type { Settings } from '../../../config/settings.ts'
import { createGateway } from '../../gateway/client.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { requireSealingKeys } from '../../ledger/sealing-check.ts'
import type { Locale } from '../../ledger/tables/stores.ts'
import type { connectStore } from '../../payments/connect-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIds } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { createSecretSealer } from '../../platform/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../../platform/sealing-key-file.ts'

/** What shops are connected with, from a terminal. */
export interface Workplace {
  connecting: Parameters<typeof connectStore>[0]
  publicUrl: string
  /** WooCommerce sites on private addresses may be called. */
  allowPrivateAddresses: boolean
  /** Whether a Shopify shop gives its own app a token. */
  askShop(app: { shop: string } & OwnAppKeys): Promise<TokenOutcome>
  /** Whether the gateway knows a key, as a sentence. */
  askGateway(keys: { secretKey: string; locale: Locale }): Promise<string>
}

export const openWorkplace = async ({
  settings,
  ledger,
  log,
}: {
  settings: Settings
  ledger: Ledger
  log: Log
}): Promise<Workplace> => {
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  await requireSealingKeys(ledger.query, sealer)
  const url = publicUrl(settings)
  return {
    connecting: {
      query: ledger.query,
      sealer,
      ids: createIds(systemClock),
      now: systemClock.now(),
      installation: {
        requiresHttps: settings.NODE_ENV === 'production',
        publicUrl: url,
        embedBaseUrl: gatewayEmbedBaseUrl(settings),
        sdkUrl: gatewaySdkUrl(settings),
        frameUrl: settings.GATEWAY_FRAME_URL,
      },
    },
    publicUrl: url,
    allowPrivateAddresses: settings.WOOCOMMERCE_ALLOW_PRIVATE_SITES,
    askShop: (app) =>
      tryCredentials({ ...app, publicUrl: url, shopAddress: settings.SHOPIFY_SHOP_ADDRESS }),
    askGateway: (keys) => gatewayGreeting(settings, { ...keys, log }),
  }
}

/** Worth saying at once, but no reason to refuse the shop. */
const gatewayGreeting = async (
  settings: Settings,
  { secretKey, locale, log }: { secretKey: string; locale: Locale; log: Log },
): Promise<string> => {
  const baseUrl = gatewayBaseUrl(settings)
  const timeoutMs = settings.GATEWAY_TIMEOUT_MS
  const me = await createGateway({ baseUrl, secretKey, timeoutMs, language: locale, log }).me()
  switch (me.outcome) {
    case 'authorized':
      return `The gateway at ${baseUrl} accepts the secret key.`
    case 'unauthorized':
      return `Warning: the gateway at ${baseUrl} does not accept the secret key.`
    default:
      return `Warning: the gateway at ${baseUrl} could not be asked (${me.outcome}).`
  }
}
