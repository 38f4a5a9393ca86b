import type { DbQuery, StoreRow } from '../../db/db.ts'
import { type CircuitRow, circuitName, listCircuits } from '../../db/stores/circuits.ts'
import { healthOfStores, type StoreHealthRow } from '../../db/stores/store-health.ts'
import type { StoreId } from '../../domain/ids.ts'
import { type CircuitState, stateOfCircuit } from '../circuits/rules/circuit.ts'
import { failedForMs } from '../circuits/rules/outage-alerts.ts'
import {
  type DeliveryFacts,
  type DeliveryVerdict,
  judgeDeliveries,
} from '../inbound/rules/webhook-health.ts'
import { deliveryFacts } from './delivery-facts.ts'
import { judgeStore, type StoreConcern } from './rules/judge-store.ts'

export interface Availability {
  state: CircuitState
  /** `undefined`: no failure since the last success. */
  circuit: CircuitRow | undefined
}

export interface StoreHealth {
  store: StoreRow
  gateway: Availability
  storefront: Availability
  deliveries: DeliveryVerdict
  deliveryFacts: DeliveryFacts
  found: StoreHealthRow
  /** Empty if the store works. */
  concerns: StoreConcern[]
}

export const loadStoreHealth = async (
  query: DbQuery,
  { stores, now }: { stores: readonly StoreRow[]; now: Date },
): Promise<StoreHealth[]> => {
  const storeIds: StoreId[] = stores.map(({ id }) => id)
  const [found, factsOf, rows] = await Promise.all([
    healthOfStores(query, { storeIds, now }),
    deliveryFacts(query, { now, storeIds }),
    listCircuits(query),
  ])
  const circuits = new Map(rows.map((circuit) => [circuit.name, circuit]))
  return stores.flatMap((store): StoreHealth[] => {
    const counted = found.get(store.id)
    if (!counted) return []
    const availabilityOf = (needs: 'gateway' | 'shop'): Availability => {
      const circuit = circuits.get(circuitName(needs, store))
      return { state: stateOfCircuit(circuit, now), circuit }
    }
    const facts = factsOf(store.id)
    const deliveries = judgeDeliveries(facts, now)
    const [gateway, storefront] = [availabilityOf('gateway'), availabilityOf('shop')]
    const concerns = judgeStore(
      {
        isDisabled: store.disabled_at !== null,
        gateway: {
          state: gateway.state,
          failedForMs: gateway.circuit ? failedForMs(gateway.circuit) : 0,
        },
        storefront: storefront.state,
        deliveries: deliveries.verdict,
        eventWaitsSince: counted.event_waits_since,
        taskDueSince: counted.task_due_since,
        deadTasks: counted.dead_tasks,
        openAlerts: counted.open_alerts,
        hasRunFailed: counted.run_state === 'failed',
      },
      now,
    )
    return [
      { store, gateway, storefront, deliveries, deliveryFacts: facts, found: counted, concerns },
    ]
  })
}
