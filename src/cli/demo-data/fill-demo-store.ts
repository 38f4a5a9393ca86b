import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hondurasDayOf } from '../../contract/honduras-time.ts'

import { orderWithPayments, savedCardListView } from '../../http/api/checkouts/schemas.ts'
import { DAY, HOUR, MINUTE } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'
import { RefusedByApi, type RemoteApi } from '../context/remote-api.ts'
import { type Steps, stepsOf } from '../trigger/steps.ts'
import { TRIGGERS } from '../trigger/triggers.ts'
import { makeDemoLinks } from './demo-links.ts'
import {
  type DemoOrder,
  demoMonth,
  LOST_EVENT_ORDER,
  REFUND_AFTER_DAYS,
  REGULAR,
} from './demo-plan.ts'
import { DEMO_REQUESTS, type DemoRequest, orderIdOf, playRequest } from './demo-requests.ts'
import type { Stage } from './stage.ts'

export interface DemoResult {
  /** Orders of this run. */
  made: number
  planned: number
}

const NOT_FOUND = 404
/** Bound on a run, so that the clocks return soon. */
const LONGEST_MS = 8 * MINUTE
const RECONCILED_WITHIN_MS = MINUTE
const POLL_MS = 300
/** Spreads the days' orders over the day. */
const SPREAD_MS = 4 * HOUR

const month = demoMonth()
const ORDERS_OF_SHOP = [...month.flatMap(({ orders }) => orders), LOST_EVENT_ORDER]
export const DEMO_ORDERS_PLANNED = ORDERS_OF_SHOP.length + DEMO_REQUESTS.length

/**
 * Plays a month through the API and the sandbox: moves both clocks back by 30 days, lives through
 * each day, and returns them. Skips existing orders, so a second run adds nothing.
 */
export const fillDemoStore = async (
  stage: Stage,
  { onOrder = () => {} }: { onOrder?: () => void } = {},
): Promise<DemoResult> => {
  const { api, sandbox } = stage
  await sandbox.probe()
  const missing = new Set<string>()
  const requestId = (request: DemoRequest): string => orderIdOf(stage.storeId, request)
  for (const id of [
    ...ORDERS_OF_SHOP.map(({ order }) => order.id),
    ...DEMO_REQUESTS.map(requestId),
  ]) {
    if (!(await exists(api, id))) missing.add(id)
  }
  const result = { made: missing.size, planned: DEMO_ORDERS_PLANNED }
  if (missing.size === 0) return result
  const isMissing = ({ order }: DemoOrder): boolean => missing.has(order.id)
  const request = async (when: DemoRequest['daysAgo']): Promise<void> => {
    const due = DEMO_REQUESTS.filter((each) => each.daysAgo === when)
    for (const each of due.filter((one) => missing.has(requestId(one)))) {
      await playRequest(stage, each)
      onOrder()
    }
  }
  const giveUpAt = performance.now() + LONGEST_MS
  const clocks = await openClocks(stage)
  const began = clocks.present()
  try {
    for (const { daysAgo, orders } of month) {
      if (performance.now() > giveUpAt) {
        throw new UserError('Creating the demo data took too long. Run it again to continue.')
      }
      await clocks.moveTo(momentOf(began, daysAgo))
      const refunds = refundsDueOn(daysAgo).filter(isMissing)
      await Promise.all(refunds.map((each) => refundOf(stage, each)))
      const due = orders.filter(isMissing)
      await Promise.all(
        due.map(async (each) => {
          await begin(stage, each)
          onOrder()
        }),
      )
      await request(daysAgo)
    }
  } finally {
    await clocks.restore()
  }
  await request('now')
  if (isMissing(LOST_EVENT_ORDER)) {
    await loseEvent(stage)
    onOrder()
  }
  await makeDemoLinks(api)
  await reconcileMonth(stage, clocks.present())
  return result
}

const exists = async (api: RemoteApi, id: string): Promise<boolean> => {
  try {
    await api.call(`/v1/orders/${id}`, { schema: orderWithPayments })
    return true
  } catch (error) {
    if (error instanceof RefusedByApi && error.status === NOT_FOUND) return false
    throw error
  }
}

/** Today's orders are half an hour old; each other day has its own hour. */
const momentOf = (now: Date, daysAgo: number): Date => {
  const earlier = daysAgo === 0 ? MINUTE * 30 : ((daysAgo * 7) % 11) * (SPREAD_MS / 11)
  return new Date(now.getTime() - daysAgo * DAY - earlier)
}

