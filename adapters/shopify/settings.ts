import { z } from 'zod'
import { hostUrl, networks, type SettingsPart } from '../../src/runtime/process/settings-part.ts'

const clientSecret = z.string().min(8).regex(/^\S+$/, 'has a blank inside; copy it again, alone')

const schema = z.object({
  SHOPIFY_CLIENT_ID: z.string().optional(),
  SHOPIFY_CLIENT_SECRET: clientSecret.optional(),
  SHOPIFY_PREVIOUS_CLIENT_SECRET: clientSecret.optional(),
  SHOPIFY_DISTRIBUTION: z.enum(['one-shop', 'organisation', 'payments-partner']).optional(),
  SHOPIFY_SHOP_ADDRESS: hostUrl.optional(),
  SHOPIFY_PAYMENTS_PROXIES: networks.optional(),
  SHOPIFY_PAYMENTS_CERT_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'expected the name of a header')
    .optional(),
})

export type ShopifySettings = z.output<typeof schema>

/** Types the settings that startup validated. */
export const readShopifySettings = (values: Readonly<Record<string, unknown>>): ShopifySettings =>
  values as ShopifySettings

export const shopifySettings: SettingsPart = {
  shape: schema.shape,
  prefix: 'SHOPIFY_',
  // The smoke test reads it, and may run in the same terminal.
  otherPrograms: ['SHOPIFY_SHOP'],
  secrets: ['SHOPIFY_CLIENT_SECRET', 'SHOPIFY_PREVIOUS_CLIENT_SECRET'],
  storeSecrets: { 'client-secret': 'PUENTE_CLIENT_SECRET' },
  rules: (values, { isProduction }) => [
    ...(isProduction && values.SHOPIFY_SHOP_ADDRESS
      ? ['SHOPIFY_SHOP_ADDRESS: stands for the shops of tests and may not be set in production']
      : []),
    ...halfOfAnApp(values),
  ],
}

const halfOfAnApp = ({
  SHOPIFY_CLIENT_ID: id,
  SHOPIFY_CLIENT_SECRET: secret,
  SHOPIFY_PREVIOUS_CLIENT_SECRET: previous,
  SHOPIFY_PAYMENTS_PROXIES: proxies,
  SHOPIFY_PAYMENTS_CERT_HEADER: header,
  SHOPIFY_DISTRIBUTION: distribution,
}: Readonly<Record<string, unknown>>): string[] => [
  ...(id && !secret ? ['SHOPIFY_CLIENT_SECRET: must be set with SHOPIFY_CLIENT_ID'] : []),
  ...(secret && !id ? ['SHOPIFY_CLIENT_ID: must be set with SHOPIFY_CLIENT_SECRET'] : []),
  ...(previous && !secret
    ? ['SHOPIFY_CLIENT_SECRET: must be set with SHOPIFY_PREVIOUS_CLIENT_SECRET']
    : []),
  ...(proxies && !id ? ['SHOPIFY_CLIENT_ID: must be set with SHOPIFY_PAYMENTS_PROXIES'] : []),
  ...(distribution && !id ? ['SHOPIFY_CLIENT_ID: must be set with SHOPIFY_DISTRIBUTION'] : []),
  ...(distribution === 'payments-partner' && !proxies
    ? ['SHOPIFY_PAYMENTS_PROXIES: must be set with SHOPIFY_DISTRIBUTION=payments-partner']
    : []),
  ...(distribution && distribution !== 'payments-partner' && proxies
    ? ['SHOPIFY_DISTRIBUTION: must be payments-partner, or nothing, with SHOPIFY_PAYMENTS_PROXIES']
    : []),
  ...(proxies && !header
    ? ['SHOPIFY_PAYMENTS_CERT_HEADER: must be set with SHOPIFY_PAYMENTS_PROXIES']
    : []),
  ...(header && !proxies
    ? ['SHOPIFY_PAYMENTS_PROXIES: must be set with SHOPIFY_PAYMENTS_CERT_HEADER']
    : []),
]
