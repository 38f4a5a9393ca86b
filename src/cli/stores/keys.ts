import { apiKeysOf } from '../../db/api-keys.ts'
import type { ApiKeyRow } from '../../db/db.ts'
import { StoreId } from '../../domain/ids.ts'
import {
  createApiKey,
  endOfKey,
  revokeApiKey,
  rightsOfKey,
} from '../../payments/stores/api-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { printable } from '../../runtime/printable.ts'
import { chosenFrom, wrongUse } from '../command-line.ts'
import { noSuchShop } from '../no-such-store.ts'
import { printJson } from '../print-json.ts'
import { readTime, refuseOthers, required, storeIdOf, type Values } from './arguments.ts'
import { namedStore } from './find.ts'
import { limitInJson, readKeyRights, rightsInWords } from './key-rights.ts'
import type { Workplace } from './workplace.ts'

interface KeyCommand {
  options: readonly string[]
  run(workplace: Workplace, values: Values, more: readonly string[]): Promise<void>
}

export const keys = async (
  workplace: Workplace,
  values: Values,
  [command = 'list', ...more]: readonly string[],
): Promise<void> => {
  const { options, run } = chosenFrom(KEY_COMMANDS, command, { command: 'stores', what: 'keys' })
  refuseOthers(values, { command: `keys ${command}`, options: ['id', ...options] })
  return run(workplace, values, more)
}

const list = async (workplace: Workplace, values: Values): Promise<void> => {
  const store = await namedStore(workplace, values)
  const found = await apiKeysOf(workplace.connecting.query, store.id)
  const { now } = workplace.connecting
  if (values.json) return printJson({ data: found.map((key) => keyInJson(key, now)) })
  for (const key of found) console.log(keyLine(key, now))
  if (found.length === 0) console.log('It has no API keys.')
}

const create = async ({ connecting }: Workplace, values: Values): Promise<void> => {
  const storeId = storeIdOf(values)
  const name = required(values, 'name')
  const expiresAt = readTime(values, 'expires') ?? null
  if (expiresAt && expiresAt <= connecting.now) throw new UserError('--expires: is over already')
  const rights = readKeyRights(values)
  const apiKey = await createApiKey(connecting, { storeId, name, expiresAt, rights })
  if (apiKey === undefined) throw await noSuchShop(connecting.query, storeId)
  console.log(`The shop "${storeId}" has another key, "${name}".

  API key            ${apiKey}
  It may             ${rightsInWords(rights)}

It is shown this once${expiresAt ? `, and expires on ${expiresAt.toISOString()}` : ''}.`)
}

const revoke = async (
  { connecting: { query, now } }: Workplace,
  { id: storeId }: Values,
  [id]: readonly string[],
): Promise<void> => {
  if (!id) throw wrongUse('stores', 'Which key? "keys --id SHOP" lists them.')
  const revoked = await revokeApiKey(query, { id, storeId: StoreId.optional().parse(storeId), now })
  if (revoked.outcome === 'no-such-key') throw new UserError(`There is no API key ${id}.`)
  const { key, left } = revoked
  console.log(
    `The key "${printable(key.name)}" of the shop "${key.store_id}" is revoked, from now on.`,
  )
  if (left === 0) console.log('The shop has no API key in force any more: "keys create" makes one.')
}

const KEY_COMMANDS: Record<string, KeyCommand> = {
  list: { options: ['json'], run: list },
  create: {
    options: ['name', 'expires', 'scopes', 'refund-limit', 'refund-day-limit'],
    run: create,
  },
  revoke: { options: [], run: revoke },
}

/** JSON view of an API key; contains no secret. */
export const keyInJson = (key: ApiKeyRow, now: Date) => {
  const { id, name, hint, created_at, last_used_at, expires_at, revoked_at } = key
  const { scopes, refundLimit, refundDayLimit } = rightsOfKey(key)
  return {
    ...{ id, name, hint, scopes },
    refund_limit: limitInJson(refundLimit),
    refund_day_limit: limitInJson(refundDayLimit),
    in_force: endOfKey(key, now) === undefined,
    ...{ created_at, last_used_at, expires_at, revoked_at },
  }
}

/** Formats a key without secrets; `now` adds whether it is valid. */
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
