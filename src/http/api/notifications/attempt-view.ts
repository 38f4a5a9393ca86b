import { z } from 'zod'
import { ANSWER_KINDS, DELIVERY_OUTCOMES, type DeliveryCall } from '../../../db/tables/tasks.ts'
import type { NotificationAttemptRow } from '../../../db/tasks/task-history.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'

const call = z
  .object({
    method: z.string().meta({ example: 'POST' }),
    address: z.string().meta({
      description: 'Address without its login and the values of its query.',
      example: 'https://shop.example/puente',
    }),
    status: z.int().nullable().meta({
      description: 'HTTP status of the answer; `null` without one.',
      example: 503,
    }),
    error: z.string().nullable().meta({ description: 'Why there is no answer.' }),
    duration_ms: z.int().meta({ example: 48 }),
    sent: z.string().nullable().meta({
      description:
        'The body that was sent, without signatures and secrets; its first 16,000 characters.',
    }),
    sent_length: z.int().meta({ description: 'Characters of the whole body.', example: 1832 }),
    answer: z.string().nullable().meta({
      description: 'The answer without secrets; its first 2,000 characters.',
    }),
    answer_kind: z.enum(ANSWER_KINDS).meta({
      description:
        '`whole` or `cut`; `answer` is `null` if it is `empty`, `binary`, or the answer of a successful `read`.',
    }),
  })
  .meta({ id: 'DeliveryCall' })

export const attemptView = z
  .object({
    try: z.int().meta({ description: 'From 1.', example: 1 }),
    at: z.iso.datetime().meta({ description: 'End of the attempt.' }),
    outcome: z.enum(DELIVERY_OUTCOMES),
    calls: z.array(call).meta({
      description:
        'HTTP calls to the store, in sequence: one for a signed notification, several for a platform.',
    }),
  })
  .meta({ id: 'DeliveryAttempt' })

export const viewOfAttempt = (row: NotificationAttemptRow): z.input<typeof attemptView> => ({
  try: row.try,
  at: row.at.toISOString(),
  outcome: row.outcome,
  calls: row.calls.map(viewOfCall),
})

const viewOfCall = (made: DeliveryCall): DeliveryCall => ({
  ...made,
  sent: made.sent && maskSecrets(made.sent),
})
