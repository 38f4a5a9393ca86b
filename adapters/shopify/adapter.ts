import { MINUTE, SECOND } from '../../src/runtime/clock.ts'
import type { Core, InstalledPlatform } from '../adapter.ts'
import { shopifyCommands } from './cli/commands.ts'
import { shopifyDeps } from './deps.ts'
import { openShopifyStorefront } from './open-storefront.ts'
import { shopifyPolicySchema } from './policy.ts'
import { readShopifySettings, type ShopifySettings, shopifySettings } from './settings.ts'
import { shopifyRoutes } from './shopify.ts'
import { personalData, retention, tables } from './tables/tables.ts'
import { SHOPIFY_TEXTS } from './texts.ts'
import { handleMessage } from './webhooks/handle-message.ts'
import { readOrderHint } from './webhooks/order-hint.ts'
import { isOrderTopic } from './webhooks/topics.ts'

export const shopify: InstalledPlatform = {
  name: 'shopify',
  title: 'Shopify',
  alertTexts: { es: SHOPIFY_TEXTS.es.alerts, en: SHOPIFY_TEXTS.en.alerts },
  policy: shopifyPolicySchema,
  traits: { receivesSignedNotifications: false, isPolled: true },
  settings: shopifySettings,
  tables,
  retention,
  personalData,
  cli: shopifyCommands,
  open: (given) => {
    const settings = readShopifySettings(given.settings)
    const deps = shopifyDeps({
      ...given,
      app: appOf(settings),
      shopAddress: settings.SHOPIFY_SHOP_ADDRESS,
    })
    return {
      storefrontOf: (store) => openShopifyStorefront(store, deps),
      openRoutes: (core: Core, { webhookMaxBytes: maxBytes, ...web }) =>
        shopifyRoutes(core, { ...deps, ...web, maxBytes, certificates: certificatesOf(settings) }),
      inbound: {
        source: 'shopify',
        kind: 'apply-shopify-webhook',
        apply: (core: Core, message) => handleMessage(core, deps)(message),
        orderOf: ({ topic, body }) => (isOrderTopic(topic) ? readOrderHint(body).order : undefined),
        waitsMs: [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE],
        timeoutMs: 30 * SECOND,
        concurrencyPerStore: 4,
        onFailure: {
          es: SHOPIFY_TEXTS.es.webhookNotApplied,
          en: SHOPIFY_TEXTS.en.webhookNotApplied,
        },
      },
    }
  },
}

const appOf = (settings: ShopifySettings) => {
  const { SHOPIFY_CLIENT_ID: clientId, SHOPIFY_CLIENT_SECRET: clientSecret } = settings
  return clientId && clientSecret
    ? {
        clientId,
        clientSecret,
        previousSecret: settings.SHOPIFY_PREVIOUS_CLIENT_SECRET,
        usesSessions: settings.SHOPIFY_PAYMENTS_PROXIES !== undefined,
        distribution: settings.SHOPIFY_DISTRIBUTION,
      }
    : undefined
}

/** Proxies that verify Shopify's client certificate, and their header. */
const certificatesOf = ({
  SHOPIFY_PAYMENTS_PROXIES: proxies,
  SHOPIFY_PAYMENTS_CERT_HEADER: header,
}: ShopifySettings) => (proxies && header ? { proxies, header } : undefined)
