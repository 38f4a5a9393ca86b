import { z } from 'zod'
import { operation } from './operation.ts'

export const readInstallQuery = operation<Record<string, never>>('admin')(
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
        plan: z.object({ shopifyPlus: z.boolean(), partnerDevelopment: z.boolean() }).nullish(),
      }),
    })
    .transform(({ currentAppInstallation, shop }) => ({
      scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
      shop: shop.myshopifyDomain,
      name: shop.name,
      currency: shop.currencyCode,
      isPlus: shop.plan?.shopifyPlus ?? false,
      isDevelopment: shop.plan?.partnerDevelopment ?? false,
    })),
)
