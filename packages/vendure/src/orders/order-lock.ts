import { Injectable } from '@nestjs/common'
import {
  type ID,
  Order,
  OrderService,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import type { DataSource } from 'typeorm'

/** Databases of Vendure with row locks; SQLite runs one transaction at a time. */
const WITH_ROW_LOCKS: ReadonlySet<string> = new Set([
  'postgres',
  'aurora-postgres',
  'cockroachdb',
  'mysql',
  'mariadb',
  'aurora-mysql',
])

export const hasRowLocks = ({ options }: DataSource): boolean => WITH_ROW_LOCKS.has(options.type)

/** Serialises changes to the payments of one order. */
@Injectable()
export class OrderLock {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
  ) {}

  /**
   * Runs work in a transaction that holds the lock, with the order and its payments as they are
   * under the lock. Returns `undefined` if the channel of `ctx` has no such order.
   */
  hold<Result>(
    ctx: RequestContext,
    orderId: ID,
    work: (ctx: RequestContext, order: Order) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.connection.withTransaction(ctx, async (inTransaction) => {
      // First: MySQL reads the state of the first query of a transaction.
      await this.take(inTransaction, orderId)
      const order = await this.orders.findOne(inTransaction, orderId)
      if (order === undefined) return undefined
      order.payments = await this.orders.getOrderPayments(inTransaction, orderId)
      return work(inTransaction, order)
    })
  }

  /** Locks the order until the transaction of `ctx` ends. */
  async take(ctx: RequestContext, orderId: ID): Promise<void> {
    if (!hasRowLocks(this.connection.rawConnection)) return
    await this.connection
      .getRepository(ctx, Order)
      .createQueryBuilder('locked')
      .select('locked.id')
      .where('locked.id = :orderId', { orderId })
      .setLock('pessimistic_write')
      .getOne()
  }
}
