import type { GatewayOptions } from '../gateway/caller.ts'
import { reachShownBy } from '../gateway/outcomes.ts'
import type { StoreRow } from '../ledger/ledger.ts'
import { errorMessage } from '../platform/failure.ts'
import type { Log } from '../platform/log.ts'
import type { Circuits } from './reach.ts'
import type { Storefront } from './storefront.ts'

interface Noticing {
  circuits: Circuits
  store: Pick<StoreRow, 'id'>
  log: Log
}

/**
 * Notices by the calls of somebody who does not wait (a checkout, a saved card, a receipt) that the
 * gateway works. Their failures open no circuit: whoever calls is told of them. A task says itself,
 * once it has ended, whether it reached the gateway: it may take several calls.
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
      }
    })
  }

/** The same of a shop whose orders are read for a customer. */
export const noticeStorefront = (
  storefront: Storefront,
  { circuits, store, log }: Noticing,
): Storefront => {
  const { orderToPay, readOrders } = storefront
  const noticed = async <Outcome extends { outcome: string }>(
    asking: Promise<Outcome>,
  ): Promise<Outcome> => {
    const outcome = await asking
    if (outcome.outcome !== 'not-read') {
      await noting(log, () => circuits.reached({ needs: 'shop', storeId: store.id }))
    }
    return outcome
  }
  return {
    ...storefront,
    ...(orderToPay ? { orderToPay: (orderId) => noticed(orderToPay(orderId)) } : {}),
    ...(readOrders ? { readOrders: (orderIds) => noticed(readOrders(orderIds)) } : {}),
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
