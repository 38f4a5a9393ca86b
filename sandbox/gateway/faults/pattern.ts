import { BASES } from '../addresses.ts'
import { CONTRACT_ROUTES } from '../openapi/description/routes.ts'

const PATTERN = /^(?:([A-Z]+|\*) +)?(\/\S*)$/

/** Whether a text names requests: `POST /v1/payments`; without a method, all methods. */
export const isPattern = (text: string): boolean => PATTERN.test(text)

/** Whether a pattern can ever fit: a slip of the pen would be a fault that never happens. */
export const namesARoute = (pattern: string): boolean =>
  CONTRACT_ROUTES.some(({ method, base, path }) => {
    const [, wantedMethod = '*', wantedPath = ''] = PATTERN.exec(pattern) ?? []
    const wanted = segmentsOf(wantedPath)
    const segments = segmentsOf(`${BASES[base]}${path}`)
    return (
      [method.toUpperCase(), '*'].includes(wantedMethod) &&
      wanted.length === segments.length &&
      segments.every(
        (segment, index) =>
          isAny(segment) || isAny(wanted[index] ?? '') || segment === wanted[index],
      )
    )
  })

/**
 * Whether a request is one of those that a pattern names. The segments `{…}`, `:…` and `*` match
 * anything, and so does the method `*`.
 */
export const matches = (
  pattern: string,
  { method, path }: { method: string; path: string },
): boolean => {
  const [, expectedMethod = '*', expectedPath = ''] = PATTERN.exec(pattern) ?? []
  if (expectedMethod !== '*' && expectedMethod !== method) return false
  const expected = segmentsOf(expectedPath)
  const segments = segmentsOf(path)
  return (
    expected.length === segments.length &&
    expected.every((segment, index) => isAny(segment) || segment === segments[index])
  )
}

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')

const isAny = (segment: string): boolean => segment === '*' || /^(:.+|\{.*\})$/.test(segment)
