import { listOpenAlerts } from '../../db/alerts/alerts.ts'
import {
  type CircuitRow,
  circuitName,
  listCircuits,
  markCircuits,
} from '../../db/stores/circuits.ts'
import { listStores } from '../../db/stores/stores.ts'
import type { AlertKind } from '../../db/tables/alerts.ts'
import { ordersHeldSince } from '../../db/tasks/held-tasks.ts'
import { aboutStore, closeAlert, openAlert } from '../alerts/alerts.ts'
import { holdsUpOrders, isOutageAlertDue, shouldPause } from '../circuits/rules/outage-alerts.ts'
import type { PaymentsContext } from '../ports/context.ts'

const KINDS = ['shop_unreachable', 'shop_paused', 'gateway_unreachable'] as const

/**
 * Opens alerts for unreachable shops and gateway accounts, closes them on recovery. Pauses a shop
 * after days, until an operator resumes it.
 */
export const watchAvailability = async (ctx: PaymentsContext): Promise<void> => {
  const { query } = ctx.db
  const now = ctx.clock.now()
  const circuits = new Map((await listCircuits(query)).map((circuit) => [circuit.name, circuit]))
  const listed = await listOpenAlerts(query, { kinds: KINDS })
  if (circuits.size === 0 && listed.length === 0) return

  const stores = await listStores(query)
  const failingShops = stores.filter((store) => circuits.has(circuitName('shop', store)))
  const heldSince = await ordersHeldSince(
    query,
    failingShops.map(({ id }) => id),
  )
  for (const store of stores) {
    const open = new Set(
      listed.flatMap(({ store_id, kind }) => (store_id === store.id ? kind : [])),
    )
    const due = new Map<AlertKind, object>()
    const shop = circuits.get(circuitName('shop', store))
    if (shop && shouldPause(shop)) {
      await markCircuits(query, [shop.name], { paused_at: now })
      ctx.log.warn({ store: store.id, last_error: shop.last_error }, 'shop paused')
    }
    const isPaused = shop && (shop.paused_at !== null || shouldPause(shop))
    if (isPaused) due.set('shop_paused', detailsOf(shop))
    else if (
      shop &&
      (open.has('shop_unreachable') ||
        isOutageAlertDue(shop, 'shop') ||
        holdsUpOrders(shop, { waitingSince: heldSince.get(store.id), now }))
    ) {
      due.set('shop_unreachable', detailsOf(shop))
    }
    const gateway = circuits.get(circuitName('gateway', store))
    if (gateway && isOutageAlertDue(gateway, 'gateway'))
      due.set('gateway_unreachable', detailsOf(gateway))

    for (const kind of KINDS) {
      const details = due.get(kind)
      if (details && !open.has(kind))
        await openAlert(query, { ...aboutStore(store, kind, now), details })
      if (!details && open.has(kind)) await closeAlert(query, aboutStore(store, kind, now))
    }
  }
}

const detailsOf = ({ failing_since, last_error }: CircuitRow) => ({
  since: failing_since.toISOString(),
  last_error,
})
