import { Injectable } from '@nestjs/common'
import { type PuenteFailure, type Result, resultOf } from '@puente/node'
import { type ID, Logger, type RequestContext, ScheduledTask } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { isUnknownOrder } from '../checkouts/order-at-puente.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT } from '../names.js'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'

/** Checkouts of one page of a run. */
const PAGE = 100

/** Age from which the creation of a checkout is no longer in flight. */
const CREATED_MS = 3_600_000

/** Closes payment pages. A charge that wins the race arrives as a notification. */
@Injectable()
export class CloseCheckouts {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly methods: PuenteMethods,
  ) {}

  async close(ctx: RequestContext, checkout: PuenteCheckout): Promise<Result<unknown>> {
    const closed = await this.cancel(ctx, checkout)
    return !closed.ok && isUnknownOrder(closed.error) ? { ok: true, value: undefined } : closed
  }

  /** Closes the open pages of an order that was placed, cancelled or deleted. */
  async closeAll(ctx: RequestContext, orderId: ID): Promise<void> {
    const all = await this.checkouts.ofOrder(ctx, orderId)
    for (const checkout of all.filter(({ closedAt }) => closedAt === null))
      await this.closeForGood(ctx, checkout)
  }

  /** Closes the pages that were not closed when their order ended. */
  async closeEnded(): Promise<void> {
    let after: ID | undefined
    for (;;) {
      const page = await this.checkouts.ofEndedOrders(after, PAGE)
      for (const checkout of page)
        await this.closeForGood(await this.checkouts.contextOf(checkout), checkout)
      after = page.at(-1)?.id
      if (page.length < PAGE) return
    }
  }

  private async closeForGood(ctx: RequestContext, checkout: PuenteCheckout): Promise<void> {
    try {
      const closed = await this.cancel(ctx, checkout)
      // The creation of an unknown order may be on its way.
      const isClosed =
        closed.ok ||
        isOver(closed.error) ||
        (isUnknownOrder(closed.error) && Date.now() - +checkout.createdAt > CREATED_MS)
      if (isClosed) await this.checkouts.markClosed(ctx, checkout)
      else if (!isUnknownOrder(closed.error)) logOpen(checkout, closed.error.message)
    } catch (error) {
      logOpen(checkout, String(error))
    }
  }

  private async cancel(
    ctx: RequestContext,
    { methodId, puenteOrderId }: PuenteCheckout,
  ): Promise<Result<unknown>> {
    const method = await this.methods.byId(ctx, methodId)
    // Deleted: SyncOrder logs it.
    if (method === undefined) return { ok: true, value: undefined }
    return resultOf(clientOf(method.settings).orders.cancel(puenteOrderId))
  }
}

/** Whether the order was paid or cancelled at Puente: it has no page to close. */
export const isOver = ({ code }: PuenteFailure): boolean =>
  code === 'order_already_paid' || code === 'order_cancelled'

const logOpen = ({ puenteOrderId }: PuenteCheckout, why: string): void =>
  Logger.error(`Order ${puenteOrderId} stays payable at Puente: ${why}`, LOG_CONTEXT)

export const closeCheckoutsTask = new ScheduledTask({
  id: 'puente-close-checkouts',
  description: 'Closes payment pages of orders that were placed, cancelled or deleted',
  schedule: (cron) => cron.every(15).minutes(),
  timeout: '10m',
  execute: ({ injector }) => injector.get(CloseCheckouts).closeEnded(),
})
