import { z } from 'zod'
import { pageOfStores } from '../../../db/stores/stores-of-organizations.ts'
import { RUN_STATES } from '../../../db/tables/reconciliation.ts'
import { CIRCUIT_STATES } from '../../../payments/circuits/rules/circuit.ts'
import { STORE_CONCERNS } from '../../../payments/health/rules/judge-store.ts'
import {
  type Availability,
  loadStoreHealth,
  type StoreHealth,
} from '../../../payments/health/store-health.ts'
import { idsField, storeIdField } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import type { OperatorRoute } from '../route.ts'

const instant = z.iso.datetime().nullable()

const availabilityView = z.object({
  state: z.enum(CIRCUIT_STATES),
  since: instant.meta({ description: 'Start of the failure; `null` without one.' }),
  last_error: z.string().nullable(),
})

const storeHealth = z
  .object({
    store_id: storeIdField,
    concerns: z.array(z.enum(STORE_CONCERNS)).meta({
      description:
        'Reasons why the store needs attention, most urgent first; empty if there are none. The dashboard, `puente doctor` and `/health` use the same rule.',
    }),
    gateway_account: availabilityView,
    storefront: availabilityView,
    webhooks_in: z.object({
      verdict: z.enum(['arriving', 'refused', 'failing', 'not_known']).meta({
        description:
          "Verdict on the gateway's deliveries, as in the self-test. `refused`: Puente refuses deliveries that may not come from the gateway.",
      }),
      accepted_at: instant.meta({ description: 'Time of the last accepted delivery.' }),
      refused_at: instant.meta({
        description: 'Time of the last delivery with a wrong signature.',
      }),
      refused_because: z.string().nullable(),
    }),
    queue: z.object({
      event_waits_since: instant.meta({
        description: 'Arrival of the oldest unapplied event; `null` without one.',
      }),
      task_due_since: instant.meta({
        description: 'Due time of the oldest due task; `null` without one.',
      }),
      dead_tasks: z.int().meta({ description: 'Number of dead tasks.' }),
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

const listHealth = defineList({
  path: '/operator/v1/health',
  operationId: 'listHealth',
  tag: 'Health',
  summary: 'List the health of stores',
  list: 'stores',
  filters: { ids: idsField },
  row: storeHealth,
  id: 'HealthOfStores',
  description: 'A page of stores, by id',
  read: async (input, scope) => {
    const { ctx, query } = input
    const { before: after, limit } = scope
    const storeIds = scope.storeIds.filter((id) => query.ids?.includes(id) ?? true)
    const { rows, next } = await pageOfStores(ctx.db.query, { storeIds, after, limit })
    const now = ctx.clock.now()
    const health = await loadStoreHealth(ctx.db.query, { stores: rows, now })
    const data = health.map(viewOfHealth)
    return { data, next }
  },
})

const viewOfHealth = ({
  store,
  gateway,
  storefront,
  deliveries,
  found,
  concerns,
}: StoreHealth): z.input<typeof storeHealth> => ({
  store_id: store.id,
  concerns,
  gateway_account: viewOfAvailability(gateway),
  storefront: viewOfAvailability(storefront),
  webhooks_in: {
    verdict: deliveries.verdict,
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
})

const viewOfAvailability = ({
  state,
  circuit,
}: Availability): z.input<typeof availabilityView> => ({
  state,
  since: circuit?.failing_since.toISOString() ?? null,
  last_error: circuit?.last_error ?? null,
})

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const healthRoutes: readonly OperatorRoute[] = [listHealth]
