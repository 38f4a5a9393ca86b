/** JSON Schema of an OpenAPI document, as far as the comparison reads it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Who reads the value: Puente reads requests, callers read answers. */
export type Direction = 'request' | 'answer'

interface Sides {
  direction: Direction
  before: (reference: string) => Schema
  after: (reference: string) => Schema
}

interface Pair {
  before: Schema
  after: Schema
}

/** Lists what breaks callers when a value changes its schema; each entry names the field. */
export const compareSchemas = (pair: Pair, sides: Sides, path = ''): string[] =>
  compare(pair, { ...sides, path, seen: [] })

interface Place extends Sides {
  path: string
  /** Pairs of references above, for schemas that contain themselves. */
  seen: readonly string[]
}

const compare = ({ before, after }: Pair, place: Place): string[] => {
  const pair = `${before.$ref} ${after.$ref}`
  if (before.$ref && after.$ref && place.seen.includes(pair)) return []
  const inside = { ...place, seen: [...place.seen, pair] }
  const [was, is] = [branchesOf(before, place.before), branchesOf(after, place.after)]
  const [oneBefore] = was
  const [oneAfter] = is
  if (was.length === 1 && is.length === 1 && oneBefore && oneAfter) {
    return compareBranch({ before: oneBefore, after: oneAfter }, inside)
  }
  // Each value that a caller may send or receive needs a counterpart on the other side.
  const [needed, offered] = place.direction === 'request' ? [was, is] : [is, was]
  return needed.flatMap((branch) => {
    const findings = offered.map((other) =>
      place.direction === 'request'
        ? compareBranch({ before: branch, after: other }, inside)
        : compareBranch({ before: other, after: branch }, inside),
    )
    if (findings.some((found) => found.length === 0)) return []
    const ofSameType = findings.find((_, index) => typeOf(offered[index]) === typeOf(branch))
    return ofSameType ?? [typeChange(branch, place)]
  })
}

const typeChange = (branch: Schema, { direction, path }: Place): string =>
  direction === 'request'
    ? say(path, `no longer accepts ${nameOf(branch)}`)
    : say(path, `may now be ${nameOf(branch)}`)

const compareBranch = ({ before, after }: Pair, place: Place): string[] => {
  const [was, is] = [typeOf(before), typeOf(after)]
  const isWider = place.direction === 'request' ? is === undefined : was === undefined
  if (isWider) return []
  const isIntegerForNumber =
    place.direction === 'request'
      ? was === 'integer' && is === 'number'
      : was === 'number' && is === 'integer'
  if (was !== is && !isIntegerForNumber) {
    return [typeChange(place.direction === 'request' ? before : after, place)]
  }
  return [
    ...compareValues({ before, after }, place),
    ...compareFields({ before, after }, place),
    ...(before.items && after.items
      ? compare({ before: before.items, after: after.items }, { ...place, path: `${place.path}[]` })
      : []),
    ...(place.direction === 'request' ? compareLimits({ before, after }, place.path) : []),
  ]
}

/** An answer may get new values; a request keeps all of them. */
const compareValues = ({ before, after }: Pair, { direction, path }: Place): string[] => {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  if (direction === 'answer' || !is) return []
  if (!was) return [say(path, `accepts only ${is.map(quote).join(', ')} now`)]
  return was
    .filter((value) => !is.some((other) => quote(other) === quote(value)))
    .map((value) => say(path, `no longer accepts ${quote(value)}`))
}

const compareFields = ({ before, after }: Pair, place: Place): string[] => {
  const [was, is] = [before.properties ?? {}, after.properties ?? {}]
  const at = (name: string): string => (place.path ? `${place.path}.${name}` : name)
  const known = Object.entries(was).flatMap(([name, field]) => {
    const now = is[name]
    if (now) return compare({ before: field, after: now }, { ...place, path: at(name) })
    const isRefused = after.additionalProperties === false
    if (place.direction === 'answer') return [say(at(name), 'was removed')]
    return isRefused ? [say(at(name), 'is no longer accepted')] : []
  })
  const [requiredBefore, requiredNow] = [before.required ?? [], after.required ?? []]
  const required =
    place.direction === 'request'
      ? requiredNow
          .filter((name) => !requiredBefore.includes(name))
          .map((name) => say(at(name), 'is required now'))
      : requiredBefore
          .filter((name) => is[name] && !requiredNow.includes(name))
          .map((name) => say(at(name), 'may now be missing'))
  return [...known, ...required, ...compareOtherFields({ before, after }, place)]
}

const compareOtherFields = ({ before, after }: Pair, place: Place): string[] => {
  const [was, is] = [before.additionalProperties, after.additionalProperties]
  if (typeof was === 'object' && typeof is === 'object') {
    return compare({ before: was, after: is }, { ...place, path: `${place.path}.*` })
  }
  const isNarrower = place.direction === 'request' && was !== false && is === false
  return isNarrower && before.properties ? [say(place.path, 'no longer accepts other fields')] : []
}

const LEAST = ['minimum', 'minLength', 'minItems'] as const
const MOST = ['maximum', 'maxLength', 'maxItems'] as const
const FORMS = ['pattern', 'format'] as const

const compareLimits = ({ before, after }: Pair, path: string): string[] => [
  ...LEAST.filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity)).map((name) =>
    say(path, `${name} rose to ${after[name]}`),
  ),
  ...MOST.filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity)).map((name) =>
    say(path, `${name} fell to ${after[name]}`),
  ),
  ...FORMS.filter((name) => after[name] !== undefined && after[name] !== before[name]).map((name) =>
    say(path, `${name} is ${after[name]} now`),
  ),
]

/** Resolves references and splits alternatives and lists of types. */
const branchesOf = (schema: Schema, resolve: (reference: string) => Schema): Schema[] => {
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema
  const parts = [...($ref ? [resolve($ref)] : []), ...allOf]
  if (parts.length > 0) {
    const merged = parts.map((part) => branchesOf(part, resolve))
    const [first = [], ...rest] = merged
    return first.map((branch) => rest.flat().reduce(mergeSchemas, mergeSchemas(branch, own)))
  }
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.flatMap((each) => branchesOf(each, resolve))
  return Array.isArray(own.type) ? own.type.map((type) => ({ ...own, type })) : [own]
}

const mergeSchemas = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...(one.properties || other.properties
    ? { properties: { ...one.properties, ...other.properties } }
    : {}),
  ...(one.required || other.required
    ? { required: [...(one.required ?? []), ...(other.required ?? [])] }
    : {}),
})

const valuesOf = (schema: Schema): unknown[] | undefined =>
  schema.const !== undefined ? [schema.const] : schema.enum

const typeOf = (schema: Schema | undefined): string | undefined => {
  if (!schema) return undefined
  if (typeof schema.type === 'string') return schema.type
  const [value] = valuesOf(schema) ?? []
  if (value === undefined) return schema.properties ? 'object' : undefined
  return value === null ? 'null' : typeof value
}

const nameOf = (schema: Schema): string => typeOf(schema) ?? 'other values'

const quote = (value: unknown): string => JSON.stringify(value)

const say = (path: string, what: string): string => `${path || '(the whole)'} ${what}`
