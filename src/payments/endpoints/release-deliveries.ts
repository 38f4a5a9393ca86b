import type { DbQuery } from '../../db/db.ts'
import { changeCircuit } from '../../db/stores/circuits.ts'
import { endpointNeed } from '../../db/tables/tasks.ts'
import { releaseHeldTasks } from '../../db/tasks/held-tasks.ts'
import type { EndpointId } from '../../domain/ids.ts'
import { circuitAfterProbe, circuitAfterTest } from '../circuits/rules/circuit.ts'

/** Makes due what waits for an endpoint, refused notifications included. Returns their number. */
export const releaseDeliveries = (query: DbQuery, id: EndpointId, now: Date): Promise<number> => {
  const needs = endpointNeed(id)
  return releaseHeldTasks(query, { needs, circuit: needs }, { now, withRefused: true })
}

/**
 * An endpoint accepted a test: what waits need not wait any longer. Its circuit stops holding tasks
 * back, and closes if none waits.
 */
export const releaseAfterTest = async (
  query: DbQuery,
  id: EndpointId,
  now: Date,
): Promise<void> => {
  const released = await releaseDeliveries(query, id, now)
  await changeCircuit(
    query,
    endpointNeed(id),
    (known) =>
      known && (released > 0 ? circuitAfterTest(known, now) : circuitAfterProbe(known, now)),
  )
}
