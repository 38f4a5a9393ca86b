import { z } from 'zod'
import { parseExactly } from './exact-json.ts'

const id = z.string().regex(/^[1-9]\d{0,18}$/)

const ORDER_GID = /^gid:\/\/shopify\/Order\/([1-9]\d{0,18})$/

const order = z
  .object({ admin_graphql_api_id: z.string().regex(ORDER_GID) })
  .transform(({ admin_graphql_api_id: gid }) => ORDER_GID.exec(gid)?.[1] ?? '')

/** Refunds and edits name their order by number; a deletion has nothing else. */
const refund = z.object({ order_id: id }).transform(({ order_id }) => order_id)
const edit = z
  .object({ order_edit: z.object({ order_id: id }) })
  .transform(({ order_edit }) => order_edit.order_id)

const deleted = z.strictObject({ id }).transform((body) => body.id)

const paidBy = z.object({ payment_gateway_names: z.array(z.string().max(200)).max(50) })

/** Missing from apps deployed earlier. */
const status = z.object({ financial_status: z.string().regex(/^[a-z_]{1,40}$/) })

/** The gateway of a refund is the payment's. */
const refundedBy = z
  .object({ transactions: z.array(z.object({ gateway: z.string().max(200) })).max(250) })
  .transform(({ transactions }) => [...new Set(transactions.map(({ gateway }) => gateway))])

export type OrderHint = ReturnType<typeof readOrderHint>

export const readOrderHint = (body: Buffer) => {
  const said = parseExactly(body)
  return {
    order: z.union([order, edit, refund, deleted]).safeParse(said).data,
    gatewayNames:
      paidBy.safeParse(said).data?.payment_gateway_names ?? refundedBy.safeParse(said).data,
    /** For example `pending`. */
    financialStatus: status.safeParse(said).data?.financial_status,
  }
}

/**
 * Keeps only order, gateways and financial status, to skip orders of other methods without storing
 * names, addresses or items.
 */
export const hintOfWebhook = (body: Buffer): Buffer => {
  const { order, gatewayNames, financialStatus } = readOrderHint(body)
  const kept = order
    ? {
        admin_graphql_api_id: `gid://shopify/Order/${order}`,
        ...(gatewayNames ? { payment_gateway_names: gatewayNames } : {}),
        ...(financialStatus ? { financial_status: financialStatus } : {}),
      }
    : {}
  return Buffer.from(JSON.stringify(kept))
}
