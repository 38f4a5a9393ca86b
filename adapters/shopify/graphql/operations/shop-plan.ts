import { z } from 'zod'
import { operation } from './operation.ts'

/** Reads the plan, because some mutations require Plus. */
export const readPlanQuery = operation<Record<string, never>>('admin')(
  `query ShopPlan { shop { plan { shopifyPlus } } }`,
  z
    .object({ shop: z.object({ plan: z.object({ shopifyPlus: z.boolean() }).nullish() }) })
    .transform(({ shop }) => shop.plan?.shopifyPlus ?? false),
)
