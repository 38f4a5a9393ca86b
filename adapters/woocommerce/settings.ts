import { z } from 'zod'
import { flag, type SettingsPart } from '../../src/runtime/process/settings-part.ts'

const schema = z.object({ WOOCOMMERCE_ALLOW_PRIVATE_SITES: flag.default(false) })

export type WooCommerceSettings = z.output<typeof schema>

/** Returns the settings, which startup has validated. */
export const readWooCommerceSettings = (
  values: Readonly<Record<string, unknown>>,
): WooCommerceSettings => values as WooCommerceSettings

export const woocommerceSettings: SettingsPart = {
  shape: schema.shape,
  prefix: 'WOOCOMMERCE_',
  storeSecrets: {
    'consumer-key': 'PUENTE_CONSUMER_KEY',
    'consumer-secret': 'PUENTE_CONSUMER_SECRET',
  },
}
