import type { InstalledPlatform } from './adapter.ts'
import { headless } from './headless/adapter.ts'
import { shopify } from './shopify/adapter.ts'
import { woocommerce } from './woocommerce/adapter.ts'

/** The only list of platforms. `README.md` shows how to add one. */
export const platforms: readonly InstalledPlatform[] = [headless, woocommerce, shopify]
