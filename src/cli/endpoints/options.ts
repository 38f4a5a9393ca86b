import type { DbQuery } from '../../db/db.ts'
import { endpointsOfStore, type NotificationEndpointRow } from '../../db/endpoints/endpoints.ts'
import type { EndpointRefusal } from '../../payments/endpoints/endpoint-fields.ts'
import { LISTED_TYPES } from '../../payments/ports/notification.ts'
import { UserError } from '../../runtime/failure.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import { didYouMean, WrongUse } from '../terminal/command-line.ts'
import { storeNamed } from '../terminal/store-named.ts'

type EventType = (typeof LISTED_TYPES)[number]

/** Reads `--events`: comma-separated types, or `all` (`null`). */
export const readEvents = (text: string | undefined): EventType[] | null | undefined => {
  if (text === undefined) return undefined
  if (text === 'all') return null
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const types = names.map((name) => {
    const type = LISTED_TYPES.find((each) => each === name)
    if (type) return type
    throw new WrongUse(
      `--events: there is no event "${name}".${didYouMean(name, LISTED_TYPES)} Events: ${LISTED_TYPES.join(', ')}; or all.`,
    )
  })
  if (types.length === 0)
    throw new WrongUse(
      `--events: name at least one event. Events: ${LISTED_TYPES.join(', ')}; or all.`,
    )
  return [...new Set(types)]
}

/** Finds an endpoint of a store. Throws a UserError for an unknown id. */
export const endpointNamed = async (
  query: DbQuery,
  { id, endpoint }: { id: string; endpoint: string },
): Promise<NotificationEndpointRow> => {
  const store = await storeNamed(query, id)
  const all = await endpointsOfStore(query, store.id)
  const found = all.find((each) => each.id === endpoint)
  if (found) return found
  const known = all.map((each) => `  ${each.id}  ${addressWithoutSecrets(each.url)}`).join('\n')
  throw new UserError(
    `--endpoint: the store "${store.id}" has no endpoint "${endpoint}".${known && ` It has:\n${known}`}`,
  )
}

export const noSuchEndpoint = (): UserError => new UserError('The endpoint no longer exists.')

export const refusedField = ({ field, reason }: EndpointRefusal): UserError =>
  new UserError(`--${field}: ${reason.en}`)
