import { z } from 'zod'
import { parseExactly } from './exact-json.ts'

const id = z.string().regex(/^[1-9]\d{0,18}$/)

const ORDER_GID = /^gid:\/\/shopify\/Order\/([1-9]\d{0,18})$/

const order = z
  .object({ admin_graphql_api_id: z.string().regex(ORDER_GID) })
  .transform(({ admin_graphql_api_id: gid }) => ORDER_GID.exec(gid)?.[1] ?? '')

/** A refund names its order by a number only, and so does an edit; of a deleted order that is all. */
const refund = z.object({ order_id: id }).transform(({ order_id }) => order_id)
const edit = z
  .object({ order_edit: z.object({ order_id: id }) })
  .transform(({ order_edit }) => order_edit.order_id)

const deleted = z.strictObject({ id }).transform((body) => body.id)

const paidBy = z.object({ payment_gateway_names: z.array(z.string().max(200)).max(50) })

/** An app that was deployed before does not subscribe to it. */
const status = z.object({ financial_status: z.string().regex(/^[a-z_]{1,40}$/) })

/** A refund says by what its money went back, and that is what the order was paid with. */
const refundedBy = z
  .object({ transactions: z.array(z.object({ gateway: z.string().max(200) })).max(250) })
  .transform(({ transactions }) => [...new Set(transactions.map(({ gateway }) => gateway))])

/** What is believed of a webhook about an order. */
export interface OrderHint {
  /** The number at the end of its order's id; `undefined`: it names none. */
  order: string | undefined
  /** How the order is paid, or was refunded; `undefined`: it does not say. */
  gatewayNames: string[] | undefined
  /** `pending`; `undefined`: it does not say. */
  financialStatus: string | undefined
}

export const readOrderHint = (body: Buffer): OrderHint => {
  const said = parseExactly(body)
  return {
    order: z.union([order, edit, refund, deleted]).safeParse(said).data,
    gatewayNames:
      paidBy.safeParse(said).data?.payment_gateway_names ?? refundedBy.safeParse(said).data,
    financialStatus: status.safeParse(said).data?.financial_status,
  }
}

/**
 * What is kept of a webhook about an order: which one it is of, how it is paid and whether, so that the
 * order of another method is not asked for. Names, addresses and items would be kept for nothing.
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
