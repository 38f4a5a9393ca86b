import { z } from 'zod'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'

const instant = z.iso.datetime()

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
    kind: z.enum(ALERT_KINDS),
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
    /** Decimal strings. */
    money: z.array(z.object({ amount: z.string(), currency: z.string() })),
    opened_at: instant,
    closed_at: instant.nullable(),
    link: z.string(),
  }),
})
export type AlertMessage = z.output<typeof alertMessage>