const refundsDueOn = (daysAgo: number): DemoOrder[] =>
  month
    .filter((day) => day.daysAgo === daysAgo + REFUND_AFTER_DAYS)
    .flatMap(({ orders }) =>
      orders.filter(({ story }) => story === 'refunded' || story === 'half_refunded'),
    )

const stepsFor = ({ api, sandbox, publishableKey }: Stage, { order }: DemoOrder): Steps =>
  stepsOf({ api, sandbox, order, publishableKey, say: () => {} })

const refundOf = async (stage: Stage, demoOrder: DemoOrder): Promise<void> => {
  const steps = stepsFor(stage, demoOrder)
  const isWhole = demoOrder.story === 'refunded'
  await steps.refund(isWhole ? 'all' : 'half')
  await steps.until(TRIGGERS[isWhole ? 'order.refunded' : 'order.partially_refunded'].isOver)
}

const begin = async (stage: Stage, demoOrder: DemoOrder): Promise<void> => {
  const steps = stepsFor(stage, demoOrder)
  const play = async (trigger: (typeof TRIGGERS)[keyof typeof TRIGGERS]) => {
    await trigger.play(steps)
    await steps.until(trigger.isOver)
  }
  switch (demoOrder.story) {
    case 'paid':
    case 'refunded':
    case 'half_refunded':
      return play(TRIGGERS['order.paid'])
    case 'declined_at_gateway':
      return play(TRIGGERS['payment.declined'])
    case 'voided':
      return play(TRIGGERS['order.voided'])
    case 'paid_twice':
      return play(TRIGGERS['order.conflict'])
    case 'declined_by_card_fields':
      await steps.checkout()
      return steps.payByCardFields('declined')
    case 'waiting':
      await steps.checkout()
      return
    case 'saves_card':
      await steps.checkout()
      await steps.payByCardFields('approved', { savedFor: REGULAR.identity_number })
      await steps.until(TRIGGERS['order.paid'].isOver)
      return
    case 'pays_with_saved_card':
      await steps.payWithSavedCard(await savedCardOf(stage))
      await steps.until(TRIGGERS['order.paid'].isOver)
  }
}

const savedCardOf = async ({ api }: Stage): Promise<string> => {
  const path = `/v1/saved-cards?identity_number=${REGULAR.identity_number}`
  const { data } = await api.call(path, { schema: savedCardListView })
  const [card] = data
  if (!card) throw new UserError('The sandbox has no saved card of the demo customer.')
  return card.id
}

/** Gives the reconciliation an order to find: the sandbox loses its event. */
const loseEvent = async (stage: Stage): Promise<void> => {
  const { sandbox } = stage
  const steps = stepsFor(stage, LOST_EVENT_ORDER)
  const checkoutUrl = await steps.checkout()
  await sandbox.withLostEvents(() => steps.pay(checkoutUrl, 'approved'))
}

const run = z.object({ id: z.string(), state: z.string() })

const reconcileMonth = async ({ api }: Stage, now: Date): Promise<void> => {
  const from = hondurasDayOf(new Date(now.getTime() - month.length * DAY))
  const body = { from, to: hondurasDayOf(now) }
  const begun = await api.call('/v1/reconciliations', { schema: run, body })
  for (const giveUpAt = Date.now() + RECONCILED_WITHIN_MS; Date.now() < giveUpAt; ) {
    const { state } = await api.call(`/v1/reconciliations/${begun.id}`, { schema: run })
    if (state !== 'running') return
    await sleep(POLL_MS)
  }
}

/** Moves and returns both clocks, the sandbox's and Puente's. */
const openClocks = async ({ api, sandbox }: Stage) => {
  const clock = z.object({ now: z.coerce.date() })
  // A clock that an interrupted run left behind returns to the present.
  const aheadMs = (now: Date): number => Math.max(now.getTime() - Date.now(), 0)
  const ofPuente = aheadMs((await api.call('/test/clock', { schema: clock })).now)
  const ofSandbox = aheadMs(await sandbox.now())
  const move = async (sandboxNow: Date, puenteNow: Date): Promise<void> => {
    await sandbox.moveTo(sandboxNow)
    await api.call('/test/clock', { schema: clock, body: { now: puenteNow.toISOString() } })
  }
  const present = () => new Date(Date.now() + ofPuente)
  return {
    present,
    moveTo: (now: Date) => move(now, now),
    restore: () => move(new Date(Date.now() + ofSandbox), present()),
  }
}
