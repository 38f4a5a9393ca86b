import { type AlertFilter, alertsOfStores } from '../../db/alerts/alerts-of-stores.ts'
import type { AlertRow, DbQuery } from '../../db/db.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { idsOfAllStores, listStores } from '../../db/stores/stores.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { alertName } from '../../domain/public-ids.ts'
import { type PlatformAdapter, platformNamed } from '../../payments/ports/platform.ts'
import { affectedOrders } from '../../texts/alerts/affected-orders.ts'
import { alertText } from '../../texts/alerts/alert-text.ts'
import { withOrders } from '../../texts/alerts/extent.ts'
import { factsOfAlert } from '../../texts/alerts/facts.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { compactAge, printReportJson } from '../terminal/print.ts'
import { storeOfOption } from '../terminal/store-named.ts'
import { printTable, stdoutOutlet } from '../terminal/table.ts'

export interface ListAlertsOptions {
  store?: string
  state: AlertFilter['state']
  kind?: AlertKind
  limit: number
  json: boolean
}

export const listAlertsCommand = async (
  program: CommandProgram,
  { store, state, kind, limit, json }: ListAlertsOptions,
): Promise<void> => {
  const { query } = await openCommandDb(program, 'alerts')
  const storeId = (await storeOfOption(query, store))?.id
  const { rows } = await alertsOfStores(query, {
    storeIds: storeId === undefined ? await idsOfAllStores(query) : [storeId],
    state,
    kind,
    before: undefined,
    limit,
    isExhaustive: true,
  })
  const views = await viewsOf(query, { rows, platforms: program.platforms })
  if (json) printReportJson({ data: views })
  else {
    const now = await nowOfInstallation(query)
    const { isTTY } = stdoutOutlet()
    printTable(
      COLUMNS,
      views.map((view) => lineOf(view, { now, isTTY })),
      { none: 'No alerts.' },
    )
  }
}

const COLUMNS = [
  'ALERT',
  'AGE',
  { header: 'STORE', yields: 'cut' },
  { header: 'ORDER', yields: 'cut' },
  { header: 'AMOUNT', yields: 'extra' },
  { header: 'KIND', yields: 'extra' },
  { header: 'WHAT', yields: 'cut', least: 40 },
  { header: 'CUSTOMER', yields: 'extra' },
] as const

type AlertShown = Awaited<ReturnType<typeof viewsOf>>[number]

/** A terminal marks a closed alert in its age, which no width leaves out. */
const lineOf = (alert: AlertShown, { now, isTTY }: { now: Date; isTTY: boolean }): string[] => [
  alert.id,
  isTTY && alert.closed_at !== null
    ? 'closed'
    : compactAge(now.getTime() - Date.parse(alert.opened_at)),
  alert.store_id,
  alert.order_id ?? '-',
  alert.amount === null ? '-' : `${alert.amount} ${alert.currency ?? ''}`.trim(),
  isTTY || alert.closed_at === null ? alert.kind : `${alert.kind} (closed)`,
  alert.what,
  alert.customer ?? '-',
]

const viewsOf = async (
  query: DbQuery,
  { rows, platforms }: { rows: readonly AlertRow[]; platforms: readonly PlatformAdapter[] },
) => {
  const platformOfStore = new Map(
    (await listStores(query)).map(({ id, platform }) => [id, platformNamed(platforms, platform)]),
  )
  const alerts = await withOrders(query, rows)
  return alerts.map(({ alert: row, db }) => {
    const platform = platformOfStore.get(row.store_id)
    const [affected] = affectedOrders([{ alert: row, db }], 1).first
    const { amount = null, currency = null } = affected?.money[0] ?? factsOfAlert(row, db, platform)
    return {
      id: alertName(row.id),
      store_id: row.store_id,
      order_id: db.order?.external_id ?? null,
      customer: db.order?.customer.name ?? db.order?.customer.email ?? null,
      kind: row.kind,
      ...alertText(row, { db, locale: 'en', platform }),
      amount,
      currency: amount === null ? null : currency,
      details: row.details,
      opened_at: row.opened_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
    }
  })
}
