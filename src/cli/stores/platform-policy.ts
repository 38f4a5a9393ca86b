import { z } from 'zod'
import { shopifyPolicySchema } from '../../../adapters/shopify/policy.ts'
import { woocommercePolicySchema } from '../../../adapters/woocommerce/statuses.ts'
import type { Platform } from '../../db/tables/stores.ts'
import type { GivenPolicy } from '../../payments/policy.ts'
import { UserError } from '../../runtime/failure.ts'

/** What only stores of one platform decide, under `platform` of a policy. */
const SCHEMAS: Record<Platform, z.ZodType> = {
  headless: z.strictObject({}),
  woocommerce: woocommercePolicySchema,
  shopify: shopifyPolicySchema,
}

/** Refuses what the store's adapter would not understand: it would stop at it with every order. */
export const checkPlatformPolicy = (platform: Platform, { platform: given }: GivenPolicy): void => {
  const { error } = SCHEMAS[platform].safeParse(given ?? {})
  if (!error) return
  const problems = error.issues.map(({ path, message }) =>
    [['platform', ...path].join('.'), message].join(': '),
  )
  throw new UserError(`--policy: ${problems.join('; ')}`)
}
