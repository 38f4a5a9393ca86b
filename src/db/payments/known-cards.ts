import { type CompiledQuery, type Selectable, sql } from 'kysely'
import { executeTogether } from '../../runtime/postgres/statements/joined-statements.ts'
import type { DbQuery, PaymentRow } from '../db.ts'
import { inserting, writing } from '../rows.ts'
import type { DbTables } from '../tables.ts'

export type KnownCard = Selectable<DbTables['known_cards']>

const CARD = ['store_id', 'payment_method_id', 'brand', 'last_four'] as const

const INSERT_CARDS = `${inserting('known_cards', CARD)}
  ON CONFLICT (store_id, payment_method_id) DO UPDATE SET
    brand = COALESCE(EXCLUDED.brand, known_cards.brand),
    last_four = COALESCE(EXCLUDED.last_four, known_cards.last_four)`

/** Longer ids, which no gateway needs, would not fit the index. */
const LONGEST_ID = 200

export const writingKnownCards = (cards: readonly KnownCard[]): CompiledQuery[] => {
  const fitting = cards.filter(({ payment_method_id: id }) => id.length <= LONGEST_ID)
  return writing(INSERT_CARDS, [CARD, fitting])
}

export const writeKnownCards = async (
  query: DbQuery,
  cards: readonly KnownCard[],
): Promise<void> => {
  await executeTogether(query, writingKnownCards(cards))
}

/** Returns the known cards of payments with a saved card, by payment id. */
export const cardsOfPayments = async (
  query: DbQuery,
  payments: readonly PaymentRow[],
): Promise<Map<string, Pick<KnownCard, 'brand' | 'last_four'>>> => {
  const ids = payments.flatMap(({ id, payment_method_id: method }) => (method ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pick<KnownCard, 'brand' | 'last_four'> & { id: string }>`
    SELECT payments.id, brand, last_four FROM payments JOIN known_cards USING (store_id, payment_method_id)
    WHERE payments.id = ANY (${ids}::text[])`.execute(query)
  return new Map(rows.map(({ id, ...card }) => [id, card]))
}

/** Returns the known saved card of a payment. */
export const cardOfPayment = async (
  query: DbQuery,
  paymentId: string,
): Promise<Pick<KnownCard, 'brand' | 'last_four'> | undefined> => {
  const { rows } = await sql<Pick<KnownCard, 'brand' | 'last_four'>>`
    SELECT brand, last_four FROM payments JOIN known_cards USING (store_id, payment_method_id)
    WHERE payments.id = ${paymentId}`.execute(query)
  return rows[0]
}
