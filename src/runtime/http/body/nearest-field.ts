import type { z } from 'zod'
import { nearestName } from '../../text/nearest-name.ts'
import { fieldsOf, schemasAt } from './schema-at.ts'

/** Maximum length of a typo. */
const LONGEST_NAME = 64
/** Levels of objects that hold a field which the caller put elsewhere. */
const MOST_LEVELS = 3

/** Names that other APIs use, with ours. */
const NAMES_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  count: ['limit'],
  page_size: ['limit'],
  per_page: ['limit'],
  after: ['cursor'],
  offset: ['cursor'],
  page: ['cursor'],
  starting_after: ['cursor'],
  total: ['amount'],
  currency_code: ['currency'],
  external_reference: ['id'],
  order_id: ['id'],
  reference: ['id'],
  redirect_url: ['success_url'],
  return_url: ['success_url'],
  card: ['payment_method'],
  payment_method_id: ['payment_method'],
}

/**
 * Suggests the field that an unknown one means: at `path`, the field that equals it except for
 * case, `_` and `-`, or by one or two edits; else the only field of this name at another place
 * (`order.amount`); else our name for a field of other APIs.
 */
export const nearestField = (
  schemas: readonly (z.core.$ZodType | undefined)[],
  path: readonly PropertyKey[],
  unknown: string,
): string | undefined => {
  if (unknown.length > LONGEST_NAME) return undefined
  const known = schemasAt(schemas, path).flatMap((schema) => Object.keys(fieldsOf(schema)))
  const near =
    known.find((name) => plain(name) === plain(unknown)) ??
    nearestName(unknown, known, unknown.length > 4 ? 2 : 1)
  if (near !== undefined) return near
  const places = schemas.flatMap((schema) => (schema ? placesIn(schema, MOST_LEVELS) : []))
  const names = Object.hasOwn(NAMES_ELSEWHERE, unknown) ? (NAMES_ELSEWHERE[unknown] ?? []) : []
  return names.find((name) => known.includes(name)) ?? onlyPlace(places, [unknown, ...names])
}

const onlyPlace = (places: readonly string[], names: readonly string[]): string | undefined => {
  for (const name of names) {
    const found = places.filter((place) => plain(lastOf(place)) === plain(name))
    if (found.length === 1) return found[0]
  }
  return undefined
}

/** Lists the paths of fields: `order`, `order.amount`. */
const placesIn = (schema: z.core.$ZodType, levels: number): string[] =>
  levels === 0
    ? []
    : schemasAt([schema], []).flatMap((object) =>
        Object.entries(fieldsOf(object)).flatMap(([name, field]) => [
          name,
          ...placesIn(field, levels - 1).map((below) => `${name}.${below}`),
        ]),
      )

const lastOf = (place: string): string => place.slice(place.lastIndexOf('.') + 1)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')
