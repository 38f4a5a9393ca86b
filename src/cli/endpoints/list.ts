import { endpointsOfStore } from '../../db/endpoints/endpoints.ts'
import { viewsOfEndpoints } from '../../http/api/endpoints/endpoint-views.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import type { StoreCommandContext } from '../stores/workplace.ts'
import { printReportJson } from '../terminal/print.ts'
import { storeNamed } from '../terminal/store-named.ts'
import { printTable } from '../terminal/table.ts'

/** Shows at most the first and last characters of a secret. */
export const printEndpoints = async (
  { connecting }: StoreCommandContext,
  { id, json }: { id: string; json: boolean },
): Promise<void> => {
  const store = await storeNamed(connecting.query, id)
  const endpoints = await endpointsOfStore(connecting.query, store.id)
  const views = await viewsOfEndpoints(connecting, endpoints)
  const ownUrl = store.notify_url && addressWithoutSecrets(store.notify_url)
  if (json) return printReportJson({ notify_url: ownUrl, data: views })
  const own = ownUrl ? [['notify-url', ownUrl, 'all', '-', 'enabled', '-']] : []
  const rows = views.map((view) => [
    view.id,
    view.url,
    view.events?.join(',') ?? 'all',
    view.secret_hint ?? '-',
    view.failing_since ? `failing since ${view.failing_since}` : view.state,
    view.missed_since ?? '-',
  ])
  printTable(COLUMNS, [...own, ...rows], { none: 'No endpoints.' })
}

const COLUMNS = [
  'ENDPOINT',
  { header: 'ADDRESS', yields: 'cut' },
  { header: 'EVENTS', yields: 'cut' },
  { header: 'SECRET', yields: 'extra' },
  'STATE',
  { header: 'MISSED SINCE', yields: 'extra' },
] as const
