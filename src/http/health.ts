import { Router } from 'express'
import { sql } from 'kysely'
import { keysInUse } from '../db/sealed-values.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { sealedPlacesOf } from '../payments/ports/platform.ts'
import type { SecretSealer } from '../runtime/sealed-secrets.ts'
import { within } from '../runtime/within.ts'

/** What keeps a process from its work; `undefined`: nothing. */
type Ailment = { status: 'no database' | 'worker stuck' } | MissingKeys
type MissingKeys = { status: 'sealing keys missing'; missing: string[] }

export type Health = () => Promise<Ailment | undefined>

export interface HealthDeps {
  ctx: PaymentsContext
  sealer: SecretSealer
  /** Seconds for which the worker role has made no progress while work is due; 0 as long as it does. */
  stuckFor: () => number | undefined
  /** How long the database may take to answer. */
  databaseMs: number
}

/** The keys of the database's secrets change rarely, and probes come every few seconds. */
const KEYS_EVERY_MS = 15_000
/**
 * Whether this process, with the roles that it has, can do its work: it reaches the database, has the
 * keys of all secrets in it, and its worker makes progress while work is due.
 */
export const createHealth = ({ ctx, sealer, stuckFor, databaseMs }: HealthDeps): Health => {
  let missing: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY

  const places = sealedPlacesOf(ctx.platforms.map(({ adapter }) => adapter))
  const findMissing = async (): Promise<void> => {
    if (Date.now() - lookedAt < KEYS_EVERY_MS) return
    const keys = await keysInUse(ctx.db.query, sealer, places)
    missing = keys.filter(({ state }) => state !== 'opens').map(({ keyId }) => keyId)
    lookedAt = Date.now()
  }

  return async () => {
    try {
      await within(databaseMs, async () => {
        await sql`SELECT 1`.execute(ctx.db.query)
        await findMissing()
      })
    } catch {
      return { status: 'no database' }
    }
    if (missing.length > 0) return { status: 'sealing keys missing', missing }
    return stuckFor() ? { status: 'worker stuck' } : undefined
  }
}

/** `/health`: 200, or 503 with what is the matter. */
export const healthRoute = (health: Health): Router => {
  const router = Router()
  router.get('/health', async (_request, response) => {
    const ailment = await health()
    response.status(ailment ? 503 : 200).json(ailment ?? { status: 'ok' })
  })
  return router
}
