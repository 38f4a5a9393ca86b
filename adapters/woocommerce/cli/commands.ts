import type { PlatformCommands } from '../../adapter.ts'
import { addWooCommerce } from './add.ts'

export const woocommerceCommands: PlatformCommands = {
  options: ['site', 'consumer-key', 'consumer-secret'],
  usage: {
    add: `  npm run stores -- add --platform woocommerce --id SHOP --site https://shop
                    --consumer-key ck_... --consumer-secret cs_...
                    --secret-key sk_... --webhook-secret SECRET [...]`,
    options: `  --platform woocommerce
                    a WooCommerce shop with Puente's plugin: prints the pairing code for the plugin's
                    settings. Not needed where its merchant presses "Connect" there
  --site            the address of the WooCommerce shop
  --consumer-key, --consumer-secret
                    REST keys that may read and write, of WooCommerce > Settings > Advanced`,
  },
  add: addWooCommerce,
  losses: (_store, { isMoved }) => ({
    // The plugin signs instead, so API keys belong to other clients.
    keepsApiKeys: !isMoved,
    more: ['the pairing code, as soon as the plugin has the new one'],
  }),
}
