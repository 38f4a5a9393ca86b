import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { findOrderOfStore } from '../../../src/db/orders/orders.ts'
import { refundsOfOrder } from '../../../src/db/payments/refunds.ts'
import { isOver } from '../../../src/payments/orders/rules/refunds/refund-states.ts'
import { resolveRefund } from '../../../src/payments/refunds/resolve-refund.ts'
import { type GatewayProxy, startGatewayProxy } from '../../support/gateway-proxy.ts'
import { callGateway, HOUR_SECONDS, pass, setSandbox } from '../../support/merchant.ts'
import { reconcileNow } from '../../support/reconcile.ts'
import { isSettled } from '../../support/settled.ts'
import { eventually } from '../../support/world.ts'
import {
  type PaidOrder,
  type RefundingStore,
  type StorePlatform,
  startRefundingStore,
} from './platform-stores.ts'

/** Orders run concurrently under one clock. */
const HISTORIES = Number(process.env.STORE_REFUND_HISTORIES ?? 3)
const SEED = Number(
  process.env.STORE_REFUND_SEED ?? fc.readConfigureGlobal().seed ?? Date.now() % 1e6,
)
const STRETCHES = 3

/** Small enough to fit all into a charge of 100.00. */
const step = fc.record({
  do: fc.constantFrom('refund', 'refund', 'portal'),
  /** Equal amounts, easy to confuse. */
  amount: fc.constantFrom('10.00', '10.00', '15.00', '20.00'),
  stretch: fc.nat({ max: STRETCHES - 1 }),
  answer: fc.constantFrom('passes', 'passes', 'lost', 'cut', 'error-after'),
  isRepeated: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const MAX_STEPS = 4
const history = fc.array(step, { minLength: 1, maxLength: MAX_STEPS })

let proxy: GatewayProxy
let store: RefundingStore
afterEach(async () => {
  await store.world.close()
  await proxy.close()
})

const settled = () => eventually(() => isSettled(store.world.puente))

const passHours = async (hours: number): Promise<void> => {
  await pass(store.world, hours * HOUR_SECONDS)
  await settled()
}

const loseEvents = (drop: number) =>
  setSandbox(store.world, 'faults', { seed: SEED, webhooks: { drop } })

const live = async ({ id, transactionId }: PaidOrder, taken: Step): Promise<Step[]> => {
  const { amount, answer } = taken
  if (taken.do === 'portal') {
    await store.world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount })
    return [taken]
  }
  const route = `POST /v1/payments/${transactionId}/refund`
  if (answer === 'error-after') proxy.next(route, { kind: answer, status: 503 })
  else if (answer !== 'passes') proxy.next(route, { kind: answer })
  const again = await store.refund(id, amount)
  if (taken.isRepeated) await again?.()
  return again ? [taken] : []
}

const minorOf = (decimal: string): bigint => BigInt(Math.round(Number(decimal) * 100))
const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, each) => all + each, 0n)

const refundsOf = async (id: string) => {
  const { query } = store.world.puente.ctx.db
  const order = await findOrderOfStore(query, store.storeId, id)
  return order ? refundsOfOrder(query, order.id) : []
}

const booksOf = async ({ id, transactionId }: PaidOrder) => {
  const shown = await callGateway(store.world, 'GET', `/v1/payments?external_reference=${id}`)
  const charge = shown.data.find(
    ({ transaction_id }: { transaction_id: string }) => transaction_id === transactionId,
  )
  const refunds = await refundsOf(id)
  const made = refunds.filter(({ state }) => state === 'succeeded')
  return {
    gateway: minorOf(charge?.refunded_amount ?? '0'),
    puente: sum(made.map(({ amount_minor }) => amount_minor)),
    store: store.bookedMinor(id),
    ofStore: sum(
      made.flatMap(({ origin, amount_minor }) => (origin === 'portal' ? [] : [amount_minor])),
    ),
    open: refunds.filter((refund) => !isOver(refund)),
  }
}

