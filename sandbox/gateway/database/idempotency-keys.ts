import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import { lockName } from './lock-name.ts'
import type { IdempotencyKeysTable, Tables } from './tables.ts'

/** `Idempotency-Key`, scoped to environment and operation. */
export interface IdempotencyKey {
  environment: Environment
  operation: IdempotencyKeysTable['operation']
  key: string
}

export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

export const findKey = (query: Kysely<Tables>, { environment, operation, key }: IdempotencyKey) =>
  query
    .selectFrom('idempotency_keys')
    .select(['payment_id', 'transaction_id'])
    .where('environment', '=', environment)
    .where('operation', '=', operation)
    .where('key_hash', '=', keyHash(key))
    .executeTakeFirst()

/** Serialises concurrent requests with one key until the transaction ends. */
export const lockKey = (
  trx: Transaction<Tables>,
  { environment, operation, key }: IdempotencyKey,
) => lockName(trx, `${environment} ${operation} ${keyHash(key)}`)

export const rememberKey = async (
  trx: Transaction<Tables>,
  { environment, operation, key }: IdempotencyKey,
  made: { payment_id: number; transaction_id?: string },
): Promise<void> => {
  await trx
    .insertInto('idempotency_keys')
    .values({ environment, operation, key_hash: keyHash(key), ...made })
    .execute()
}
