import { z } from 'zod'

export const FEED_KINDS = ['notifications', 'gateway', 'all'] as const

const cursor = z.string().regex(/^\d{1,18}-\d{1,18}$/, 'Is not a cursor of this list')

export const feedQuery = z.strictObject({
  events: z
    .enum(FEED_KINDS)
    .default('notifications')
    .describe('Entries to return: notifications to the shop, events of the gateway, or both.'),
  after: cursor.optional().describe('Cursor of the last entry received.'),
  from: z
    .enum(['beginning', 'now'])
    .default('now')
    .describe(
      'Where to start without `after`. `now` returns only entries that follow this request.',
    ),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Seconds to wait for an entry if none is available.'),
})

const feedEntry = z
  .object({
    cursor: cursor.meta({ description: 'Value of `after` for the entries that follow this one.' }),
    source: z.enum(['puente', 'gateway']).meta({
      description: '`puente`: a notification to the shop. `gateway`: an event of the gateway.',
    }),
    id: z.string().meta({ description: 'Id of the message, equal for every delivery.' }),
    type: z.string().nullable().meta({ example: 'order.paid' }),
    order_id: z.string().nullable().meta({
      description: "The shop's id of the order, or the external reference in the gateway's event.",
      example: 'A-1',
    }),
    at: z.iso.datetime(),
    body: z.string().meta({
      description:
        "Body without card numbers and secrets: a notification with the current state of the order, or the gateway's event as received.",
    }),
  })
  .meta({ id: 'FeedEntry' })

export const feedPage = z
  .object({
    store: z.object({ id: z.string(), environment: z.enum(['test', 'live']) }),
    data: z.array(feedEntry),
    cursor: cursor.meta({ description: 'Value of `after` for the next page.' }),
  })
  .meta({ id: 'Feed' })

export type FeedEntryView = z.output<typeof feedEntry>
