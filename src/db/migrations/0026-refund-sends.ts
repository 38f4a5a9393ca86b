import { type Kysely, sql } from 'kysely'

/**
 * How often the gateway was asked for a refund and what it answered, and how it showed the payment
 * while that was not known. What was asked before counts as unanswered, unless it was accepted.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE refunds
     ADD COLUMN sends jsonb NOT NULL DEFAULT '[]',
     ADD COLUMN readings jsonb NOT NULL DEFAULT '[]',
     ADD COLUMN needs_attention text`,
  `UPDATE refunds SET sends = jsonb_build_array(jsonb_build_object(
     'at', to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'kind', kind,
     'answer', CASE WHEN accepted_at IS NULL THEN 'none' ELSE 'accepted' END))
   WHERE requested_at IS NOT NULL AND state IN ('requested', 'unknown', 'accepted')`,
]
