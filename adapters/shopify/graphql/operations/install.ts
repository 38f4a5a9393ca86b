import { z } from 'zod'
import { operation } from './operation.ts'

/** What the app may do at the shop, and which shop it is. */
export const readInstall = operation<Record<string, never>>('admin')(
  `query Install {
  currentAppInstallation { id accessScopes { handle } }
  shop { id name myshopifyDomain currencyCode plan { shopifyPlus partnerDevelopment } }
}`,
  z
    .object({
      currentAppInstallation: z.object({
        accessScopes: z.array(z.object({ handle: z.string() })),
      }),
      shop: z.object({
        name: z.string(),
        myshopifyDomain: z.string(),
        currencyCode: z.string(),
        plan: z.object({ partnerDevelopment: z.boolean() }).nullish(),
      }),
    })
    .transform(({ currentAppInstallation, shop }) => ({
      scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
      shop: shop.myshopifyDomain,
      name: shop.name,
      currency: shop.currencyCode,
      isDevelopment: shop.plan?.partnerDevelopment ?? false,
    })),
)

const subscription = z.object({ id: z.string(), topic: z.string(), uri: z.string() })

/** The webhooks that were subscribed by API; those of the app's configuration are not among them. */
export const readSubscriptions = operation<Record<string, never>>('admin')(
  `query Subs {
  webhookSubscriptions(first: 100) { nodes { id topic uri } }
}`,
  z
    .object({ webhookSubscriptions: z.object({ nodes: z.array(subscription) }) })
    .transform(({ webhookSubscriptions: { nodes } }) => nodes),
)

/** `topic` as the schema names it: `ORDERS_CREATE`. */
export const subscribe = operation<{ topic: string; sub: { uri: string; format: 'JSON' } }>(
  'admin',
)(
  `mutation Subscribe($topic: WebhookSubscriptionTopic!, $sub: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $sub) {
    webhookSubscription { id topic uri }
    userErrors { field message }
  }
}`,
  z
    .object({
      webhookSubscriptionCreate: z.object({ webhookSubscription: subscription.nullish() }),
    })
    .transform(
      ({ webhookSubscriptionCreate }) => webhookSubscriptionCreate.webhookSubscription ?? null,
    ),
)
