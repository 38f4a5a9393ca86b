import { z } from 'zod'

export const FEED_KINDS = ['notifications', 'gateway', 'all'] as const

const cursor = z.string().regex(/^\d{1,18}-\d{1,18}$/, 'Is not a cursor of this list')

export const feedQuery = z.strictObject({
  events: z
    .enum(FEED_KINDS)
    .default('notifications')
    .describe('What the shop is told, what the gateway has sent, or both.'),
  after: cursor.optional().describe('The cursor of the last entry that was taken.'),
  from: z
    .enum(['beginning', 'now'])
    .default('now')
    .describe('Where to begin without a cursor. `now`: at what comes after this request.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('How many seconds to wait for an entry where there is none.'),
})

const feedEntry = z
  .object({
    cursor: cursor.meta({ description: '`after` for what follows on this entry.' }),
    source: z.enum(['puente', 'gateway']).meta({
      description: '`puente`: a notification to the shop. `gateway`: an event of the gateway.',
    }),
    id: z.string().meta({ description: 'The same for each repetition.' }),
    type: z.string().nullable().meta({ example: 'order.paid' }),
    order_id: z.string().nullable().meta({
      description: "The shop's own id of the order, or what the gateway's event names as such.",
      example: 'A-1',
    }),
    at: z.iso.datetime(),
    body: z.string().meta({
      description:
        "The body as it is posted: a notification with the order as it stands now, the gateway's event as it came, without card numbers and secrets.",
    }),
  })
  .meta({ id: 'FeedEntry' })

export const feedPage = z
  .object({
    store: z.object({ id: z.string(), environment: z.enum(['test', 'live']) }),
    data: z.array(feedEntry),
    cursor: cursor.meta({ description: '`after` for what follows on this page.' }),
  })
  .meta({ id: 'Feed' })

export type FeedEntryView = z.output<typeof feedEntry>
