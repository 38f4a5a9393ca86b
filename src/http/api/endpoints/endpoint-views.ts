import type { z } from 'zod'
import {
  openEndpointSecret,
  openReplacedEndpointSecrets,
} from '../../../db/endpoints/endpoint-secrets.ts'
import type { NotificationEndpointRow } from '../../../db/endpoints/endpoints.ts'
import { listCircuits } from '../../../db/stores/circuits.ts'
import { endpointNeed } from '../../../db/tables/tasks.ts'
import type { StoreDeps } from '../../../payments/ports/store-connecting.ts'
import { secretHint } from '../../../payments/stores/secret-hints.ts'
import { orUndefined } from '../../../runtime/failure.ts'
import { addressWithoutSecrets } from '../../../runtime/net/address-without-secrets.ts'
import type { endpointView } from './endpoint-schemas.ts'

type ViewDeps = Pick<StoreDeps, 'query' | 'sealer' | 'now'>

export const viewsOfEndpoints = async (
  { query, sealer, now }: ViewDeps,
  endpoints: readonly NotificationEndpointRow[],
): Promise<z.input<typeof endpointView>[]> => {
  const names = endpoints.map(({ id }) => endpointNeed(id))
  const circuits = names.length > 0 ? await listCircuits(query, names) : []
  return endpoints.map((endpoint) => {
    const { id, disabled_at: disabledAt } = endpoint
    const circuit = circuits.find(({ name }) => name === endpointNeed(id))
    const failing = disabledAt === null ? circuit : undefined
    return {
      id,
      url: addressWithoutSecrets(endpoint.url),
      description: endpoint.description,
      events: endpoint.events,
      ...hintsOf(sealer, endpoint, now),
      state: disabledAt ? 'disabled' : failing ? 'failing' : 'enabled',
      failing_since: failing?.failing_since.toISOString() ?? null,
      last_error: failing?.last_error ?? null,
      disabled_at: disabledAt?.toISOString() ?? null,
      disabled_by: endpoint.disabled_by,
      missed_since: endpoint.missed_since?.toISOString() ?? null,
      created_at: endpoint.created_at.toISOString(),
    }
  })
}

export const viewOfEndpoint = async (
  deps: ViewDeps,
  endpoint: NotificationEndpointRow,
): Promise<z.input<typeof endpointView> | undefined> =>
  (await viewsOfEndpoints(deps, [endpoint]))[0]

const hintsOf = (sealer: StoreDeps['sealer'], endpoint: NotificationEndpointRow, now: Date) => {
  const hint = orUndefined(() => secretHint(openEndpointSecret(sealer, endpoint)))
  const replaced = orUndefined(() => openReplacedEndpointSecrets(sealer, endpoint, now)) ?? []
  const ends = replaced.map(({ until }) => until.getTime())
  return {
    secret_hint: hint ?? null,
    previous_until: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
  }
}
