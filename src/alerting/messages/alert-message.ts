import { z } from 'zod'
import { ALERT_KINDS } from '../../db/tables/alerts.ts'

const instant = z.iso.datetime()

/** A message about a group of alerts, as the database keeps it and as a signed webhook carries it. */
export const alertMessage = z.object({
  /** `webhook-id` and Message-ID: the same at each try. */
  id: z.string(),
  type: z.enum(['alert.opened', 'alert.closed']),
  at: instant,
  language: z.enum(['es', 'en']),
  data: z.object({
    /** The same of all messages about one group. */
    group: z.string(),
    kind: z.enum(ALERT_KINDS),
    /** `null`: it is about more than one store. */
    store: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** It was sent before, and has grown. */
    repeated: z.boolean(),
    what: z.string(),
    why: z.array(z.string()),
    todo: z.string(),
    alerts: z.int(),
    stores: z.int(),
    orders: z.int(),
    /** Some of them. */
    order_numbers: z.array(z.string()),
    /** Decimals. */
    money: z.array(z.object({ amount: z.string(), currency: z.string() })),
    opened_at: instant,
    closed_at: instant.nullable(),
    link: z.string(),
  }),
})
export type AlertMessage = z.output<typeof alertMessage>
