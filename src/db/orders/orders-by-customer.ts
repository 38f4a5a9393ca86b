import { sql } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import { FEW_STORES } from '../lists/conditions.ts'
import { newestOf } from '../lists/newest-of-stores.ts'

/** Upper bound on the newest orders scanned for common names. */
const NEWEST_ROWS = 2_000
/** Upper bound on matches from the index, to sort newest first. */
const MOST_MATCHES = 2_000
/** Upper bound per store, for a person with many stores. */
const MOST_MATCHES_OF_STORE = 50
const MOST_WORDS = 8

interface CustomerSearch {
  text: string
  storeIds: readonly StoreId[]
  limit: number
}

/** Longest short word: it matches many names, and the index would read all of them. */
const SHORT_WORD = 3

/**
 * Finds the newest orders by words of the customer's name, each from its start, ignoring accents,
 * case and order. In a few stores the index has every match, unless the name is common. Across
 * many, and for short words, common names are among the newest orders, and the index finds the
 * others.
 */
export const ordersByCustomerName = async (
  query: DbQuery,
  { text, storeIds, limit }: CustomerSearch,
): Promise<OrderId[]> => {
  if (storeIds.length === 0 || !/\p{L}/u.test(text)) return []
  const words = await wordsOf(query, text)
  if (words.length === 0) return []
  const search = { words, storeIds, limit }
  const isShort = words.every((word) => word.length <= SHORT_WORD)
  if (storeIds.length <= FEW_STORES && !isShort) {
    const indexed = await amongIndexed(query, search)
    // Fewer than the bound of one store: these are all matches.
    if (indexed.length < mostMatchesOf(storeIds)) return indexed.slice(0, limit)
    return newestOfBoth(await amongNewest(query, search), indexed, limit)
  }
  const newest = await amongNewest(query, search)
  if (newest.length >= limit) return newest
  return newestOfBoth(newest, await amongIndexed(query, search), limit)
}

const newestOfBoth = (newest: OrderId[], indexed: OrderId[], limit: number): OrderId[] =>
  [...new Set([...newest, ...indexed])].sort((one, other) => (one < other ? 1 : -1)).slice(0, limit)

interface WordSearch {
  words: readonly string[]
  storeIds: readonly StoreId[]
  limit: number
}

const mostMatchesOf = (storeIds: readonly StoreId[]): number =>
  Math.max(MOST_MATCHES_OF_STORE, Math.ceil(MOST_MATCHES / storeIds.length))

/** Returns at least the `limit` newest matches, newest first. */
const amongIndexed = async (
  query: DbQuery,
  { words, storeIds, limit }: WordSearch,
): Promise<OrderId[]> => {
  const most = mostMatchesOf(storeIds)
  // Per store: otherwise the planner reads all orders.
  const { rows } = await sql<{ id: OrderId }>`
    SELECT found.id
    FROM unnest(${storeIds}::text[]) AS store (id)
    CROSS JOIN LATERAL (
      SELECT id, store_id FROM orders WHERE customer ->> 'name' IS NOT NULL
        AND customer_words(store_id, customer) @@ replace(${tsQueryOf(words, STORE)}, ${STORE},
          regexp_replace(store.id, '[\\''\\\\]', '\\&\\&', 'g'))::tsquery
      LIMIT ${most}
    ) found
    WHERE found.store_id = store.id ORDER BY found.id DESC LIMIT ${Math.max(limit, most)}`.execute(
    query,
  )
  return rows.map(({ id }) => id)
}

/** Splits a text as the index does. */
const wordsOf = async (query: DbQuery, text: string): Promise<string[]> => {
  const { rows } = await sql<{ word: string }>`
    SELECT ltrim(word) AS word
    FROM unnest(tsvector_to_array(customer_words('', jsonb_build_object('name', ${text}::text)))) AS word
    LIMIT ${MOST_WORDS}`.execute(query)
  return rows.map(({ word }) => word)
}

const amongNewest = async (
  query: DbQuery,
  { words, storeIds, limit }: WordSearch,
): Promise<OrderId[]> => {
  const columns = ['id', 'customer']
  const newest = newestOf(storeIds, { table: 'orders', columns, rows: NEWEST_ROWS })
  // Words hold no ASCII punctuation.
  const parts = words.map((word) => `%${word}%`)
  // `OFFSET 0` keeps the costly exact check behind the sort, so it ends with the limit.
  const { rows } = await sql<{ id: OrderId }>`
    SELECT id FROM (
      SELECT newest.id, newest.customer
      FROM (${newest}) AS newest
      WHERE lower(regexp_replace(normalize(customer ->> 'name', NFKD), '[\u0300-\u036f]', '', 'g'))
        LIKE ALL (${parts}::text[])
      ORDER BY newest.id DESC OFFSET 0
    ) similar_names
    WHERE customer_words('', customer) @@ ${tsQueryOf(words, '')}::tsquery
    LIMIT ${limit}`.execute(query)
  return rows.map(({ id }) => id)
}

/** Stands for a store's id; no word holds it. */
const STORE = '{store}'

/** Matches all words, as prefixes, in a store. */
const tsQueryOf = (words: readonly string[], storeId: string): string =>
  words.map((word) => `${quoted(`${storeId} ${word}`)}:*`).join(' & ')

const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`
