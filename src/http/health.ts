import { Router } from 'express'
import { sql } from 'kysely'
import { keysInUse } from '../ledger/sealed-values.ts'
import type { PaymentsContext } from '../payments/context.ts'
import type { SecretSealer } from '../platform/sealed-secrets.ts'

/** What keeps a process from its work; `undefined`: nothing. */
type Ailment = { status: 'no database' | 'worker stuck' } | MissingKeys
type MissingKeys = { status: 'sealing keys missing'; missing: string[] }

export type Health = () => Promise<Ailment | undefined>

export interface HealthDeps {
  ctx: PaymentsContext
  sealer: SecretSealer
  /** When the worker role of this process last looked for work; `undefined`: it has none. */
  lastLook: () => number | undefined
}

/** The keys of the ledger's secrets change rarely, and probes come every few seconds. */
const KEYS_EVERY_MS = 15_000
/** The worker role looks every second, also when there is nothing to do. */
const STUCK_AFTER_MS = 60_000

/**
 * Whether this process, with the roles that it has, can do its work: it reaches the ledger, has the
 * keys of all secrets in it, and its worker looks for work.
 */
export const createHealth = ({ ctx, sealer, lastLook }: HealthDeps): Health => {
  let missing: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY

  const findMissing = async (): Promise<void> => {
    if (Date.now() - lookedAt < KEYS_EVERY_MS) return
    const keys = await keysInUse(ctx.ledger.query, sealer)
    missing = keys.filter(({ state }) => state !== 'opens').map(({ keyId }) => keyId)
    lookedAt = Date.now()
  }

  return async () => {
    try {
      await sql`SELECT 1`.execute(ctx.ledger.query)
      await findMissing()
    } catch {
      return { status: 'no database' }
    }
    if (missing.length > 0) return { status: 'sealing keys missing', missing }
    const lookedForWorkAt = lastLook() ?? Number.POSITIVE_INFINITY
    return Date.now() - lookedForWorkAt > STUCK_AFTER_MS ? { status: 'worker stuck' } : undefined
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
