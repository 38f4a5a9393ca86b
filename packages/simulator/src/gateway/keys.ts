export interface Keys {
  /** Secret key of the test environment, `sk_test_…`. */
  secret: string
  liveSecret: string
  /** Publishable key of the test environment, `pk_test_…`. */
  publishable: string
  livePublishable: string
  /** Signs deliveries to the endpoint of `webhook`. */
  webhookSecret: string
}

export const DEFAULT_KEYS: Keys = {
  secret: 'sk_test_sandbox',
  liveSecret: 'sk_live_sandbox',
  publishable: 'pk_test_sandbox',
  livePublishable: 'pk_live_sandbox',
  webhookSecret: 'whsec_test_sandbox',
}
