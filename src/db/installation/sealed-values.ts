import { sql } from 'kysely'
import { orUndefined } from '../../runtime/failure.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { sealingContextOfReceiver as contextOfAlertChannel } from '../alerts/store-alert-channels.ts'
import type { DbQuery } from '../db.ts'
import { SEALED_ENDPOINT_FIELDS, sealingContextOfEndpoint } from '../endpoints/endpoint-secrets.ts'
import { sealingContextOfAuthenticator } from '../people/second-factors.ts'
import { sealingContextOfAnswer } from '../requests/keyed-requests.ts'
import { sealingContextOfConnection as contextOfBegun } from '../stores/begun-connections.ts'
import { sealingContextOfSecret as contextOfStore, SEALED_FIELDS } from '../stores/store-secrets.ts'

export interface SealedPlace {
  table: string
  column: string
  /** Binds each value to its row. */
  idColumn: string
  context: (id: string) => string
}

export const CHECK_CONTEXT = 'installation/sealed_check'

/** Lists all columns of sealed values; `more` are the platforms'. */
export const sealedPlaces = (more: readonly SealedPlace[]): readonly SealedPlace[] => [
  ...SEALED_FIELDS.map((column) => ({
    table: 'stores',
    column,
    idColumn: 'id',
    context: (id: string) => contextOfStore(id, column),
  })),
  ...SEALED_ENDPOINT_FIELDS.map((column) => ({
    table: 'notification_endpoints',
    column,
    idColumn: 'id',
    context: (id: string) => sealingContextOfEndpoint(id, column),
  })),
  {
    table: 'begun_connections',
    column: 'sealed',
    idColumn: 'token_hash',
    context: contextOfBegun,
  },
  {
    table: 'store_alert_channels',
    column: 'sealed_receiver',
    idColumn: 'id',
    context: contextOfAlertChannel,
  },
  {
    table: 'keyed_requests',
    column: 'sealed_answer',
    idColumn: 'id',
    context: sealingContextOfAnswer,
  },
  {
    table: 'person_authenticators',
    column: 'sealed_secret',
    idColumn: 'person_id',
    context: sealingContextOfAuthenticator,
  },
  ...more,
  // Last: once resealed, it proves that the values before it are.
  { table: 'installation', column: 'sealed_check', idColumn: 'id', context: () => CHECK_CONTEXT },
]

export type KeyState =
  | 'opens'
  | 'missing'
  /** A key other than the one with this id sealed the value. */
  | 'other-key'

export interface KeyInUse {
  keyId: string
  state: KeyState
  values: number
  places: Record<string, number>
}

/** Counts the values per key. Opens one value per key and column. */
export const keysInUse = async (
  query: DbQuery,
  sealer: SecretSealer,
  places: readonly SealedPlace[],
): Promise<KeyInUse[]> => {
  const keys = new Map<string, KeyInUse>()
  for (const place of places) {
    const { table, column } = place
    for (const { key_id: keyId, values, id, sealed } of await keysOfPlace(query, place)) {
      const known = keys.get(keyId) ?? { keyId, state: 'opens', values: 0, places: {} }
      keys.set(keyId, {
        keyId,
        state:
          known.state === 'opens' ? stateOf(sealer, { place, id, sealed, keyId }) : known.state,
        values: known.values + Number(values),
        places: { ...known.places, [`${table}.${column}`]: Number(values) },
      })
    }
  }
  return [...keys.values()]
}

interface KeyOfPlace {
  key_id: string
  values: bigint
  id: string
  sealed: string
}

const keysOfPlace = async (
  query: DbQuery,
  { table, column, idColumn }: SealedPlace,
): Promise<KeyOfPlace[]> => {
  const [id, sealed] = [sql.ref(idColumn), sql.ref(column)]
  const { rows } = await sql<KeyOfPlace>`
    SELECT split_part(${sealed}, '.', 2) AS key_id, count(*) AS values,
      (array_agg(${id} ORDER BY ${id}))[1] AS id, (array_agg(${sealed} ORDER BY ${id}))[1] AS sealed
    FROM ${sql.table(table)} WHERE ${sealed} IS NOT NULL GROUP BY 1`.execute(query)
  return rows
}

const stateOf = (
  sealer: SecretSealer,
  { place, id, sealed, keyId }: { place: SealedPlace; id: string; sealed: string; keyId: string },
): KeyState => {
  if (!sealer.keyIds.includes(keyId)) return 'missing'
  return openOrNothing(sealer, sealed, place.context(id)) === undefined ? 'other-key' : 'opens'
}

export const openOrNothing = (
  sealer: SecretSealer,
  sealed: string,
  context: string,
): string | undefined => orUndefined(() => sealer.open(sealed, context))
