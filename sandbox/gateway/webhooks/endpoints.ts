import { randomBytes, randomUUID } from 'node:crypto'
import type { Settings } from '../../../config/settings.ts'
import type { Environment } from '../../../src/contract/keys.ts'
import { UserError } from '../../../src/runtime/failure.ts'
import type { SandboxDatabase } from '../database/sandbox-database.ts'
import type { EndpointRow } from '../database/tables.ts'
import { isPrivateHost } from '../http/private-host.ts'

/** Section 6.1. */
const newSecret = (environment: Environment): string =>
  `whsec_${environment}_${randomBytes(24).toString('hex')}`

export const addEndpoint = (
  database: SandboxDatabase,
  endpoint: { environment: Environment; url: string; secret?: string | undefined },
): Promise<EndpointRow> =>
  database.query
    .insertInto('endpoints')
    .values({
      id: `we_${randomUUID()}`,
      environment: endpoint.environment,
      url: endpoint.url,
      secret: endpoint.secret ?? newSecret(endpoint.environment),
      from_settings: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const listEndpoints = ({ query }: SandboxDatabase, ...environments: Environment[]) =>
  query
    .selectFrom('endpoints')
    .selectAll()
    .where('environment', 'in', environments)
    .orderBy('environment', 'desc')
    .orderBy('position')
    .execute()

export const deleteEndpoint = ({ query }: SandboxDatabase, id: string): Promise<boolean> =>
  query.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('endpoints')
      .where('id', '=', id)
      .executeTakeFirst()
    await trx
      .deleteFrom('deliveries')
      .where('endpoint_id', '=', id)
      .where('state', '=', 'pending')
      .execute()
    return numDeletedRows > 0n
  })

/** Applies immediately, also to pending attempts (6.5). */
export const rotateSecret = async (
  { query }: SandboxDatabase,
  id: string,
): Promise<string | undefined> => {
  const endpoint = await query
    .selectFrom('endpoints')
    .select('environment')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!endpoint) return undefined
  const secret = newSecret(endpoint.environment)
  await query.updateTable('endpoints').set({ secret }).where('id', '=', id).execute()
  return secret
}

const SETTINGS_ENDPOINT_ID = 'we_settings'

/**
 * Syncs the endpoint of `SANDBOX_WEBHOOK_URL` with the settings: an earlier start may have had
 * another, or rotated its secret.
 */
export const registerSettingsEndpoint = async (database: SandboxDatabase, settings: Settings) => {
  const { SANDBOX_WEBHOOK_URL: url, SANDBOX_WEBHOOK_SECRET: secret } = settings
  if (url === undefined) {
    await deleteEndpoint(database, SETTINGS_ENDPOINT_ID)
    return
  }
  if (!readEndpointUrl(url).ok) {
    throw new UserError(
      'SANDBOX_WEBHOOK_URL: expected an https URL without a user and a password; http is for receivers on this machine or its network.',
    )
  }
  await database.query
    .insertInto('endpoints')
    .values({ id: SETTINGS_ENDPOINT_ID, environment: 'test', url, secret, from_settings: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ url, secret }))
    .execute()
}

const LONGEST_URL = 2_000

export type EndpointUrlRefusal = 'not-a-url' | 'https-needed' | 'too-long'

export type EndpointUrlReading =
  | { ok: true; url: string }
  | { ok: false; because: EndpointUrlRefusal }

/** Reserved domains that public DNS does not resolve. */
const isNearby = (hostname: string): boolean =>
  isPrivateHost(hostname) || /\.(internal|local|test)\.?$/.test(hostname)

/** Requires https (6.1), except on this machine's network. */
export const readEndpointUrl = (typed: string): EndpointUrlReading => {
  const url = URL.parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    return { ok: false, because: 'not-a-url' }
  }
  if (url.protocol === 'http:' && !isNearby(url.hostname)) {
    return { ok: false, because: 'https-needed' }
  }
  url.hash = ''
  return url.href.length > LONGEST_URL
    ? { ok: false, because: 'too-long' }
    : { ok: true, url: url.href }
}
