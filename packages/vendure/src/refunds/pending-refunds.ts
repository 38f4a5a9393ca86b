import { Injectable } from '@nestjs/common'
import { type ID, Logger, Refund, ScheduledTask, TransactionalConnection } from '@vendure/core'
import { In, MoreThan } from 'typeorm'
import { Checkouts } from '../checkouts/checkouts.js'
import { LOG_CONTEXT } from '../names.js'
import { SyncOrder } from '../orders/sync-order.js'
import { PuenteMethods } from '../settings/methods.js'

/** Refunds of one page of a run. */
const PAGE = 100

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
    // A refund itself can have the method of another payment of its order.
    const payment = { method: In(await this.methods.codes()) }
    const followed = new Set<ID>()
    let after: ID | undefined
    for (;;) {
      const pending = await this.connection.rawConnection.getRepository(Refund).find({
        where: { state: 'Pending', payment, ...(after !== undefined && { id: MoreThan(after) }) },
        relations: { payment: { order: true } },
        order: { id: 'ASC' },
        take: PAGE,
      })
      for (const { payment } of pending) {
        if (followed.has(payment.order.id)) continue
        followed.add(payment.order.id)
        await this.followOrder(payment.order.id)
      }
      after = pending.at(-1)?.id
      if (pending.length < PAGE) return
    }
  }

  private async followOrder(orderId: ID): Promise<void> {
    const problem = await this.problemOf(orderId)
    if (problem !== undefined)
      Logger.warn(`Could not follow the refunds of order ${orderId}: ${problem}`, LOG_CONTEXT)
  }

  private async problemOf(orderId: ID): Promise<string | undefined> {
    try {
      const checkout = await this.checkouts.anyOfOrder(orderId)
      if (checkout === null) return 'Vendure opened no checkout for it.'
      const synced = await this.syncing.sync(await this.checkouts.contextOf(checkout), orderId)
      return synced.outcome === 'failed' ? synced.error.message : undefined
    } catch (error) {
      return String(error)
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
