import { BASES } from '../addresses.ts'
import { CONTRACT_ROUTES } from '../openapi/description/routes.ts'

const PATTERN = /^(?:([A-Z]+|\*) +)?(\/\S*)$/

export const isPattern = (text: string): boolean => PATTERN.test(text)

/** Rejects typos, which would be faults that never fire. */
export const namesARoute = (pattern: string): boolean =>
  CONTRACT_ROUTES.some(({ method, base, path }) =>
    matches(pattern, { method: method.toUpperCase(), path: `${BASES[base]}${path}` }, isAny),
  )

/** Matches a request. `{…}`, `:…` and `*` match any segment; `*` any method. */
export const matches = (
  pattern: string,
  { method, path }: { method: string; path: string },
  isParameter: (segment: string) => boolean = () => false,
): boolean => {
  const [, expectedMethod = '*', expectedPath = ''] = PATTERN.exec(pattern) ?? []
  if (expectedMethod !== '*' && expectedMethod !== method) return false
  const expected = segmentsOf(expectedPath)
  const segments = segmentsOf(path)
  return (
    expected.length === segments.length &&
    segments.every((segment, index) => {
      const wanted = expected[index] ?? ''
      return isAny(wanted) || isParameter(segment) || segment === wanted
    })
  )
}

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')

const isAny = (segment: string): boolean => segment === '*' || /^(:.+|\{.*\})$/.test(segment)
