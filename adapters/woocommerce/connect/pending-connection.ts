import { z } from 'zod'
import type { StoreId } from '../../../src/domain/ids.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import { begunConnections, type Core } from '../../adapter.ts'
import { typedKeys } from '../../onboarding/connection.ts'
import { FINISH_PROBLEMS } from './problems.ts'

/**
 * `begun`: unverified. `proven`: confirmed by the site. `asked`: has the gateway's keys, not
 * WooCommerce's. `keyed`: has both. `failed`: needs other keys.
 */
const step = z.enum(['begun', 'proven', 'asked', 'keyed', 'failed', 'connected'])

const details = z.object({
  site_url: z.string(),
  site_name: z.string(),
  rest_url: z.string(),
  /** The plugin's settings page. */
  return_url: z.string(),
  locale: z.enum(['es', 'en']),
  plugin_version: z.string(),
  woocommerce_version: z.string(),
  environment: z.enum(['test', 'live']).optional(),
  wrong_codes: z.int().default(0),
  /** Why it failed, in the refusing side's words. */
  problem: z.object({ code: z.enum(FINISH_PROBLEMS), detail: z.string() }).optional(),
})

const secrets = z.object({
  pairing_secret: z.string(),
  gateway: typedKeys.optional(),
  rest_keys: z.object({ consumer_key: z.string(), consumer_secret: z.string() }).optional(),
  webhook_secret: z.string(),
})

type BegunConnection = NonNullable<Awaited<ReturnType<typeof begunConnections.find>>>

export type BegunDetails = z.output<typeof details>

export type PendingConnection = ReturnType<typeof readBegun>

export interface BegunDeps {
  ctx: Pick<Core, 'db' | 'clock' | 'ids'>
  sealer: SecretSealer
}

const EXPIRES_AFTER_MS = 60 * 60_000

/** Keeps the connection for an hour. */
export const storePending = async (
  { ctx: { db, clock, ids }, sealer }: BegunDeps,
  {
    pairingSecret: pairing_secret,
    ...begun
  }: {
    storeId: StoreId
    begunBy: string
    pairingSecret: string
    details: z.input<typeof details>
  },
): Promise<{ token: string; expiresAt: Date }> => {
  const token = ids.secret(24)
  const now = clock.now()
  const expiresAt = addMs(now, EXPIRES_AFTER_MS)
  const secrets = { pairing_secret, webhook_secret: ids.secret(32) }
  const connection = { ...begun, token, platform: 'woocommerce', step: 'begun', secrets } as const
  await begunConnections.keep({ query: db.query, sealer }, { ...connection, now, expiresAt })
  return { token, expiresAt }
}

const readBegun = (token: string, begun: BegunConnection) => ({
  /** Opens the connection's pages. */
  token,
  storeId: begun.storeId,
  step: step.parse(begun.step),
  details: details.parse(begun.details),
  secrets: secrets.parse(begun.secrets),
  begun,
})

/** Returns `undefined` for an unknown or expired token. */
export const findPending = async (
  { ctx, sealer }: BegunDeps,
  token: string,
): Promise<PendingConnection | undefined> => {
  const visited = { token, now: ctx.clock.now() }
  const begun = await begunConnections.find({ query: ctx.db.query, sealer }, visited)
  return begun && readBegun(token, begun)
}

type Changes = Partial<Pick<PendingConnection, 'step' | 'storeId' | 'details' | 'secrets'>>

/** Updates by compare-and-set; `undefined` if a concurrent change won. */
export const updatePending = async (
  { ctx, sealer }: BegunDeps,
  begun: PendingConnection,
  changes: Changes,
): Promise<PendingConnection | undefined> => {
  const moved = await begunConnections.move({ query: ctx.db.query, sealer }, begun.begun, {
    step: begun.step,
    storeId: begun.storeId,
    details: begun.details,
    secrets: begun.secrets,
    ...changes,
  })
  return moved && readBegun(begun.token, moved)
}
