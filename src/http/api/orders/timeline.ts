import { z } from 'zod'
import type { PaymentRow, TimelineRow } from '../../../db/db.ts'
import type { Language } from '../../../locales/language.ts'
import { actorText } from '../../../texts/timeline/actor-text.ts'
import { timelineText } from '../../../texts/timeline/timeline-texts.ts'

const timelineActor = z.object({
  kind: z.enum(['api_key', 'person', 'command_line', 'customer', 'platform', 'gateway', 'job']),
  id: z.string().optional().meta({ description: 'Id of the API key or person.' }),
  name: z
    .string()
    .optional()
    .meta({ description: 'Name of the API key or person, or kind of the job.', example: 'tills' }),
  text: z.string().meta({
    description: 'Actor as text, in the language of the entry.',
    example: 'API key "tills"',
  }),
})

export const timelineLine = z.object({
  at: z.iso.datetime(),
  kind: z.string().meta({
    description: 'Kind of the event, for programs to branch on.',
    example: 'payment_created',
  }),
  text: z.string().meta({
    description: "The event as a sentence, in the language of `Accept-Language`, or the store's.",
    example: 'The gateway created a payment of L 100.00 (attempt 1)',
  }),
  payment_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  actor: timelineActor.nullable().meta({
    description: 'Actor of the event; `null` for entries from before Puente recorded actors.',
  }),
})

export const orderTimeline = z.object({ data: z.array(timelineLine) }).meta({ id: 'Timeline' })

/** `payments` are all payments of the order. */
export const viewsOfTimeline = (
  entries: readonly TimelineRow[],
  { payments, language }: { payments: readonly PaymentRow[]; language: Language },
): z.input<typeof timelineLine>[] => {
  const byId = new Map<string | null, PaymentRow>(payments.map((payment) => [payment.id, payment]))
  return entries.map(({ at, kind, payment_id, details, actor }) => ({
    at: at.toISOString(),
    kind,
    text: timelineText({ kind, details, payment: byId.get(payment_id) }, language),
    payment_id,
    details,
    actor: actor && { ...actor, text: actorText(actor, language) },
  }))
}
