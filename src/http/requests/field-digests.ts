import { createHash } from 'node:crypto'

/** Deeper fields count as part of the one above. */
const DEEPEST = 4

/** Maps each field of a request to a digest of its value: `order.amount`, `query.day`, `path.id`. */
export const fieldDigests = ({
  body,
  ...others
}: {
  body: unknown
  query: unknown
  path: object
}): Record<string, string> =>
  Object.fromEntries(
    [...fieldsOf(body, ''), ...fieldsOf(others, '')].map(([path, value]) => [
      path,
      digestOf(value),
    ]),
  )

const fieldsOf = (value: unknown, path: string): [path: string, value: unknown][] =>
  isGroup(value) && path.split('.').length < DEEPEST
    ? Object.entries(value).flatMap(([name, field]) =>
        field === undefined ? [] : fieldsOf(field, path ? `${path}.${name}` : name),
      )
    : value === undefined
      ? []
      : [[path, value]]

/** Money is one value. */
const isGroup = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !Object.hasOwn(value, 'minor')

const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)))
    .digest('base64url')
    .slice(0, 16)
