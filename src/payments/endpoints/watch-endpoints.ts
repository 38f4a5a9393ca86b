import { listOpenAlerts } from '../../db/alerts/alerts.ts'
import type { DbQuery } from '../../db/db.ts'
import { oldestRetriedDeliveries, oldestUndelivered } from '../../db/endpoints/deliveries.ts'
import {
  listNotificationEndpoints,
  type NotificationEndpointRow,
} from '../../db/endpoints/endpoints.ts'
import { type CircuitRow, deleteCircuit, listCircuits } from '../../db/stores/circuits.ts'
import { endpointNeed, isEndpointNeed } from '../../db/tables/tasks.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import {
  disabledFrom,
  isStuck,
  judgeEndpoint,
  TRIES_TO_ALERT,
} from '../notifications/rules/endpoint-outage.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { withEndpoint } from './change-endpoints.ts'
import { aboutEndpoint, disableEndpoint, endMissed } from './disable-endpoint.ts'

/**
 * Opens an alert for each endpoint that fails, or refuses one notification, for long; closes it on
 * recovery, and disables an endpoint that accepted nothing for days.
 */
export const watchEndpoints = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.db
  const circuits = new Map(
    (await listCircuits(query))
      .filter(({ name }) => isEndpointNeed(name))
      .map((circuit) => [circuit.name, circuit]),
  )
  const endpoints = await listNotificationEndpoints(query)
  await deleteOrphans(query, { circuits, endpoints })
  if (endpoints.length === 0) return
  const open = await listOpenAlerts(query, { kinds: ['endpoint_failing'] })
  const ids = endpoints.map(({ id }) => id)
  const retried = await oldestRetriedDeliveries(query, ids, TRIES_TO_ALERT)
  const alerted = new Set(open.map(({ subject }) => subject))
  for (const endpoint of endpoints) {
    const { id } = endpoint
    // A try in flight at the disabling leaves a task that waits for hours.
    if (endpoint.disabled_at) await endMissed(query, endpoint, ctx.clock.now())
    const circuit = circuits.get(endpointNeed(id))
    const oldestRetried = retried.get(id)
    await judgeAndAct(ctx, { endpoint, circuit, oldestRetried, isAlerted: alerted.has(id) })
  }
}

/** A try in flight can write the circuit of an endpoint that was just removed. */
const deleteOrphans = async (
  query: DbQuery,
  {
    circuits,
    endpoints,
  }: { circuits: ReadonlyMap<string, CircuitRow>; endpoints: readonly NotificationEndpointRow[] },
): Promise<void> => {
  const known = new Set<string>(endpoints.map(({ id }) => endpointNeed(id)))
  for (const name of circuits.keys()) if (!known.has(name)) await deleteCircuit(query, name)
}

const judgeAndAct = async (
  ctx: PaymentsContext,
  {
    endpoint,
    circuit,
    oldestRetried,
    isAlerted,
  }: {
    endpoint: NotificationEndpointRow
    circuit: CircuitRow | undefined
    oldestRetried: Date | undefined
    isAlerted: boolean
  },
): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const about = (kind: Parameters<typeof aboutEndpoint>[1]) => aboutEndpoint(endpoint, kind, now)
  const judged = circuit && endpoint.disabled_at === null ? judgeEndpoint(circuit) : 'working'
  if (!circuit || judged === 'working') {
    if (endpoint.disabled_at === null && oldestRetried && isStuck(oldestRetried, now)) {
      if (isAlerted) return
      const since = oldestRetried.toISOString()
      const details = { endpoint: endpoint.id, url: addressWithoutSecrets(endpoint.url), since }
      await openAlert(query, { ...about('endpoint_failing'), details })
      return
    }
    // A few failures after a success keep no alert of an earlier outage open.
    if (isAlerted) await closeAlert(query, about('endpoint_failing'))
    return
  }
  const details = {
    endpoint: endpoint.id,
    url: addressWithoutSecrets(endpoint.url),
    since: circuit.failing_since.toISOString(),
    last_error: circuit.last_error,
  }
  if (judged === 'failing') {
    const until = disabledFrom(circuit).toISOString()
    if (!isAlerted)
      await openAlert(query, { ...about('endpoint_failing'), details: { ...details, until } })
    return
  }
  const oldest = await oldestUndelivered(query, endpoint)
  const { failing_since: failingSince } = circuit
  const since = oldest && oldest < failingSince ? oldest : failingSince
  await withEndpoint(query, endpoint, async (trx, { before }) => {
    if (before.disabled_at === null)
      await disableEndpoint(trx, before, { by: 'failures', since, now })
    await closeAlert(trx, about('endpoint_failing'))
    await openAlert(trx, { ...about('endpoint_disabled'), details })
  })
  await endMissed(query, endpoint, now)
  ctx.log.warn({ store: endpoint.store_id, ...details }, 'endpoint disabled')
}
