import { listOpenAlerts } from '../../db/alerts/alerts.ts'
import {
  listNotificationEndpoints,
  type NotificationEndpointRow,
} from '../../db/endpoints/endpoints.ts'
import { type CircuitRow, listCircuits } from '../../db/stores/circuits.ts'
import { endpointNeed, isEndpointNeed } from '../../db/tables/tasks.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { addressWithoutSecrets } from '../stores/secret-hints.ts'
import { withEndpoint } from './change-endpoints.ts'
import { aboutEndpoint, disableEndpoint, endMissed } from './disable-endpoint.ts'
import { disabledFrom, judgeEndpoint } from './rules/endpoint-outage.ts'

/**
 * Opens an alert for each endpoint that fails for long, closes it on recovery, and disables an
 * endpoint that accepted nothing for days.
 */
export const watchEndpoints = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.db
  const circuits = new Map(
    (await listCircuits(query))
      .filter(({ name }) => isEndpointNeed(name))
      .map((circuit) => [circuit.name, circuit]),
  )
  const open = await listOpenAlerts(query, { kinds: ['endpoint_failing'] })
  if (circuits.size === 0 && open.length === 0) return
  const alerted = new Set(open.map(({ subject }) => subject))
  for (const endpoint of await listNotificationEndpoints(query)) {
    const circuit = circuits.get(endpointNeed(endpoint.id))
    await judgeAndAct(ctx, { endpoint, circuit, isAlerted: alerted.has(endpoint.id) })
  }
}

const judgeAndAct = async (
  ctx: PaymentsContext,
  {
    endpoint,
    circuit,
    isAlerted,
  }: { endpoint: NotificationEndpointRow; circuit: CircuitRow | undefined; isAlerted: boolean },
): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const about = (kind: Parameters<typeof aboutEndpoint>[1]) => aboutEndpoint(endpoint, kind, now)
  const judged = circuit && endpoint.disabled_at === null ? judgeEndpoint(circuit) : 'working'
  if (!circuit || judged === 'working') {
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
  await withEndpoint(query, endpoint, async (trx, { before }) => {
    if (before.disabled_at === null)
      await disableEndpoint(trx, before, { by: 'failures', since: circuit.failing_since, now })
    await closeAlert(trx, about('endpoint_failing'))
    await openAlert(trx, { ...about('endpoint_disabled'), details })
  })
  await endMissed(query, endpoint, now)
  ctx.log.warn({ store: endpoint.store_id, ...details }, 'endpoint disabled')
}