const answerFor = async (order: PaidOrder, portalMinor: bigint): Promise<void> => {
  for (;;) {
    const { gateway, ofStore, open } = await booksOf(order)
    const [refund] = open
    if (!refund) return
    const isMade = gateway - portalMinor - ofStore >= refund.amount_minor
    const { outcome } = await resolveRefund(store.world.puente.ctx, {
      storeId: store.storeId,
      orderExternalId: order.id,
      refundId: refund.id,
      resolution: isMade ? 'already_made' : 'refund_anyway',
      refundLimit: undefined,
    })
    if (outcome !== 'resolved') throw new Error(`${order.id}: ${refund.id} is ${outcome}`)
    await settled()
  }
}

const plannedMinor = (steps: readonly Step[], what: Step['do']): bigint =>
  sum(steps.flatMap((each) => (each.do === what ? [minorOf(each.amount)] : [])))

const wrongIn = (
  { gateway, puente, store: booked, open }: Awaited<ReturnType<typeof booksOf>>,
  steps: readonly Step[],
): string[] => {
  const requested = plannedMinor(steps, 'refund')
  const ofPortal = plannedMinor(steps, 'portal')
  // A portal refund may count as the store's requested one.
  const least = ofPortal > requested ? ofPortal : requested
  return [
    ...(gateway > requested + ofPortal
      ? [`the gateway refunded ${gateway}, which is too much`]
      : []),
    ...(gateway < least ? [`the gateway refunded ${gateway}, and not ${least}`] : []),
    ...(puente === gateway ? [] : [`Puente says ${puente}, and the gateway ${gateway}`]),
    ...(booked === gateway ? [] : [`the store says ${booked}, and the gateway ${gateway}`]),
    ...open.map(({ state }) => `a refund is still ${state}`),
  ]
}

describe.each<StorePlatform>(['headless', 'woocommerce', 'shopify'])('a %s store', (platform) => {
  it.each(['single', 'sum'] as const)(
    'the store agrees with the gateway and Puente, and refunds once, despite lost answers and events (refund events carry %s amounts)',
    async (refund_event_amount) => {
      process.stdout.write(`${platform} refund histories: STORE_REFUND_SEED=${SEED}\n`)
      const histories = fc.sample(history, { seed: SEED, numRuns: HISTORIES })
      proxy = await startGatewayProxy()
      store = await startRefundingStore(platform, proxy)
      await setSandbox(store.world, 'profile', { refund_event_amount })
      const orders: { order: PaidOrder; steps: Step[]; lived: Step[] }[] = []
      for (const drawn of histories) {
        // The portal refunds a part only of a settled charge.
        const steps = drawn.map((each) =>
          each.do === 'portal' && each.stretch === 0 ? { ...each, stretch: 1 } : each,
        )
        orders.push({ order: await store.paid(), steps, lived: [] })
      }
      await settled()

      await loseEvents(0.4)
      for (let stretch = 0; stretch < STRETCHES; stretch++) {
        for (const { order, steps, lived } of orders) {
          for (const each of steps) {
            if (each.stretch === stretch) lived.push(...(await live(order, each)))
          }
        }
        if (stretch === 0) await store.world.control('/sandbox/settle', {})
        else await passHours(1)
      }
      await loseEvents(0)
      proxy.calm()
      await passHours(3)
      await reconcileNow(store.world, { apiKey: store.apiKey })
      await passHours(10)
      await passHours(10)
      // Refunds of an order wait for the previous one.
      for (let refund = 0; refund < MAX_STEPS; refund++) {
        for (const { order, lived } of orders) await answerFor(order, plannedMinor(lived, 'portal'))
        await passHours(3)
      }

      const words = await Promise.all(
        orders.map(async ({ order, steps, lived }) =>
          wrongIn(await booksOf(order), lived).map(
            (what) => `${order.id}: ${what}\n    ${JSON.stringify(steps)}`,
          ),
        ),
      )
      expect(words.flat(), `Again: STORE_REFUND_SEED=${SEED}`).toEqual([])
    },
    300_000,
  )
})
