import type { ApiKeyRow } from '../../db/db.ts'
import { apiKeysOf } from '../../db/stores/api-keys.ts'
import { StoreId } from '../../domain/ids.ts'
import { viewOfLimit } from '../../http/api/people/refund-limits.ts'
import {
  createApiKey,
  endOfKey,
  revokeApiKey,
  rightsOfKey,
} from '../../payments/stores/api-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/text/printable.ts'
import { printReportJson } from '../terminal/print.ts'
import { noSuchStore, storeNamed } from '../terminal/store-named.ts'
import { type Cell, stdoutOutlet, tableLines } from '../terminal/table.ts'
import { type KeyRightsOptions, readKeyRights, rightsInWords } from './key-rights.ts'
import type { StoreCommandContext } from './workplace.ts'

export const listKeys = async (
  { connecting: { query, now } }: StoreCommandContext,
  { id, json }: { id: string; json: boolean },
): Promise<void> => {
  const store = await storeNamed(query, id)
  const found = await apiKeysOf(query, store.id)
  if (json) return printReportJson({ data: found.map((key) => keyInJson(key, now)) })
  const outlet = stdoutOutlet()
  if (found.length === 0) console.log('No API keys.')
  else if (outlet.isTTY) {
    const rows = found.map((key) => rowOf(key, now))
    console.log(tableLines(COLUMNS, rows, outlet).join('\n'))
  } else for (const key of found) console.log(keyLine(key, now))
}

const COLUMNS = [
  'KEY',
  { header: 'NAME', yields: 'cut' },
  { header: 'HINT', yields: 'extra' },
  { header: 'RIGHTS', yields: 'cut' },
  { header: 'CREATED', yields: 'extra' },
  { header: 'LAST USED', yields: 'extra' },
  'STATE',
] as const

const rowOf = (key: ApiKeyRow, now: Date): Cell[] => {
  const end = endOfKey(key, now)
  return [
    key.id,
    key.name,
    key.hint ?? '-',
    rightsInWords(rightsOfKey(key)),
    key.created_at,
    key.last_used_at ?? '-',
    end?.how ?? 'valid',
  ]
}

export interface CreateKeyOptions extends KeyRightsOptions {
  id: string
  name: string
  expires?: Date
}

export const createKey = async (
  { connecting }: StoreCommandContext,
  { id, name, expires, ...options }: CreateKeyOptions,
): Promise<void> => {
  const storeId = StoreId.parse(id)
  const expiresAt = inTheFuture(expires, connecting.now)
  const rights = readKeyRights(options)
  const apiKey = await createApiKey(connecting, { storeId, name, expiresAt, rights })
  if (apiKey === undefined) throw await noSuchStore(connecting.query, storeId)
  console.log(`Created the API key "${name}" of the store "${storeId}".

  API key            ${apiKey}
  Scopes             ${rightsInWords(rights)}

Puente does not show it again.${expiresAt ? ` It expires on ${expiresAt.toISOString()}.` : ''}`)
}

/** Returns `null` for no end. */
export const inTheFuture = (expires: Date | undefined, now: Date): Date | null => {
  if (expires && expires <= now) throw new UserError('--expires: must be in the future')
  return expires ?? null
}

export const revokeKey = async (
  { connecting: { query, now } }: StoreCommandContext,
  { id: storeId }: { id?: string },
  { argument: id }: { argument: string },
): Promise<void> => {
  const revoked = await revokeApiKey(query, { id, storeId: StoreId.optional().parse(storeId), now })
  if (revoked.outcome === 'no-such-key') throw new UserError(`There is no API key ${id}.`)
  const { key, left } = revoked
  console.log(`Revoked the API key "${printable(key.name)}" of the store "${key.store_id}".`)
  if (left === 0) console.log('The store has no valid API key left. Create one with "keys create".')
}

/** JSON view of an API key; contains no secret. */
export const keyInJson = (key: ApiKeyRow, now: Date) => {
  const { id, name, hint, created_at, last_used_at, expires_at, revoked_at } = key
  const { scopes, refundLimit, refundDayLimit } = rightsOfKey(key)
  return {
    ...{ id, name, hint, scopes },
    refund_limit: viewOfLimit(refundLimit),
    refund_day_limit: viewOfLimit(refundDayLimit),
    in_force: endOfKey(key, now) === undefined,
    ...{ created_at, last_used_at, expires_at, revoked_at },
  }
}

/** Contains no secret; `now` adds whether the key is valid. */
export const keyLine = (key: ApiKeyRow, now?: Date): string => {
  const end = now && endOfKey(key, now)
  const parts = [
    key.id,
    `"${key.name}"`,
    key.hint ?? '(not used yet)',
    rightsInWords(rightsOfKey(key)),
    `created ${key.created_at.toISOString()}`,
    key.last_used_at ? `last used ${key.last_used_at.toISOString()}` : 'never used',
    end
      ? `${end.how} ${end.at.toISOString()}`
      : key.expires_at
        ? `expires ${key.expires_at.toISOString()}`
        : 'does not expire',
  ]
  return parts.map(printable).join('  ')
}
