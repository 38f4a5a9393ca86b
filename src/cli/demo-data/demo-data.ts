import { randomBytes } from 'node:crypto'
import type { Settings } from '../../../config/settings.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { DemoData, DemoDataProgress } from '../../http/api/stores/demo-data-port.ts'
import { MAIN_ORGANIZATION } from '../../people/members/invite.ts'
import type { OpenedPuente } from '../../puente.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { openRemoteApi } from '../context/remote-api.ts'
import { connectDemoStore, DEMO_STORE } from '../servers/demo-store.ts'
import { sandboxControl } from '../trigger/sandbox-control.ts'
import { stepsOf } from '../trigger/steps.ts'
import { demoOrders } from './demo-orders.ts'

const AT_ONCE = 4

/**
 * Fills the demo store with orders, through the merchant API and the sandbox. A run ends with the
 * process.
 */
export const demoData = (
  opened: OpenedPuente,
  given: { settings: Settings; url: string; sandboxUrl: string },
): DemoData => {
  const { log } = opened.ctx
  const [first, afterwards] = demoOrders(randomBytes(3).toString('hex'))
  const planned = { orders: 0, orders_planned: first.length + afterwards.length, reason: null }
  let progress: DemoDataProgress = { state: 'offered', ...planned }
  const fill = async (): Promise<void> => {
    const play = await openStage(opened, given)
    for (const part of [first, afterwards]) {
      await eachOf(part, async (order) => {
        await play(order)
        progress = { ...progress, orders: progress.orders + 1 }
      })
    }
  }
  return {
    organizationId: MAIN_ORGANIZATION,
    progress: () => progress,
    begin: () => {
      if (progress.state === 'running') return
      progress = { state: 'running', ...planned }
      fill().then(
        () => {
          progress = { ...progress, state: 'done' }
        },
        (error) => {
          progress = { ...progress, state: 'failed', reason: errorMessage(error) }
          log.warn({ err: error }, 'the demo data were not made')
        },
      )
    },
  }
}

/** Connects the demo store; returns a function that plays one order. */
const openStage = async (
  opened: OpenedPuente,
  { settings, url, sandboxUrl }: Parameters<typeof demoData>[1],
) => {
  const sandbox = sandboxControl(sandboxUrl)
  await sandbox.probe()
  if (!(await findStore(opened.ctx.db.query, DEMO_STORE))) {
    const notifySecret = `whsec_${randomBytes(24).toString('base64')}`
    await connectDemoStore(opened, { settings, notifyUrl: null, notifySecret })
  }
  const webhookUrl = `${url}/webhooks/gateway/${DEMO_STORE}`
  await sandbox.deliverTo(webhookUrl, settings.SANDBOX_WEBHOOK_SECRET)
  const api = openRemoteApi({ url, apiKey: settings.DEMO_API_KEY })
  const { SANDBOX_PUBLISHABLE_KEY: publishableKey } = settings
  return async ({ order, trigger }: ReturnType<typeof demoOrders>[number][number]) => {
    const steps = stepsOf({ api, sandbox, order, publishableKey, say: () => {} })
    await trigger.play(steps)
    await steps.until(trigger.isOver)
  }
}

const eachOf = async <Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> => {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await act(item)
    }),
  )
}
