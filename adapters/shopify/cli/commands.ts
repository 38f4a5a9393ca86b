import type { PlatformCommands } from '../../adapter.ts'
import { addShopify } from './add.ts'
import { makeOwnApp } from './app.ts'
import { withPaymentMethod } from './payment-method.ts'

export const shopifyCommands: PlatformCommands = {
  options: ['shop', 'fleet', 'out', 'client-id', 'client-secret'],
  usage: {
    add: `  npm run stores -- add --platform shopify --id SHOP --shop shop.myshopify.com
                    --client-id ID --client-secret SECRET
                    --secret-key sk_... --webhook-secret SECRET [...]`,
    commands: `  npm run stores -- app --shop shop.myshopify.com [--client-id ID --client-secret SECRET] [--out DIR]
  npm run stores -- app --fleet FILE [--id SHOP] [--out DIR]`,
    update: {
      synopsis: '[--add-payment-method "NAME"]',
      options: `  --add-payment-method
                    one more manual payment method of a Shopify shop that Puente is to take, as the
                    shop calls it; those that there are stay`,
    },
    options: `  --platform shopify
                    a Shopify shop with an app of its own, made in the Dev Dashboard for this one
                    shop. Not needed where a merchant installs the app of this installation
  app               makes the own app of a Shopify shop: says each click, writes the app's toml and tries
                    its credentials; run it again as often as you like
  --fleet           a JSON file of several such shops: {"shops": [{"shop": "cafe.myshopify.com",
                    "id": "cafe", "client_id": "…", "client_secret_file": "cafe.secret"}, …]}
  --out             the folder of the tomls; without it, the one that you are in
  --shop            the name that Shopify gave the shop, such as cafe.myshopify.com
  --client-id, --client-secret
                    those of the shop's app`,
  },
  add: addShopify,
  policyOptions: { 'add-payment-method': withPaymentMethod },
  commands: {
    app: {
      options: ['id', 'shop', 'fleet', 'out', 'client-id', 'client-secret'],
      run: makeOwnApp,
    },
  },
}
