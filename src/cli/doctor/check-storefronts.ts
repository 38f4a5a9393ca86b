import { publicUrl } from '../../../config/addresses.ts'
import { type Settings, settingsOf } from '../../../config/settings.ts'
import { storeConnections } from '../../../config/store-connections.ts'
import type { Db } from '../../db/db.ts'
import { latestOrders } from '../../db/orders/order-search.ts'
import { countWaitingWork } from '../../db/orders/orders-of-outages.ts'
import type { InstalledPlatform } from '../../http/platform-routes.ts'
import type { StoreHealth } from '../../payments/health/store-health.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createIds } from '../../runtime/ids.ts'
import { connectTo } from '../../runtime/net/connect-to.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import { failureText } from '../../runtime/net/signed-post.ts'
import { within } from '../../runtime/queue/within.ts'
import { sealerOf } from './check-stores.ts'
import { type Finding, failedCheck, ok, warning } from './finding.ts'

interface Deps {
  db: Db
  settings: Settings
  platforms: readonly InstalledPlatform[]
  now: Date
}

const ANSWERS_WITHIN_MS = 10_000

/** Also counts work queued for unreachable storefronts. */
export const checkStorefronts = (
  health: readonly StoreHealth[],
  deps: Deps,
): Promise<Finding[]> => {
  const connections = storeConnections(deps.settings)
  return Promise.all(health.map((one) => checkStorefront(one, { ...deps, connections })))
}

const checkStorefront = async (
  { store, storefront: { state, circuit } }: StoreHealth,
  deps: Deps & { connections: Connections },
): Promise<Finding> => {
  const check = `storefront of ${store.id}`
  const details = { store_id: store.id, state }
  if (state === 'closed') {
    const refusal = await probeStorefront(store, deps)
    if (refusal === undefined) return ok({ check, text: 'The storefront is reachable.', details })
    if (refusal === NOT_CHECKED) return ok({ check, text: NOT_CHECKED, details })
    const text = `The storefront is unreachable: ${refusal}.`
    return failedCheck({ check, text, cure: CHECK_SHOP, details })
  }
  const waiting = await countWaitingWork(deps.db.query, {
    needs: 'shop',
    storeIds: [store.id],
    failingSince: circuit?.failing_since,
    now: deps.now,
  })
  const since = circuit?.failing_since.toISOString() ?? 'a moment ago'
  const finding = {
    check,
    text: `The storefront has failed since ${since} (${circuit?.last_error ?? 'no answer'}). Waiting: ${waiting.orders} orders, ${waiting.tasks} tasks.`,
    cure: `${CHECK_SHOP} Then retry: "puente tasks try --store ${store.id}".`,
    details: { ...details, orders_waiting: waiting.orders, tasks_waiting: waiting.tasks },
  }
  return state === 'failing' ? warning(finding) : failedCheck(finding)
}

const CHECK_SHOP = 'Check the shop, its certificate and the firewall.'
const NOT_CHECKED = 'Nothing to check yet.'

/** Returns `undefined` if the storefront answers. */
const probeStorefront = async (
  store: StoreHealth['store'],
  { db, settings, platforms, connections }: Deps & { connections: Connections },
): Promise<string | undefined> => {
  try {
    if (store.notify_url !== null) {
      // Connect only: an unsigned request would log an error there.
      const refusal = connections.refusalOf(store.notify_url)
      if (refusal) throw refusal
      await connectTo(store.notify_url, ANSWERS_WITHIN_MS)
      return undefined
    }
    const platform = platforms.find(({ name }) => name === store.platform)
    const newest = { storeId: store.id, status: undefined, limit: 1 }
    const [latest] = await latestOrders(db.query, newest)
    if (!platform || !latest) return NOT_CHECKED
    const opened = platform.open({
      db,
      sealer: sealerOf(settings),
      ids: createIds(systemClock),
      clock: systemClock,
      publicUrl: publicUrl(settings),
      storeConnections: connections,
      settings: settingsOf(settings, platform),
    })
    const { readOrders } = opened.storefrontOf(store)
    if (!readOrders) return NOT_CHECKED
    const read = await within(ANSWERS_WITHIN_MS, () => readOrders([latest.external_id]))
    return read.outcome === 'read' ? undefined : read.detail
  } catch (error) {
    return failureText(error)
  }
}
