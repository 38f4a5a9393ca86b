import type { InstalledPlatform } from './adapter.ts'
import { headless } from './headless/adapter.ts'
import { shopify } from './shopify/adapter.ts'
import { woocommerce } from './woocommerce/adapter.ts'

/** The platforms of this installation. There is no other list of them; `README.md` is how to add one. */
export const platforms: readonly InstalledPlatform[] = [headless, woocommerce, shopify]
