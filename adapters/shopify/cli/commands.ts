import { z } from 'zod'
import type { PlatformCommands, PlatformOption, Store } from '../../adapter.ts'
import { shopifyPolicyOf } from '../policy.ts'
import { addShopify } from './add.ts'
import { makeOwnApp } from './app.ts'

const APP_OPTIONS: readonly PlatformOption[] = [
  { flags: '--shop <shop>', description: 'Shopify name of the shop, such as cafe.myshopify.com' },
  { flags: '--client-id <id>', description: "client id of the Shopify shop's own app" },
  { flags: '--client-secret <secret>', description: 'client secret of that app' },
]

const decisions = z.record(z.string(), z.unknown()).catch({})

const withPaymentMethod = (store: Store, name: string): Record<string, unknown> => {
  const { payment_method: known } = shopifyPolicyOf(store)
  return { ...decisions.parse(store.policy.platform), payment_method: [...known, name] }
}

export const shopifyCommands: PlatformCommands = {
  options: APP_OPTIONS,
  add: addShopify,
  policyOptions: [
    {
      name: 'add-payment-method',
      flags: '--add-payment-method <name>',
      description: 'add a manual payment method that Puente handles, by its name in Shopify',
      change: withPaymentMethod,
    },
  ],
  commands: [
    {
      name: 'app',
      description:
        'guide through the own app of a Shopify shop, write its toml and test its credentials',
      options: [
        ...APP_OPTIONS,
        {
          flags: '--fleet <file>',
          description:
            'JSON file of several shops: {"shops": [{"shop", "id", "client_id", "client_secret_file"}, …]}',
          conflicts: ['shop', 'clientId', 'clientSecret', 'clientSecretFile'],
        },
        { flags: '--out <folder>', description: 'folder for the toml (default: the current one)' },
      ],
      run: makeOwnApp,
    },
  ],
}
