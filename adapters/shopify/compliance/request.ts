import { z } from 'zod'
import { StoreId } from '../../../src/domain/ids.ts'
import { readShopName } from '../shops/shop-name.ts'
import { parseExactly } from '../webhooks/exact-json.ts'
import { COMPLIANCE_TOPICS } from '../webhooks/topics.ts'

const id = z.union([z.string(), z.number()]).transform(String)

const request = z
  .object({
    shop_domain: z.string(),
    customer: z
      .object({ id: id.nullish(), email: z.string().nullish(), phone: z.string().nullish() })
      .nullish(),
    orders_requested: z.array(id).nullish(),
    orders_to_redact: z.array(id).nullish(),
  })
  .transform(({ shop_domain, customer, orders_requested, orders_to_redact }) => ({
    /** From the signed body. */
    shop: readShopName(shop_domain),
    customerId: customer?.id ?? undefined,
    /** Numeric order ids. */
    externalIds: [...(orders_requested ?? []), ...(orders_to_redact ?? [])],
    emails: customer?.email ? [customer.email] : [],
    phones: customer?.phone ? [customer.phone] : [],
  }))

export type ComplianceRequest = z.output<typeof request>

/** Returns `undefined` for an unreadable request. */
export const readComplianceRequest = (body: Buffer): ComplianceRequest | undefined =>
  request.safeParse(parseExactly(body)).data

/** Locates inbox messages from before the shop had a store. */
export const messagesOfShop = (shop: string) => ({
  source: 'shopify',
  requests: COMPLIANCE_TOPICS,
  storeIds: [StoreId.parse(shop)],
  areOrderIdsUnique: true,
})
