import type { StoreRow } from '../../db/db.ts'
import { endpointNeed, type TaskNeeds } from '../../db/tables/tasks.ts'
import type { GatewayOptions } from '../../gateway/caller.ts'
import { availabilityShownBy } from '../../gateway/outcomes.ts'
import { errorMessage } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Circuits } from '../ports/circuits.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Storefront } from '../ports/storefront.ts'

interface Noticing {
  circuits: Circuits
  store: Pick<StoreRow, 'id'>
  log: Log
}

/**
 * Reports gateway calls outside tasks (a checkout, a saved card, a receipt). Their failures do not
 * open the circuit, because the caller gets the error; they record since when calls fail. Tasks
 * report once, at their end.
 */
export const noticeGateway =
  ({ circuits, store, log }: Noticing): NonNullable<GatewayOptions['onOutcome']> =>
  async (answer) => {
    const need = { needs: 'gateway', storeId: store.id } as const
    const shown = availabilityShownBy(answer)
    await noting(log, async () => {
      if (shown.works) await circuits.succeeded(need)
      else if (shown.retryAfterSeconds) {
        const retryAfterMs = shown.retryAfterSeconds * 1_000
        await circuits.throttled(need, { detail: `gateway: ${shown.detail}`, retryAfterMs })
      } else await circuits.directCallFailed(need, { detail: `gateway: ${shown.detail}` })
    })
  }

/** Reports successful storefront reads outside tasks. */
export const noticeStorefront = (
  storefront: Storefront,
  { circuits, store, log }: Noticing,
): Storefront =>
  watchStorefront(storefront, () =>
    noting(log, () => circuits.succeeded({ needs: 'shop', storeId: store.id })),
  )

/**
 * Records whether any call of one task succeeded. A task may also end with nothing left to call,
 * which proves nothing.
 */
export const noticeInTask = (
  ctx: PaymentsContext,
): { ctx: PaymentsContext; hasContacted: (needs: TaskNeeds) => boolean } => {
  const contacted = new Set<TaskNeeds>()
  return {
    ctx: {
      ...ctx,
      gatewayOf: (store, orderId) =>
        ctx.gatewayOf(store, orderId, async (answer) => {
          if (availabilityShownBy(answer).works) contacted.add('gateway')
        }),
      storefrontOf: (store) =>
        watchStorefront(ctx.storefrontOf(store), async () => {
          contacted.add('shop')
        }),
      endpointOf: (endpoint) => {
        const { post } = ctx.endpointOf(endpoint)
        return {
          post: async (message, noteCall) => {
            const result = await post(message, noteCall)
            if (result.outcome === 'delivered') contacted.add(endpointNeed(endpoint.id))
            return result
          },
        }
      },
    },
    hasContacted: (needs) => contacted.has(needs),
  }
}

const WITHOUT_CONTACT = ['not-read', 'failed', 'nobody-to-tell']

const watchStorefront = (storefront: Storefront, done: () => Promise<void>): Storefront => {
  const { notify, readOrders, changedOrders, orderToPay, offerPayLink, keepWebhooks } = storefront
  const watched =
    <Args extends unknown[], Outcome extends { outcome: string }>(
      call: (...args: Args) => Promise<Outcome>,
    ) =>
    async (...args: Args): Promise<Outcome> => {
      const outcome = await call(...args)
      if (!WITHOUT_CONTACT.includes(outcome.outcome)) await done()
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

/** Logs an error instead of throwing, because the call itself has its own outcome. */
const noting = async (log: Log, note: () => Promise<void>): Promise<void> => {
  try {
    await note()
  } catch (error) {
    log.warn({ detail: errorMessage(error) }, 'availability not recorded')
  }
}
