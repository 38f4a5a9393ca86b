import type { StoreRow } from '../../../db/db.ts'
import { findStore } from '../../../db/stores/stores.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { freezeStore, unfreezeStore } from '../../../payments/stores/freeze-store.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { type Answer, refuse } from '../route.ts'
import { freezing, storeOfPerson } from './store-schemas.ts'
import { viewOfStore } from './store-views.ts'

const ofStore = {
  method: 'post',
  tag: 'Stores',
  locate: byStore,
  answers: { 200: { description: 'The store', schema: storeOfPerson } },
  problems: { 404: "No such store in the person's organizations" },
} as const

const freeze = defineLocatedRoute({
  ...ofStore,
  path: '/operator/v1/stores/{id}/freeze',
  operationId: 'freezeStore',
  // A person who may refund may stop all refunds; only an owner allows them again.
  scope: 'refund',
  summary: 'Freeze a store: stop all its charges and refunds',
  body: freezing,
  handle: async ({ ctx, store: before, body: { why } }) => {
    const at = { query: ctx.db.query, now: ctx.clock.now() }
    await freezeStore(at, { id: before.id, why })
    return answerStore(ctx, before)
  },
})

const unfreeze = defineLocatedRoute({
  ...ofStore,
  path: '/operator/v1/stores/{id}/unfreeze',
  operationId: 'unfreezeStore',
  scope: 'admin',
  summary: 'Thaw a frozen store: allow its charges and refunds again',
  body: freezing,
  needsFreshSignIn: () => true,
  handle: async ({ ctx, store: before }) => {
    await unfreezeStore({ query: ctx.db.query, now: ctx.clock.now() }, { id: before.id })
    ctx.signals.send(WORK_SIGNAL)
    return answerStore(ctx, before)
  },
})

const answerStore = async (ctx: PaymentsContext, before: StoreRow): Promise<Answer> => {
  const store = await findStore(ctx.db.query, before.id)
  if (!store) return refuse(NOT_FOUND)
  const body = viewOfStore(ctx, store)
  const frozen = ({ frozen_at, frozen_by, frozen_why }: typeof body) => ({
    frozen_at,
    frozen_by,
    frozen_why,
  })
  const change = { before: frozen(viewOfStore(ctx, before)), after: frozen(body) }
  return { status: 200, body, change }
}

export const freezeRoutes = [freeze, unfreeze]
