import type { PlatformCommands } from '../../adapter.ts'
import { addWooCommerce } from './add.ts'

export const woocommerceCommands: PlatformCommands = {
  options: [
    { flags: '--site <url>', description: 'address of the WooCommerce shop' },
    {
      flags: '--consumer-key <key>',
      description: 'WooCommerce REST key with read and write access',
    },
    { flags: '--consumer-secret <secret>', description: 'secret of that REST key' },
  ],
  add: addWooCommerce,
  losses: (_store, { isMoved }) => ({
    // The plugin signs instead, so API keys belong to other clients.
    keepsApiKeys: !isMoved,
    more: ['the pairing code, as soon as the plugin has the new one'],
  }),
}
