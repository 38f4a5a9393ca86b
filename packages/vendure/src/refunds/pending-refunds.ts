import { Injectable } from '@nestjs/common'
import { Logger, Refund, ScheduledTask, TransactionalConnection } from '@vendure/core'
import { In } from 'typeorm'
import { Checkouts } from '../checkouts/checkouts.js'
import { LOG_CONTEXT } from '../names.js'
import { SyncOrder } from '../orders/sync-order.js'
import { PuenteMethods } from '../settings/methods.js'

/** Refunds of one run, oldest first. */
const MOST_REFUNDS = 500

/** Finds out how pending refunds end: Puente notifies of refunds that succeed, not of failed ones. */
@Injectable()
export class PendingRefunds {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly methods: PuenteMethods,
    private readonly checkouts: Checkouts,
    private readonly syncing: SyncOrder,
  ) {}

  async follow(): Promise<void> {
    const pending = await this.connection.rawConnection.getRepository(Refund).find({
      where: { state: 'Pending', method: In(await this.methods.codes()) },
      relations: { payment: { order: true } },
      order: { id: 'ASC' },
      take: MOST_REFUNDS,
    })
    const orderIds = new Set(pending.map(({ payment }) => payment.order.id))
    const opened = await this.checkouts.ofOrders([...orderIds])
    for (const checkout of new Map(opened.map((each) => [each.orderId, each])).values()) {
      const synced = await this.syncing.sync(
        await this.checkouts.contextOf(checkout),
        checkout.orderId,
      )
      if (synced.outcome === 'failed')
        Logger.warn(`Could not follow a refund: ${synced.error.message}`, LOG_CONTEXT)
    }
  }
}

export const pendingRefundsTask = new ScheduledTask({
  id: 'puente-pending-refunds',
  description: 'Asks Puente how pending refunds ended',
  schedule: (cron) => cron.every(15).minutes(),
  timeout: '10m',
  execute: ({ injector }) => injector.get(PendingRefunds).follow(),
})
