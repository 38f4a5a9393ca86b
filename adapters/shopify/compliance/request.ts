import { z } from 'zod'
import { readShopName } from '../shops/shop-name.ts'
import { parseExactly } from '../webhooks/exact-json.ts'

const id = z.union([z.string(), z.number()]).transform(String)

const request = z.object({
  shop_domain: z.string().transform((name) => readShopName(name)),
  customer: z
    .object({
      id: id.nullish(),
      email: z.string().nullish(),
      phone: z.string().nullish(),
    })
    .nullish(),
  orders_requested: z.array(id).nullish(),
  orders_to_redact: z.array(id).nullish(),
})

export interface ComplianceRequest {
  /** From the signed body. */
  shop: string | undefined
  customerId: string | undefined
  /** Numeric order ids. */
  externalIds: string[]
  emails: string[]
  phones: string[]
}

/** Parses a privacy request; `undefined` if unreadable. */
export const readComplianceRequest = (body: Buffer): ComplianceRequest | undefined => {
  const read = request.safeParse(parseExactly(body))
  if (!read.success) return undefined
  const { shop_domain: shop, customer, orders_requested, orders_to_redact } = read.data
  return {
    shop,
    customerId: customer?.id ?? undefined,
    externalIds: [...(orders_requested ?? []), ...(orders_to_redact ?? [])],
    emails: customer?.email ? [customer.email] : [],
    phones: customer?.phone ? [customer.phone] : [],
  }
}
