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

/** Types the settings, which startup has validated. */
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
    ...missingPartners(values),
  ],
}

/** Settings that need another. */
const PARTNERS = [
  ['SHOPIFY_CLIENT_ID', 'SHOPIFY_CLIENT_SECRET'],
  ['SHOPIFY_CLIENT_SECRET', 'SHOPIFY_CLIENT_ID'],
  ['SHOPIFY_PREVIOUS_CLIENT_SECRET', 'SHOPIFY_CLIENT_SECRET'],
  ['SHOPIFY_PAYMENTS_PROXIES', 'SHOPIFY_CLIENT_ID'],
  ['SHOPIFY_DISTRIBUTION', 'SHOPIFY_CLIENT_ID'],
  ['SHOPIFY_PAYMENTS_PROXIES', 'SHOPIFY_PAYMENTS_CERT_HEADER'],
  ['SHOPIFY_PAYMENTS_CERT_HEADER', 'SHOPIFY_PAYMENTS_PROXIES'],
] as const satisfies (keyof ShopifySettings)[][]

const missingPartners = (values: Readonly<Record<string, unknown>>): string[] => {
  const { SHOPIFY_DISTRIBUTION: distribution, SHOPIFY_PAYMENTS_PROXIES: proxies } = values
  const isPartner = distribution === 'payments-partner'
  return [
    ...PARTNERS.filter(([name, partner]) => values[name] && !values[partner]).map(
      ([name, partner]) => `${partner}: must be set with ${name}`,
    ),
    ...(isPartner && !proxies
      ? ['SHOPIFY_PAYMENTS_PROXIES: must be set with SHOPIFY_DISTRIBUTION=payments-partner']
      : []),
    ...(distribution && !isPartner && proxies
      ? [
          'SHOPIFY_DISTRIBUTION: must be payments-partner, or nothing, with SHOPIFY_PAYMENTS_PROXIES',
        ]
      : []),
  ]
}
