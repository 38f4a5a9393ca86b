import { type Selectable, sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { DbTables } from '../tables.ts'

export type AlertMessageRow = Selectable<DbTables['alert_messages']>
export type AlertChannelRow = Selectable<DbTables['alert_channels']>

export const addAlertMessages = async (
  trx: DbQuery,
  messages: readonly { id: string; groupId: bigint; channel: string; content: object }[],
  now: Date,
): Promise<void> => {
  if (messages.length === 0) return
  const rows = messages.map(({ groupId, content, ...message }) => ({
    ...{ ...message, group_id: groupId, content: JSON.stringify(content), created_at: now },
  }))
  await trx.insertInto('alert_messages').values(rows).execute()
}

/** Returns `undefined` if the channel is not due. */
export const claimAlertChannel = async (
  query: DbQuery,
  { name, until, now }: { name: string; until: Date; now: Date },
): Promise<AlertChannelRow | undefined> => {
  await query
    .insertInto('alert_channels')
    .values({ name, next_try_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return query
    .updateTable('alert_channels')
    .set({ next_try_at: until })
    .where('name', '=', name)
    .where('next_try_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

export const writeAlertChannel = async (
  query: DbQuery,
  { name, ...channel }: AlertChannelRow,
): Promise<void> => {
  await query.updateTable('alert_channels').set(channel).where('name', '=', name).execute()
}

export const nextAlertMessage = (
  query: DbQuery,
  channel: string,
): Promise<AlertMessageRow | undefined> =>
  query
    .selectFrom('alert_messages')
    .selectAll()
    .where('channel', '=', channel)
    .where('ended_at', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()

export const endAlertMessage = async (
  query: DbQuery,
  id: string,
  { outcome, now }: { outcome: 'sent' | 'given_up'; now: Date },
): Promise<void> => {
  await query
    .updateTable('alert_messages')
    .set({ outcome, ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export const storesWithWaitingMessages = async (
  query: DbQuery,
  channel: string,
): Promise<StoreId[]> => {
  const { rows } = await sql<{ store_id: StoreId }>`
    SELECT DISTINCT alerts.store_id FROM alert_messages
    JOIN alerts ON alerts.group_id = alert_messages.group_id
    WHERE channel = ${channel} AND ended_at IS NULL AND kind <> 'alerts_not_delivered'
    ORDER BY alerts.store_id`.execute(query)
  return rows.map(({ store_id }) => store_id)
}

export const deleteOldAlertMessages = async (query: DbQuery, before: Date): Promise<number> => {
  const { numDeletedRows } = await query
    .deleteFrom('alert_messages')
    .where('ended_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface WaitingAlertMessages {
  channel: string
  messages: number
  failingSince: Date | null
}

export const waitingAlertMessages = async (
  query: DbQuery,
  channels: readonly string[],
): Promise<WaitingAlertMessages[]> => {
  const rows = await query
    .selectFrom('alert_channels')
    .select(({ selectFrom }) => [
      'name as channel',
      'failing_since as failingSince',
      selectFrom('alert_messages')
        .select(sql<number>`count(*)::int`.as('messages'))
        .whereRef('alert_messages.channel', '=', 'alert_channels.name')
        .where('ended_at', 'is', null)
        .as('messages'),
    ])
    .where('name', '=', anyOf(channels))
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, messages: row.messages ?? 0 }))
}
