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

/**
 * The order that a webhook is about, the number at the end of its id; nothing more of the body is
 * believed. `undefined`: it names none.
 */
export const orderOfWebhook = (body: Buffer): string | undefined =>
  z.union([order, edit, refund, deleted]).safeParse(parseExactly(body)).data

const paidBy = z.object({ payment_gateway_names: z.array(z.string().max(200)).max(50) })

/** How an order is paid, as its webhook says; `undefined`: it does not say, as that of a refund. */
export const gatewayNamesOf = (body: Buffer): string[] | undefined =>
  paidBy.safeParse(parseExactly(body)).data?.payment_gateway_names

/**
 * What is kept of a webhook about an order: which one it is of, and how it is paid, so that the order
 * of another method is not asked for. Names, addresses and items would be kept for nothing.
 */
export const hintOfWebhook = (body: Buffer): Buffer => {
  const order = orderOfWebhook(body)
  const names = gatewayNamesOf(body)
  const kept = order
    ? {
        admin_graphql_api_id: `gid://shopify/Order/${order}`,
        ...(names ? { payment_gateway_names: names } : {}),
      }
    : {}
  return Buffer.from(JSON.stringify(kept))
}
