import { readOneOf, searchOf } from '../../parts/search.ts'

export const SETUPS = ['headless', 'woocommerce', 'shopify'] as const

/** `store` is the store just connected. */
export const readConnectSearch = searchOf({
  platform: readOneOf(SETUPS),
  store: (given) => (typeof given === 'string' ? given : undefined),
})
