import { z } from 'zod'
import { type CircuitRow, circuitName, listCircuits } from '../../db/circuits.ts'
import type { StoreRow } from '../../db/db.ts'
import { healthOfStores } from '../../db/operator/store-health.ts'
import { pageOfStores } from '../../db/operator/stores.ts'
import { RUN_STATES } from '../../db/tables/reconciliation.ts'
import { CIRCUIT_STATES, stateOfCircuit } from '../../payments/circuits/rules/circuit-state.ts'
import { answerPage, scopeOfList } from './lists.ts'
import { defineRoute, type Route } from './route.ts'
import { idsField, listFields, listOf, storeIdField } from './schemas.ts'

const instant = z.iso.datetime().nullable()

const reachView = z.object({
  state: z.enum(CIRCUIT_STATES),
  since: instant.meta({ description: 'Since when it fails; `null`: it does not.' }),
  last_error: z.string().nullable(),
})

const storeHealth = z
  .object({
    store_id: storeIdField,
    gateway_account: reachView,
    storefront: reachView,
    webhooks_in: z.object({
      accepted_at: instant.meta({ description: 'The last delivery that was accepted.' }),
      refused_at: instant.meta({ description: 'The last one with a wrong signature.' }),
      refused_because: z.string().nullable(),
    }),
    queue: z.object({
      event_waits_since: instant.meta({ description: 'The first event that nobody has applied.' }),
      task_due_since: instant.meta({ description: 'The first task that is due.' }),
      dead_tasks: z.int(),
    }),
    open_alerts: z.int(),
    last_reconciliation: z
      .object({
        id: z.string(),
        state: z.enum(RUN_STATES),
        started_at: z.iso.datetime(),
        ended_at: instant,
      })
      .nullable(),
  })
  .meta({ id: 'StoreHealth' })

const listHealth = defineRoute({
  method: 'get',
  path: '/operator/v1/health',
  operationId: 'listHealth',
  tag: 'Health',
  scope: 'read',
  summary: 'How the stores of the person are doing, and since when',
  query: z.strictObject({ ...listFields, ids: idsField }),
  answers: {
    200: {
      description: 'A page of stores, by their ids',
      schema: listOf(storeHealth, 'HealthOfStores'),
    },
  },
  problems: { 404: 'The person has no such store', 422: 'The cursor is not valid' },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'stores', query)
    if ('refused' in scope) return scope.refused
    const { before: after, limit } = scope
    const storeIds = scope.storeIds.filter((id) => query.ids?.includes(id) ?? true)
    const { rows, next } = await pageOfStores(ctx.db.query, { storeIds, after, limit })
    const now = ctx.clock.now()
    const ids = rows.map(({ id }) => id)
    const health = await healthOfStores(ctx.db.query, { storeIds: ids, now })
    const circuits = new Map(
      (await listCircuits(ctx.db.query)).map((circuit) => [circuit.name, circuit]),
    )
    const data = rows.flatMap((store): z.input<typeof storeHealth>[] => {
      const found = health.get(store.id)
      if (!found) return []
      const reached = (needs: 'gateway' | 'shop') =>
        viewOfReach(circuits.get(circuitName(needs, store satisfies StoreRow)), now)
      const iso = (at: Date | null) => at?.toISOString() ?? null
      return [
        {
          store_id: store.id,
          gateway_account: reached('gateway'),
          storefront: reached('shop'),
          webhooks_in: {
            accepted_at: iso(found.webhook_at),
            refused_at: iso(found.refused_at),
            refused_because: found.refused_because,
          },
          queue: {
            event_waits_since: iso(found.event_waits_since),
            task_due_since: iso(found.task_due_since),
            dead_tasks: found.dead_tasks,
          },
          open_alerts: found.open_alerts,
          last_reconciliation:
            found.run_id && found.run_state && found.run_started_at
              ? {
                  id: found.run_id,
                  state: found.run_state,
                  started_at: found.run_started_at.toISOString(),
                  ended_at: iso(found.run_ended_at),
                }
              : null,
        },
      ]
    })
    return answerPage('stores', { data, next })
  },
})

const viewOfReach = (circuit: CircuitRow | undefined, now: Date): z.input<typeof reachView> => ({
  state: stateOfCircuit(circuit, now),
  since: circuit?.failing_since.toISOString() ?? null,
  last_error: circuit?.last_error ?? null,
})

export const healthRoutes: readonly Route[] = [listHealth]
