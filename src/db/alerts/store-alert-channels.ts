import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import { isOfStores } from '../lists/conditions.ts'
import type { StoreAlertChannelKind } from '../tables/alert-messages.ts'
import type { DbTables } from '../tables.ts'

export type StoreAlertChannelRow = Selectable<DbTables['store_alert_channels']>

/** Identifies a store's channel, one per kind. */
export const storeAlertChannelId = (storeId: StoreId, kind: StoreAlertChannelKind): string =>
  `store:${storeId}:${kind}`

/** Binds the receiver to its channel. */
export const sealingContextOfReceiver = (id: string): string =>
  `store_alert_channels/${id}/sealed_receiver`

export const alertChannelsOfStores = (
  query: DbQuery,
  storeIds: readonly StoreId[],
): Promise<StoreAlertChannelRow[]> =>
  query
    .selectFrom('store_alert_channels')
    .selectAll()
    .where(isOfStores(storeIds))
    .orderBy('id')
    .execute()

export const hasStoreAlertChannels = async (query: DbQuery): Promise<boolean> => {
  const one = await query
    .selectFrom('store_alert_channels')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export const dueStoreAlertChannels = async (
  query: DbQuery,
  { now, limit }: { now: Date; limit: number },
): Promise<StoreAlertChannelRow[]> => {
  const { rows } = await sql<StoreAlertChannelRow>`
    SELECT own.* FROM store_alert_channels own LEFT JOIN alert_channels ON name = own.id
    WHERE (next_try_at IS NULL OR next_try_at <= ${now})
      AND EXISTS (SELECT FROM alert_messages WHERE channel = own.id AND ended_at IS NULL)
    ORDER BY next_try_at NULLS FIRST LIMIT ${limit}`.execute(query)
  return rows
}

/** Upserts a channel; the next try is immediate. */
export const saveStoreAlertChannel = (
  query: DbQuery,
  channel: StoreAlertChannelRow,
): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await trx
      .insertInto('store_alert_channels')
      .values(channel)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(channel))
      .execute()
    await trx.deleteFrom('alert_channels').where('name', '=', channel.id).execute()
  })

/** Deletes channels with their queued messages and open alerts. */
export const deleteStoreAlertChannels = async (
  trx: DbQuery,
  { storeId, kind, now }: { storeId: StoreId; kind?: StoreAlertChannelKind | undefined; now: Date },
): Promise<void> => {
  const ofStore = trx.deleteFrom('store_alert_channels').where('store_id', '=', storeId)
  const deleted = await (kind ? ofStore.where('kind', '=', kind) : ofStore)
    .returning('id')
    .execute()
  const ids = deleted.map(({ id }) => id)
  await trx.deleteFrom('alert_channels').where('name', '=', anyOf(ids)).execute()
  await trx
    .updateTable('alert_messages')
    .set({ outcome: 'given_up', ended_at: now })
    .where('channel', '=', anyOf(ids))
    .where('ended_at', 'is', null)
    .execute()
  await trx
    .updateTable('alerts')
    .set({ closed_at: now })
    .where('kind', '=', 'alerts_not_delivered')
    .where('subject', '=', anyOf(ids))
    .where('closed_at', 'is', null)
    .execute()
}
