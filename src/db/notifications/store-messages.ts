import type pg from 'pg'
import type { StoreId } from '../../domain/ids.ts'
import { addMs, CLOCK_SKEW_MS } from '../../runtime/clock.ts'
import { monthOf } from '../privacy/partitions.ts'
import type { MessageSource } from '../tables/events.ts'

/** Raw, unparsed, signature verified. */
export interface InboundMessage {
  source: MessageSource
  storeId: StoreId
  messageId: string
  /** If stated outside the body. */
  topic?: string | undefined
  /** If stated outside the body. */
  happenedAt?: Date | undefined
  body: Buffer
  receivedAt: Date
}

export interface StoredCount {
  storeId: StoreId
  source: MessageSource
  count: number
}

/**
 * Stores messages durably, one statement per source and month; a known message is a no-op. Returns
 * the counts of new ones. Rejects after `limitMs`, with the outcome unknown. `signedForMs`:
 * validity of a signature, at most 28 days; dedupe covers at least as long.
 * A unique key must include the partition's month, so the statement probes the adjacent month. Two
 * processes that store one message around midnight may both insert it, which is harmless: states
 * only advance.
 */
export const storeMessages = async (
  pool: pg.Pool,
  messages: readonly InboundMessage[],
  { signedForMs = 0, limitMs }: { signedForMs?: number; limitMs?: number } = {},
): Promise<StoredCount[]> => {
  const repeatableForMs = Math.max(REPEATED_WITHIN_MS, signedForMs)
  const kindOf = ({ source, receivedAt: at }: InboundMessage): string => {
    const months = [at, addMs(at, -repeatableForMs), addMs(at, CLOCK_SKEW_MS)]
    return [source, ...months.map((each) => monthOf(each))].join(' ')
  }
  const counts: StoredCount[] = []
  for (const [kind, alike] of Map.groupBy(messages, kindOf)) {
    const [source, month, ...monthsBeside] = kind.split(' ')
    const storing = storingOf(alike, { source, month, monthsBeside })
    const limited = { ...storing, query_timeout: limitMs }
    counts.push(...(await pool.query<StoredCount>(limited)).rows)
  }
  return counts
}

/** A subquery, not a join: one primary-key lookup per row, never a scan. */
const isNewTo = (month: '$11' | '$12'): string => `(
  SELECT true FROM inbox known
  WHERE known.month = ${month}::date AND known.message_id = sent.message_id
    AND known.store_id = sent.store_id AND known.source = $2) IS NULL`

const storingWhere = (isNew: string): string => `
  WITH durable AS (
    -- The sender may forget an acknowledged message, so its commit must reach the disk, regardless
    -- of session, role or server settings. Stronger settings stay.
    SELECT set_config('synchronous_commit', 'on', true)
    WHERE current_setting('synchronous_commit') = 'off'
  ), stored AS (
    INSERT INTO inbox (month, source, store_id, message_id, body, received_at, topic, happened_at)
    SELECT $1::date, $2::text, store_id, message_id, substring($3::bytea FROM body_at FOR body_bytes),
      to_timestamp(received_ms / 1000.0), topic, happened_at
    FROM unnest($4::text[], $5::text[], $6::int[], $7::int[], $8::bigint[], $9::text[],
      $10::timestamptz[])
      AS sent (store_id, message_id, body_at, body_bytes, received_ms, topic, happened_at)
    WHERE ${isNew}
    ON CONFLICT DO NOTHING RETURNING seq, month, source, store_id
  ), waiting AS (
    INSERT INTO inbox_waiting (seq, month, source, store_id) SELECT * FROM stored
  )
  SELECT store_id AS "storeId", source, count(*)::int AS count
  FROM stored WHERE (SELECT count(*) FROM durable) >= 0
  GROUP BY store_id, source`

const STORE = storingWhere('true')
/** Serves the turn of a month only: even skipped lookups cost as much as several rows. */
const STORE_AT_TURN = storingWhere(`${isNewTo('$11')} AND ${isNewTo('$12')}`)

const storingOf = (
  messages: readonly InboundMessage[],
  {
    source,
    month,
    monthsBeside,
  }: { source: string | undefined; month: string | undefined; monthsBeside: readonly string[] },
): pg.QueryConfig => {
  // Sorted, or two batches with the same messages would deadlock.
  const sorted = messages.toSorted(byKey)
  let next = 1
  const starts: number[] = []
  for (const { body } of sorted) {
    starts.push(next)
    next += body.length
  }
  const others = monthsBeside.map((other) => (other === month ? null : other))
  const isAtTurn = others.some((other) => other !== null)
  return {
    name: isAtTurn ? 'store-messages-at-turn' : 'store-messages',
    text: isAtTurn ? STORE_AT_TURN : STORE,
    values: [
      month,
      source,
      // One binary value goes unchanged; an array becomes escaped hex.
      Buffer.concat(sorted.map(({ body }) => body)),
      texts(sorted.map(({ storeId }) => storeId)),
      texts(sorted.map(({ messageId }) => messageId)),
      integers(starts),
      integers(sorted.map(({ body }) => body.length)),
      integers(sorted.map(({ receivedAt }) => receivedAt.getTime())),
      someOf(sorted.map(({ topic }) => topic ?? null)),
      someOf(sorted.map(({ happenedAt }) => happenedAt?.toISOString() ?? null)),
      ...(isAtTurn ? others : []),
    ],
  }
}

/** Formats an array faster than node-postgres, which scans each element for characters to escape. */
const integers = (values: readonly number[]): string => `{${values.join()}}`

const MUST_BE_ESCAPED = /["\\]/

/** Like `integers`; leaves rare texts to node-postgres. */
const texts = (values: string[]): string | string[] =>
  values.some((value) => MUST_BE_ESCAPED.test(value)) ? values : `{"${values.join('","')}"}`

/** Replaces a list of nulls with `null`: the same rows for less work. */
const someOf = <T>(values: (T | null)[]): (T | null)[] | null =>
  values.some((value) => value !== null) ? values : null

/** Longest retry period of a sender. */
const REPEATED_WITHIN_MS = 2 * 24 * 60 * 60_000

const byKey = (one: InboundMessage, other: InboundMessage): number =>
  compare(one.messageId, other.messageId) || compare(one.storeId, other.storeId)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
