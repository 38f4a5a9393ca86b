import { randomBytes } from 'node:crypto'
import type { Settings } from '../../../config/settings.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { DemoData, DemoDataProgress } from '../../http/api/stores/demo-data-port.ts'
import type { OpenedPuente } from '../../open-context.ts'
import { MAIN_ORGANIZATION } from '../../people/members/invite.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { openRemoteApi } from '../context/remote-api.ts'
import { connectDemoStore, DEMO_STORE } from '../servers/demo-store.ts'
import { sandboxControl } from '../trigger/sandbox-control.ts'
import { makeDemoFavourites } from './demo-favourites.ts'
import { LOST_EVENT_ORDER } from './demo-plan.ts'
import { DEMO_ORDERS_PLANNED, fillDemoStore } from './fill-demo-store.ts'
import type { Stage } from './stage.ts'

const OFFERED: DemoDataProgress = {
  state: 'offered',
  orders: 0,
  orders_planned: DEMO_ORDERS_PLANNED,
  began_empty: false,
  reason: null,
}
const DONE: DemoDataProgress = { ...OFFERED, state: 'done', orders: DEMO_ORDERS_PLANNED }

/** Fills the demo store for the dashboard. A run ends with the process; the next one continues. */
export const demoData = (
  opened: OpenedPuente,
  given: { settings: Settings; url: string; sandboxUrl: string },
): DemoData => {
  const { log, db } = opened.ctx
  let progress = OFFERED
  const fill = async (): Promise<void> => {
    const stage = await openStage(opened, given)
    await makeDemoFavourites(opened.ctx, DEMO_STORE)
    await fillDemoStore(stage, {
      onOrder: () => {
        progress = { ...progress, orders: progress.orders + 1 }
      },
    })
  }
  return {
    organizationId: MAIN_ORGANIZATION,
    progress: async () => {
      if (progress.state !== 'offered') return progress
      // An earlier run created this order last.
      const last = await findOrderOfStore(db.query, DEMO_STORE, LOST_EVENT_ORDER.order.id)
      return last ? DONE : progress
    },
    begin: async () => {
      if (progress.state === 'running') return
      progress = { ...OFFERED, state: 'running' }
      const order = await db.query.selectFrom('orders').select('id').limit(1).executeTakeFirst()
      progress = { ...progress, began_empty: order === undefined }
      fill().then(
        () => {
          progress = DONE
        },
        (error) => {
          progress = { ...progress, state: 'failed', reason: errorMessage(error) }
          log.warn({ err: error }, 'the demo data were not made')
        },
      )
    },
  }
}

/** Connects the demo store, if no demo shop did. */
const openStage = async (
  opened: OpenedPuente,
  { settings, url, sandboxUrl }: Parameters<typeof demoData>[1],
): Promise<Stage> => {
  const sandbox = sandboxControl(sandboxUrl)
  await sandbox.probe()
  if (!(await findStore(opened.ctx.db.query, DEMO_STORE))) {
    const notifySecret = `whsec_${randomBytes(24).toString('base64')}`
    await connectDemoStore(opened, { settings, notifyUrl: null, notifySecret })
  }
  const webhookUrl = `${url}/webhooks/gateway/${DEMO_STORE}`
  await sandbox.deliverTo(webhookUrl, settings.SANDBOX_WEBHOOK_SECRET)
  const api = openRemoteApi({ url, apiKey: settings.DEMO_API_KEY })
  return {
    ...{ storeId: DEMO_STORE, api, sandbox },
    publishableKey: settings.SANDBOX_PUBLISHABLE_KEY,
  }
}
