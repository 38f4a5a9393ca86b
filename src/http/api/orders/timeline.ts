import { z } from 'zod'
import type { PaymentRow, TimelineRow } from '../../../db/db.ts'
import type { Language } from '../../../locales/language.ts'
import { actorText } from '../../../texts/timeline/actor-text.ts'
import { timelineText } from '../../../texts/timeline/timeline-texts.ts'

const timelineActor = z.object({
  kind: z.enum(['api_key', 'person', 'command_line', 'customer', 'platform', 'gateway', 'job']),
  id: z.string().optional().meta({ description: 'Of an API key or a person.' }),
  name: z.string().optional().meta({ description: 'Of a job, its kind.', example: 'tills' }),
  text: z.string().meta({ description: 'The same for people.', example: 'API key "tills"' }),
})

export const timelineLine = z.object({
  at: z.iso.datetime(),
  kind: z.string().meta({ description: 'Branch on this.', example: 'payment_created' }),
  text: z.string().meta({
    description: "The same as a sentence, in the language of `Accept-Language`, else the store's.",
    example: 'The gateway created a payment of L 100.00 (attempt 1)',
  }),
  payment_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  actor: timelineActor.nullable().meta({
    description: 'Who did it; `null`: it was written before that was kept.',
  }),
})

export const orderTimeline = z.object({ data: z.array(timelineLine) }).meta({ id: 'Timeline' })

/** Maps a timeline row to JSON; `payment` is the one it names. */
export const viewOfLine = (
  { at, kind, payment_id, details, actor }: TimelineRow,
  { payment, language }: { payment: PaymentRow | undefined; language: Language },
): z.input<typeof timelineLine> => ({
  at: at.toISOString(),
  kind,
  text: timelineText({ kind, details, payment }, language),
  payment_id,
  details,
  actor: actor && { ...actor, text: actorText(actor, language) },
})
