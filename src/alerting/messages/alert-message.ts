import { z } from 'zod'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'

const instant = z.iso.datetime()
const money = z.array(z.object({ amount: z.string(), currency: z.string() }))

const affectedOrder = z.object({
  id: z.string(),
  number: z.string(),
  /** Decimal strings. */
  money,
  /** `null` in the database; sending fills it in. */
  customer: z
    .object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      /** The customer's orders; `null` without an e-mail address. */
      link: z.string().nullable(),
    })
    .nullable(),
  link: z.string(),
  payment_link: z.string().nullable(),
})

/** Database format and webhook payload of a message. */
export const alertMessage = z.object({
  /** `webhook-id` and Message-ID, stable across retries. */
  id: z.string(),
  type: z.enum(['alert.opened', 'alert.closed']),
  at: instant,
  language: z.enum(['es', 'en']),
  data: z.object({
    /** Shared by all messages of one group. */
    group: z.string(),
    /** `test`: a message that tests the channel. */
    kind: z.enum([...ALERT_KINDS, 'test']),
    /** `null` for several stores. */
    store: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** True if sent before; the group has grown. */
    repeated: z.boolean(),
    what: z.string(),
    why: z.array(z.string()),
    todo: z.string(),
    alerts: z.int(),
    stores: z.int(),
    orders: z.int(),
    /** A sample of the order numbers. */
    order_numbers: z.array(z.string()),
    /** The first of the orders; messages of earlier versions lack it. */
    affected_orders: z.array(affectedOrder).default([]),
    /** Decimal strings. */
    money,
    opened_at: instant,
    closed_at: instant.nullable(),
    link: z.string(),
  }),
})
export type AlertMessage = z.output<typeof alertMessage>
