import { Router } from 'express'
import { sql } from 'kysely'
import { waitingAlertMessages } from '../db/alert-messages.ts'
import { keysInUse } from '../db/sealed-values.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { sealedPlacesOf } from '../payments/ports/platform.ts'
import type { SecretSealer } from '../runtime/sealed-secrets.ts'
import { within } from '../runtime/within.ts'

/** What keeps a process from its work. */
type Ailment = { status: 'no database' | 'worker stuck' } | MissingKeys
type MissingKeys = { status: 'sealing keys missing'; missing: string[] }

/** It does its work; `undelivered_alerts`: so many messages wait for channels that do not take them. */
type Well = { status: 'ok'; undelivered_alerts?: number }

export type Health = () => Promise<Ailment | Well>

export interface HealthDeps {
  ctx: PaymentsContext
  sealer: SecretSealer
  /** Seconds for which the worker role has made no progress while work is due; 0 as long as it does. */
  stuckFor: () => number | undefined
  /** How long the database may take to answer. */
  databaseMs: number
  /** The channels of alerts that this installation has. */
  alertChannels: readonly string[]
}

/** The keys of the database's secrets change rarely, and probes come every few seconds. */
const KEYS_EVERY_MS = 15_000
/**
 * Whether this process, with the roles that it has, can do its work: it reaches the database, has the
 * keys of all secrets in it, and its worker makes progress while work is due.
 */
export const createHealth = ({
  ctx,
  sealer,
  stuckFor,
  databaseMs,
  alertChannels,
}: HealthDeps): Health => {
  let missing: string[] = []
  let lookedAt = Number.NEGATIVE_INFINITY

  const places = sealedPlacesOf(ctx.platforms.map(({ adapter }) => adapter))
  const findMissing = async (): Promise<void> => {
    if (Date.now() - lookedAt < KEYS_EVERY_MS) return
    const keys = await keysInUse(ctx.db.query, sealer, places)
    missing = keys.filter(({ state }) => state !== 'opens').map(({ keyId }) => keyId)
    lookedAt = Date.now()
  }

  const undelivered = async (): Promise<number> => {
    const waiting = await waitingAlertMessages(ctx.db.query, alertChannels)
    return waiting.reduce(
      (sum, { failingSince, messages }) => sum + (failingSince ? messages : 0),
      0,
    )
  }

  return async () => {
    let undeliveredAlerts = 0
    try {
      await within(databaseMs, async () => {
        await sql`SELECT 1`.execute(ctx.db.query)
        await findMissing()
        if (alertChannels.length > 0) undeliveredAlerts = await undelivered()
      })
    } catch {
      return { status: 'no database' }
    }
    if (missing.length > 0) return { status: 'sealing keys missing', missing }
    if (stuckFor()) return { status: 'worker stuck' }
    return { status: 'ok', ...(undeliveredAlerts > 0 && { undelivered_alerts: undeliveredAlerts }) }
  }
}

/** `/health`: 200, or 503 with what is the matter. Alerts that reach nobody are for people, not for who restarts us. */
export const healthRoute = (health: Health): Router => {
  const router = Router()
  router.get('/health', async (_request, response) => {
    const found = await health()
    response.status(found.status === 'ok' ? 200 : 503).json(found)
  })
  return router
}
