import { z } from 'zod'
import { ANSWER_KINDS, DELIVERY_OUTCOMES, type DeliveryCall } from '../../../db/tables/tasks.ts'
import type { NotificationAttemptRow } from '../../../db/tasks/task-history.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'

const call = z
  .object({
    method: z.string().meta({ example: 'POST' }),
    address: z.string().meta({
      description: 'Address without its login and query values.',
      example: 'https://shop.example/puente',
    }),
    status: z.int().nullable().meta({
      description: 'HTTP status; `null` if there was no response.',
      example: 503,
    }),
    error: z.string().nullable().meta({ description: 'Reason why there was no response.' }),
    duration_ms: z.int().meta({ example: 48 }),
    sent: z.string().nullable().meta({
      description: 'First 16,000 characters of the request body, without signatures and secrets.',
    }),
    sent_length: z
      .int()
      .meta({ description: 'Length of the whole request body, in characters.', example: 1832 }),
    answer: z.string().nullable().meta({
      description: 'First 2,000 characters of the response body, without secrets.',
    }),
    answer_kind: z.enum(ANSWER_KINDS).meta({
      description:
        '`whole`: `answer` is complete. `cut`: `answer` is truncated. `empty`, `binary`, `read` (a successful read from the store): `answer` is `null`.',
    }),
  })
  .meta({ id: 'DeliveryCall' })

export const attemptView = z
  .object({
    try: z.int().meta({ description: 'Number of the attempt, starting at 1.', example: 1 }),
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
