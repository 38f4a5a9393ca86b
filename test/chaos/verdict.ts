import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../src/db/db.ts'
import { readBooks, wrongIn } from '../properties/money/accounts.ts'
import type { Account } from '../properties/money/act.ts'
import { type Json, TEST_STORE } from '../support/world.ts'
import type { ChaosWorld } from './world/chaos-world.ts'

export interface Verdict {
  /** Failed checks; empty on success. */
  wrong: string[]
  acknowledged: number
  lost: number
  charges: number
  refunds: number
}

export const judge = (
  world: ChaosWorld,
  { accounts, isReversedByPolicy }: { accounts: readonly Account[]; isReversedByPolicy: boolean },
): Promise<Verdict> =>
  world.lane.database.useLedger(async (db) => {
    const acknowledged = new Set([
      ...world.load.acknowledged,
      ...(await acknowledgedAtGateway(world)),
    ])
    const lost = await neverHandled(db, acknowledged)
    const shelf = { ...world, db }
    const orders = await Promise.all(
      accounts.map(async (account) => {
        const books = await readBooks(shelf, { account, isRefundedByPolicy: isReversedByPolicy })
        return books ? wrongIn(books).map((what) => `${account.id}: ${what}`) : []
      }),
    )
    return {
      wrong: [
        ...lost.map((id) => `event ${id} was answered 200 and is not handled`),
        ...orders.flat(),
        ...(await tasksLeftBehind(db)),
        ...(await missedEnds(world, db)),
        ...idsWithTwoNotifications(world),
        ...world.complaints,
        ...[world.web, ...world.workers].flatMap(({ endings }) => endings),
      ],
      acknowledged: acknowledged.size,
      lost: lost.length,
      charges: await count(world, 'paid_at IS NOT NULL'),
      refunds: await count(world, 'refunded_minor > 0'),
    }
  })

/** With a 200 in the gateway's journal. */
const acknowledgedAtGateway = async ({ control }: ChaosWorld): Promise<string[]> => {
  const taken: string[] = []
  for (let since = 0; ; ) {
    const { entries, next } = await control(`/sandbox/journal?since=${since}`)
    if (entries.length === 0) return taken
    const deliveries: Json[] = entries.filter(({ type }: Json) => type === 'delivery')
    taken.push(...deliveries.filter(({ status }) => status === 200).map(({ event_id }) => event_id))
    since = next
  }
}

const PATIENCE_MS = 30_000
const LOOK_MS = 250

/** The latest events may be in flight. */
const neverHandled = async (db: Db, acknowledged: ReadonlySet<string>): Promise<string[]> => {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const handled = await handledEvents(db)
    const missing = [...acknowledged].filter((id) => !handled.has(id))
    if (missing.length === 0 || Date.now() > giveUpAt) return missing
    await sleep(LOOK_MS)
  }
}

const handledEvents = async ({ query }: Db): Promise<Set<string>> => {
  const rows = await query
    .selectFrom('events')
    .select('message_id')
    .where('store_id', '=', TEST_STORE)
    .where('state', '=', 'handled')
    .execute()
  return new Set(rows.map(({ message_id }) => message_id))
}

/** Includes tasks without an order. */
const tasksLeftBehind = async ({ pool }: Db): Promise<string[]> => {
  const { rows } = await pool.query<{ kind: string; state: string; last_error: string | null }>(
    `SELECT kind, state, last_error FROM tasks
     WHERE state IN ('queued', 'running') OR (state = 'dead' AND NOT EXISTS (
       SELECT FROM alerts WHERE alerts.closed_at IS NULL AND subject = tasks.id::text))`,
  )
  return rows.map(({ kind, state, last_error }) => `${kind} is ${state} for ever: ${last_error}`)
}

/** Ended at the gateway, pending in the database. */
const missedEnds = async ({ gatewayTables }: ChaosWorld, { query }: Db): Promise<string[]> => {
  const { rows } = await gatewayTables.query<{ id: number; status: string }>(
    `SELECT id, status FROM sandbox.payments WHERE status IN ('expired', 'disabled')`,
  )
  const ended = new Map(rows.map(({ id, status }) => [Number(id), status]))
  const open = await query
    .selectFrom('payments')
    .select('gateway_payment_id')
    .where('state', '=', 'pending')
    .execute()
  return open
    .map(({ gateway_payment_id: id }) => Number(id))
    .filter((id) => ended.has(id))
    .map((id) => `payment ${id} is ${ended.get(id)} at the gateway and pending in the database`)
}

/** Stores dedupe by id: one id, one notification. */
const idsWithTwoNotifications = ({ shop }: ChaosWorld): string[] =>
  [...Map.groupBy(shop.messages, ({ id }) => id)]
    .filter(
      ([, messages]) =>
        new Set(messages.map(({ type, order, payment }) => `${type} ${order.id} ${payment?.id}`))
          .size > 1,
    )
    .map(([id]) => `message ${id} came with different news`)

const count = async ({ gatewayTables }: ChaosWorld, what: string): Promise<number> => {
  const { rows } = await gatewayTables.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sandbox.payments WHERE ${what}`,
  )
  return rows[0]?.count ?? 0
}
