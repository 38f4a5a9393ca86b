import type { StoreRow } from '../../db/db.ts'
import type { TaskNeeds } from '../../db/tables/tasks.ts'
import type { GatewayOptions } from '../../gateway/caller.ts'
import { reachShownBy } from '../../gateway/outcomes.ts'
import { errorMessage } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import type { Circuits } from '../ports/circuit-port.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Storefront } from '../ports/storefront.ts'

interface Noticing {
  circuits: Circuits
  store: Pick<StoreRow, 'id'>
  log: Log
}

/**
 * Notices by the calls of somebody who does not wait (a checkout, a saved card, a receipt) that the
 * gateway works. Their failures open no circuit: whoever calls is told of them; since when it fails is
 * written down. A task says itself, once it has ended, whether it reached the gateway: it may take
 * several calls.
 */
export const noticeGateway =
  ({ circuits, store, log }: Noticing): NonNullable<GatewayOptions['answered']> =>
  async (answer) => {
    const need = { needs: 'gateway', storeId: store.id } as const
    const shown = reachShownBy(answer)
    await noting(log, async () => {
      if (shown.works) await circuits.reached(need)
      else if (shown.retryAfterSeconds) {
        const retryAfterMs = shown.retryAfterSeconds * 1_000
        await circuits.askedToWait(need, { detail: `gateway: ${shown.detail}`, retryAfterMs })
      } else await circuits.notServed(need, { detail: `gateway: ${shown.detail}` })
    })
  }

/** The same of a shop whose orders are read for a customer. */
export const noticeStorefront = (
  storefront: Storefront,
  { circuits, store, log }: Noticing,
): Storefront =>
  watchStorefront(storefront, () =>
    noting(log, () => circuits.reached({ needs: 'shop', storeId: store.id })),
  )

/**
 * The context of one task, which notices whether anything that it asked was done: a task may also end
 * because there is nothing left to ask, and that says nothing of gateway or shop.
 */
export const noticeInTask = (
  ctx: PaymentsContext,
): { ctx: PaymentsContext; hasReached: (needs: TaskNeeds) => boolean } => {
  const reached = new Set<TaskNeeds>()
  return {
    ctx: {
      ...ctx,
      gatewayOf: (store, orderId) =>
        ctx.gatewayOf(store, orderId, async (answer) => {
          if (reachShownBy(answer).works) reached.add('gateway')
        }),
      storefrontOf: (store) =>
        watchStorefront(ctx.storefrontOf(store), async () => {
          reached.add('shop')
        }),
    },
    hasReached: (needs) => reached.has(needs),
  }
}

/** What a storefront answers when it was not reached, or nothing was asked of it. */
const SAYS_NOTHING = ['not-read', 'not-told', 'nobody-to-tell']

const watchStorefront = (storefront: Storefront, done: () => Promise<void>): Storefront => {
  const { notify, readOrders, changedOrders, orderToPay, offerPayLink, keepWebhooks } = storefront
  const watched =
    <Args extends unknown[], Outcome extends { outcome: string }>(
      ask: (...args: Args) => Promise<Outcome>,
    ) =>
    async (...args: Args): Promise<Outcome> => {
      const outcome = await ask(...args)
      if (!SAYS_NOTHING.includes(outcome.outcome)) await done()
      return outcome
    }
  return {
    ...storefront,
    notify: watched(notify),
    ...(readOrders ? { readOrders: watched(readOrders) } : {}),
    ...(changedOrders ? { changedOrders: watched(changedOrders) } : {}),
    ...(orderToPay ? { orderToPay: watched(orderToPay) } : {}),
    ...(offerPayLink ? { offerPayLink: watched(offerPayLink) } : {}),
    ...(keepWebhooks ? { keepWebhooks: watched(keepWebhooks) } : {}),
  }
}

/** What the caller does with the answer never hangs on this. */
const noting = async (log: Log, note: () => Promise<void>): Promise<void> => {
  try {
    await note()
  } catch (error) {
    log.warn({ detail: errorMessage(error) }, 'not noted that somebody was reached')
  }
}
