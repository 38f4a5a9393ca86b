import { z } from 'zod'
import type { Store } from '../../adapter.ts'
import { shopifyPolicyOf } from '../policy.ts'

const decisions = z.record(z.string(), z.unknown()).catch({})

/** Adds a payment method to a shop's policy. */
export const withPaymentMethod = (store: Store, name: string): Record<string, unknown> => {
  const { payment_method: known } = shopifyPolicyOf(store)
  return { ...decisions.parse(store.policy.platform), payment_method: [...known, name] }
}
