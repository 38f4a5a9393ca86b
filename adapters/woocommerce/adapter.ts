import { type Core, type InstalledPlatform, openCredentials } from '../adapter.ts'
import { woocommerceCommands } from './cli/commands.ts'
import { openWooStorefront } from './open-storefront.ts'
import type { WooCommerceDeps } from './options.ts'
import { woocommercePolicySchema } from './policy.ts'
import { readWooCommerceSettings, woocommerceSettings } from './settings.ts'
import { woocommerceRoutes } from './woocommerce.ts'

export const woocommerce: InstalledPlatform = {
  name: 'woocommerce',
  title: 'WooCommerce',
  policy: woocommercePolicySchema,
  traits: { receivesSignedNotifications: false, isPolled: true },
  settings: woocommerceSettings,
  cli: woocommerceCommands,
  open: (given) => {
    const settings = readWooCommerceSettings(given.settings)
    const deps: WooCommerceDeps = {
      open: (store) => openCredentials(given.sealer, store),
      ids: given.ids,
      publicUrl: given.publicUrl,
      allowPrivateAddresses: settings.WOOCOMMERCE_ALLOW_PRIVATE_SITES,
      query: given.db.query,
      clock: given.clock,
    }
    return {
      storefrontOf: (store) => openWooStorefront(store, deps),
      openRoutes: (core: Core, web) =>
        woocommerceRoutes(core, { ...deps, ...web, sealer: given.sealer }),
    }
  },
}
