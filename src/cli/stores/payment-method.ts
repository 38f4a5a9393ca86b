import { z } from 'zod'
import { policyOfShop } from '../../../adapters/shopify/policy.ts'
import type { StoreRow } from '../../db/db.ts'
import { UserError } from '../../runtime/failure.ts'
import type { Values } from './arguments.ts'

const decisions = z.record(z.string(), z.unknown()).catch({})

/** What is changed of a Shopify shop's decisions, with one more name of its payment method. */
export const withPaymentMethod = (
  store: StoreRow,
  changes: Record<string, unknown> | undefined,
  { 'add-payment-method': name }: Pick<Values, 'add-payment-method'>,
): Record<string, unknown> | undefined => {
  if (name === undefined) return changes
  if (store.platform !== 'shopify') {
    throw new UserError(`--add-payment-method: "${store.id}" is no Shopify shop`)
  }
  if (changes && 'platform' in changes) {
    throw new UserError(
      '--add-payment-method: name it in the "platform" of --policy, or leave that out',
    )
  }
  const { payment_method: known } = policyOfShop(store)
  const platform = decisions.parse(store.policy.platform)
  return { ...changes, platform: { ...platform, payment_method: [...known, name] } }
}
