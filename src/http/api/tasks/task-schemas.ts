import { z } from 'zod'
import { TASK_NEEDS, TASK_STATES } from '../../../db/tables/tasks.ts'
import { instantText } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { waitFields } from '../checkouts/schemas.ts'
import { pageFields, pageOf } from '../merchant/pages.ts'

/** Public name of a failure's retry advice. */
export const RETRY_OF_FAILURE = 'remedy'

export const taskListQuery = (kinds: readonly string[]) =>
  z.strictObject({
    state: z.enum([...TASK_STATES, 'all']).default('dead'),
    kind: z.enum(kinds).optional(),
    order_id: plainText(191).optional().describe("The shop's own id of an order."),
    ...pageFields,
  })

export const taskView = z
  .object({
    id: z.string().meta({ example: 'tsk_12' }),
    kind: z.string().meta({ example: 'ask-gateway' }),
    state: z.enum(TASK_STATES).meta({
      description: '`dead`: it failed for good, and waits for a person to replay it.',
    }),
    needs: z.enum(TASK_NEEDS).meta({ description: 'Whom it needs besides the database.' }),
    order_id: z.string().nullable().meta({
      description: "The shop's own id of the order that it is about.",
      example: 'A-1',
    }),
    tries: z.int(),
    next_try_at: z.iso.datetime().nullable().meta({
      description:
        'When it is due; `waiting_until` says when it can be tried, be it held back by a circuit.',
    }),
    ...waitFields,
    last_error: z.string().nullable(),
    failures: z
      .array(
        z.object({
          try: z.int(),
          at: z.iso.datetime(),
          [RETRY_OF_FAILURE]: z.enum(['retry', 'permanent', 'ask-a-person']),
          detail: z.string(),
        }),
      )
      .meta({ description: 'Its failed tries, the first one first; of very many, the last 50.' }),
    earlier_failures: z.int().meta({
      description: 'How many tries failed before those that are listed.',
      example: 0,
    }),
    replay_of: z.string().nullable().meta({
      description: 'The task that this one does again.',
      example: 'tsk_7',
    }),
    replayed_by: z
      .object({ id: z.string(), state: z.enum(TASK_STATES) })
      .nullable()
      .meta({ description: 'The newest task that does this one again.' }),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Task' })

export const taskList = pageOf(taskView, 'TaskList')

export const replayRequest = (kinds: readonly string[]) =>
  z
    .strictObject({
      kind: z.enum(kinds).optional(),
      died_after: instantText.optional(),
      died_before: instantText.optional(),
    })
    .refine(({ kind, died_after, died_before }) => Boolean(kind ?? died_after ?? died_before), {
      path: ['kind'],
      error: 'Say which tasks: by kind, or by when they died',
    })
    .meta({ id: 'ReplayRequest', example: { kind: 'ask-gateway' } })

export const replayAnswer = z
  .object({
    replayed: z.int().meta({ description: 'How many are done again.' }),
    more: z.boolean().meta({ description: 'Some were left: ask again.' }),
  })
  .meta({ id: 'Replayed' })
