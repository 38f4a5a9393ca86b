import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreRow } from '../../db/db.ts'
import {
  type FeedEvent,
  type FeedPosition,
  gatewayEventsBetween,
  haveAllEnded,
  lastDrawn,
  nextTransaction,
  tasksBetween,
} from '../../db/notifications/feed.ts'
import {
  type NotificationFacts,
  readNotificationFacts,
} from '../../db/notifications/notification-facts.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { readEvent, readEventName } from '../../gateway/event.ts'
import { maskSecrets } from '../../runtime/text/masking.ts'
import { SELF_TEST_TYPE } from '../inbound/rules/webhook-health.ts'
import { notificationJson } from '../notifications/message-body.ts'
import { NOTIFICATION_KINDS } from '../notifications/notifications.ts'
import { isUpToDate, messageOf } from '../notifications/notify-storefront.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { notifySavedCardKind, notifyStorefrontKind } from '../ports/tasks/notification-tasks.ts'

export interface FeedEntry {
  /** Cursor after this entry, in both lists. */
  position: FeedPosition
  source: 'puente' | 'gateway'
  /** Stable across pages and redeliveries, so that readers can dedupe. */
  id: string
  type: string | null
  /** The store's order id. */
  orderId: string | null
  at: Date
  body: string
}

export interface Feed {
  entries: FeedEntry[]
  position: FeedPosition
}

interface FeedQuery {
  after: FeedPosition
  limit: number
  events: 'notifications' | 'gateway' | 'all'
}

/** Pause until a transaction that has drawn a sequence number shows as in progress. */
const DRAWN_AND_WRITTEN_MS = 25
const POLL_MS = 25
const PATIENCE_MS = 5_000

/** Returns the feed's current end as a cursor. */
export const feedEnd = ({ db }: Pick<PaymentsContext, 'db'>): Promise<FeedPosition> =>
  lastDrawn(db.query)

/**
 * Returns a page after a cursor, oldest first. A transaction draws a sequence number before it
 * commits, so a lower number may become visible after a higher one. So the page first waits for
 * the transactions in progress, and stays empty if they outlast `PATIENCE_MS`.
 */
export const readFeed = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { after, limit, events }: FeedQuery,
): Promise<Feed> => {
  const end = await settledEnd(ctx)
  if (!end) return { entries: [], position: after }
  const { query } = ctx.db
  const of = { storeId: store.id, limit }
  const tasks =
    events === 'gateway'
      ? []
      : await tasksBetween(query, {
          ...of,
          kinds: NOTIFICATION_KINDS,
          after: after.task,
          upTo: end.task,
        })
  const inbox =
    events === 'notifications'
      ? []
      : await gatewayEventsBetween(query, { ...of, after: after.event, upTo: end.event })
  const rows = inOrderOfTime(
    await entriesOfTasks(ctx, tasks),
    inbox
      .map((event) => ({ event: event.seq, entry: entryOfEvent(event) }))
      .filter(({ entry }) => entry.type !== SELF_TEST_TYPE),
  )
  return {
    entries: placed(rows, after),
    position: {
      task: events === 'gateway' ? after.task : lastOf(tasks, { limit, end: end.task }),
      event: events === 'notifications' ? after.event : lastOf(inbox, { limit, end: end.event }),
    },
  }
}

/** Returns the list's next cursor: its end after a partial page, else the last row. */
const lastOf = (
  rows: readonly { id?: bigint; seq?: bigint }[],
  { limit, end }: { limit: number; end: bigint },
): bigint => {
  const last = rows.at(-1)
  if (!last || rows.length < limit) return end
  return last.id ?? last.seq ?? end
}

const settledEnd = async ({
  db: { query },
}: PaymentsContext): Promise<FeedPosition | undefined> => {
  const end = await lastDrawn(query)
  await sleep(DRAWN_AND_WRITTEN_MS)
  const below = await nextTransaction(query)
  for (const giveUpAt = performance.now() + PATIENCE_MS; performance.now() < giveUpAt; ) {
    if (await haveAllEnded(query, below)) return end
    await sleep(POLL_MS)
  }
  return undefined
}

type Unplaced = Omit<FeedEntry, 'position'>
interface Row {
  task?: bigint
  event?: bigint
  entry: Unplaced
}

/** Merges by time, but keeps each list's order despite clock skew. */
const inOrderOfTime = (tasks: readonly Row[], events: readonly Row[]): Row[] => {
  const merged: Row[] = []
  const left = { tasks: [...tasks], events: [...events] }
  for (;;) {
    const [task, event] = [left.tasks[0], left.events[0]]
    if (!task && !event) return merged
    const isTask = task && (!event || task.entry.at <= event.entry.at)
    merged.push(...(isTask ? left.tasks : left.events).splice(0, 1))
  }
}

const placed = (rows: readonly Row[], after: FeedPosition): FeedEntry[] => {
  let position = after
  return rows.map(({ task = position.task, event = position.event, entry }) => {
    position = { task: later(position.task, task), event: later(position.event, event) }
    return { position, ...entry }
  })
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other)

const entriesOfTasks = async (ctx: PaymentsContext, tasks: readonly TaskRow[]): Promise<Row[]> => {
  const now = ctx.clock.now()
  const orderIds = tasks.flatMap(({ order_id }) => order_id ?? [])
  const facts = await readNotificationFacts(
    ctx.db.hot.pool,
    new Map(orderIds.map((id) => [id, now])),
  )
  return tasks.flatMap((task) => {
    const entry =
      task.kind === notifySavedCardKind.kind
        ? savedCardEntry(task, now)
        : orderEntry(task, task.order_id === null ? undefined : facts.get(task.order_id))
    return entry ? [{ task: task.id, entry }] : []
  })
}

const orderEntry = (task: TaskRow, facts: NotificationFacts | undefined): Unplaced | undefined => {
  const payload = notifyStorefrontKind.payload.safeParse(task.payload)
  const message = facts && payload.success ? messageOf(payload.data, facts) : undefined
  if (!message || !isUpToDate(message)) return undefined
  const { id, type, order } = message
  const body = notificationJson(message)
  return { source: 'puente', id, type, orderId: order.external_id, at: task.created_at, body }
}

const savedCardEntry = (task: TaskRow, at: Date): Unplaced | undefined => {
  const { data } = notifySavedCardKind.payload.safeParse(task.payload)
  if (!data) return undefined
  const type = 'payment_method.saved'
  const { messageId: id, customerId = null, card } = data
  const body = notificationJson({ id, type, at, customerId, card })
  return { source: 'puente', id, type, orderId: null, at: task.created_at, body }
}

const entryOfEvent = ({ message_id: id, body, received_at: at }: FeedEvent): Unplaced => {
  const event = readEvent(body)
  const orderId = event.kind === 'payment' ? (event.payment.external_reference ?? null) : null
  const type = readEventName(body)?.type ?? null
  return { source: 'gateway', id, type, orderId, at, body: maskSecrets(body.toString()) }
}
