import { z } from 'zod'
import { countReplayableTasks } from '../../../db/events/replays.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { replayTasks } from '../../../payments/ports/replay-tasks.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { listFields, storeIdField } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { defineMerchantRoute, defineOperatorRoute, type MerchantRoute } from '../route.ts'

const times = {
  died_after: instant.optional().describe('Given up after this time.'),
  died_before: instant.optional().describe('Given up before this time.'),
}

interface ReplayedTasks {
  kind?: string | undefined
  died_after?: Date | undefined
  died_before?: Date | undefined
}

const filterOf = ({ kind, died_after, died_before }: ReplayedTasks) => ({
  kind,
  diedAfter: died_after,
  diedBefore: died_before,
})

const hasFilter = ({ kind, died_after, died_before }: ReplayedTasks): boolean =>
  Boolean(kind ?? died_after ?? died_before)

const replayAnswer = z
  .object({
    replayed: z.int().meta({ description: 'Number of tasks replayed.' }),
    more: z.boolean().meta({
      description: 'Whether more tasks match. Repeat the request to replay them.',
    }),
  })
  .meta({ id: 'Replayed' })

const replayFilter = z
  .strictObject({
    store_id: listFields.store_id,
    kind: plainText(100).optional(),
    ...times,
    dry: z.boolean().default(true).meta({
      description: 'Counts the matching tasks without replaying them. `false` replays them.',
    }),
  })
  .refine((filter) => filter.store_id !== undefined || hasFilter(filter), {
    path: ['kind'],
    error: 'Name a store, a kind or a time range',
  })
  .meta({ id: 'ReplayFilter', example: { kind: 'ask-gateway', dry: true } })

const replayReport = replayAnswer
  .extend({
    dry: z.boolean(),
    tasks: z.array(
      z.object({
        store_id: storeIdField,
        kind: z.string(),
        count: z.int(),
        oldest: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'ReplayReport' })

const replayByFilter = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/tasks/replay',
  operationId: 'replayTasks',
  tag: 'Tasks',
  scope: 'checkout',
  summary: 'Replay the dead tasks that match a filter, or count them',
  body: replayFilter,
  isUnaudited: ({ dry }) => dry,
  answers: { 200: { description: 'The matching tasks', schema: replayReport } },
  problems: {
    404: "No such store in the person's organizations",
    422: 'There is no filter, or it is not valid',
  },
  handle: async (input) => {
    const { ctx, body } = input
    const scope = await scopeOfList(input, 'tasks', { store_id: body.store_id, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const filter = filterOf(body)
    const { query } = ctx.db
    const counts = await countReplayableTasks(query, { storeIds: scope.storeIds, ...filter })
    const tasks = counts.map(({ oldest, ...count }) => ({ ...count, oldest: oldest.toISOString() }))
    let replayed = 0
    let more = false
    const withDead = body.dry ? [] : new Set(counts.map(({ store_id: id }) => id))
    for (const storeId of withDead) {
      const done = await replayTasks({ query, now: ctx.clock.now(), storeId }, filter)
      replayed += done.replayed
      more ||= done.more
    }
    if (replayed > 0) ctx.signals.send(WORK_SIGNAL)
    return { status: 200, body: { dry: body.dry, tasks, replayed, more } }
  },
})

export const replayTasksOfStore = (kinds: readonly string[]): MerchantRoute =>
  defineMerchantRoute({
    method: 'post',
    path: '/v1/tasks/replay',
    scope: 'admin',
    operationId: 'replayTasks',
    tag: 'Tasks',
    summary: 'Replay the dead tasks that match a filter',
    body: z
      .strictObject({ kind: z.enum(kinds).optional(), ...times })
      .refine(hasFilter, {
        path: ['kind'],
        error: 'Name a kind or a time range',
      })
      .meta({ id: 'ReplayRequest', example: { kind: 'ask-gateway' } }),
    answers: { 200: { description: 'The number of tasks replayed', schema: replayAnswer } },
    problems: { 422: 'A filter is not valid' },
    handle: async ({ ctx, store, body }) => {
      const replaying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
      const outcome = await replayTasks(replaying, filterOf(body))
      ctx.signals.send(WORK_SIGNAL)
      return { status: 200, body: outcome satisfies z.input<typeof replayAnswer> }
    },
    acrossStores: replayByFilter,
  })
