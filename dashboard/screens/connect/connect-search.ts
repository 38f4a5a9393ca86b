const PLATFORMS = ['headless', 'woocommerce', 'shopify'] as const

export interface ConnectSearch {
  platform?: (typeof PLATFORMS)[number]
  /** The store just connected. */
  store?: string
}

export const readConnectSearch = ({ platform, store }: Record<string, unknown>): ConnectSearch => {
  const known = PLATFORMS.find((name) => name === platform)
  return {
    ...(known ? { platform: known } : {}),
    ...(typeof store === 'string' ? { store } : {}),
  }
}
