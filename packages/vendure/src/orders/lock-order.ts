import { type ID, Order, type RequestContext, type TransactionalConnection } from '@vendure/core'

/** Databases of Vendure with row locks; SQLite runs one transaction at a time. */
const WITH_ROW_LOCKS: ReadonlySet<string> = new Set([
  'postgres',
  'aurora-postgres',
  'cockroachdb',
  'mysql',
  'mariadb',
  'aurora-mysql',
])

/**
 * Locks the row of an order until the transaction of `ctx` ends, so that a notification and the
 * customer's return settle it one after the other.
 */
export const lockOrder = async (
  connection: TransactionalConnection,
  ctx: RequestContext,
  orderId: ID,
): Promise<void> => {
  if (!WITH_ROW_LOCKS.has(connection.rawConnection.options.type)) return
  await connection
    .getRepository(ctx, Order)
    .createQueryBuilder('locked')
    .select('locked.id')
    .where('locked.id = :orderId', { orderId })
    .setLock('pessimistic_write')
    .getOne()
}
