import { z } from 'zod'
import { operation } from './operation.ts'

/** Reads whether a shop is on Plus, which some mutations require. */
export const readPlanQuery = operation<Record<string, never>>('admin')(
  `query ShopPlan { shop { plan { shopifyPlus } } }`,
  z
    .object({ shop: z.object({ plan: z.object({ shopifyPlus: z.boolean() }).nullish() }) })
    .transform(({ shop }) => shop.plan?.shopifyPlus ?? false),
)
