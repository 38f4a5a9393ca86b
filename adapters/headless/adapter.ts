import { z } from 'zod'
import { systemClock } from '../../src/runtime/clock.ts'
import { type InstalledPlatform, openNotifyCredentials } from '../adapter.ts'
import { addHeadless } from './cli/add.ts'
import { headlessStorefront } from './storefront.ts'

const SHOP_TIMEOUT_MS = 15_000

/** Stores without a platform: they call the merchant API and receive signed notifications. */
export const headless: InstalledPlatform = {
  name: 'headless',
  title: 'a shop of your own',
  policy: z.strictObject({}),
  cli: { add: addHeadless },
  traits: { receivesSignedNotifications: true, isPolled: false },
  open: ({ sealer, clock, storeConnections }) => ({
    storefrontOf: (store) => {
      const { secrets, logins } = openNotifyCredentials(sealer, store, clock.now())
      return headlessStorefront({
        notifyUrl: store.notify_url,
        ordersUrl: store.orders_url,
        logins,
        notifySecrets: secrets,
        timeoutMs: SHOP_TIMEOUT_MS,
        clock: systemClock,
        connections: storeConnections,
      })
    },
  }),
}
