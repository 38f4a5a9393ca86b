import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import { holdName } from './hold-name.ts'
import type { IdempotencyKeysTable, Tables } from './tables.ts'

/** A key of the header, in the environment and for the kind of request that it came with. */
export interface IdempotencyKey {
  environment: Environment
  operation: IdempotencyKeysTable['operation']
  key: string
}

/** Keys are kept as SHA-256, whatever their length. */
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** What a key led to before. */
export const findKey = (
  query: Kysely<Tables>,
  { environment, operation, key }: IdempotencyKey,
): Promise<{ payment_id: number; transaction_id: string | null } | undefined> =>
  query
    .selectFrom('idempotency_keys')
    .select(['payment_id', 'transaction_id'])
    .where('environment', '=', environment)
    .where('operation', '=', operation)
    .where('key_hash', '=', keyHash(key))
    .executeTakeFirst()

/**
 * Waits until nobody else works with the same key; it is ours until the database transaction ends.
 * So two requests that come at once with one key are answered one after the other.
 */
export const holdKey = (
  trx: Transaction<Tables>,
  { environment, operation, key }: IdempotencyKey,
): Promise<void> => holdName(trx, `${environment} ${operation} ${keyHash(key)}`)

/** Remembers what a key led to. */
export const rememberKey = async (
  trx: Transaction<Tables>,
  {
    key: { environment, operation, key },
    paymentId,
    transactionId,
  }: { key: IdempotencyKey; paymentId: number; transactionId: string | null },
): Promise<void> => {
  await trx
    .insertInto('idempotency_keys')
    .values({
      environment,
      operation,
      key_hash: keyHash(key),
      payment_id: paymentId,
      transaction_id: transactionId,
    })
    .execute()
}
