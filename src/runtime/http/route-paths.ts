import { nearestName } from '../text/nearest-name.ts'
import type { Route } from './route.ts'

type Path = Pick<Route<never>, 'method' | 'path'>

/** Returns a function that lists the HTTP methods of the routes at a path; empty for an unknown one. */
export const methodsOf = (routes: readonly Path[]): ((path: string) => string[]) => {
  const templates = routes.map(({ method, path }) => ({ method, expected: segmentsOf(path) }))
  return (path) => {
    const segments = segmentsOf(path)
    const methods = templates
      .filter(({ expected }) => isAt(expected, segments))
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    return [...new Set(methods)].sort()
  }
}

const isAt = (expected: readonly string[], segments: readonly string[]): boolean =>
  segments.length === expected.length &&
  expected.every((name, index) => isParameter(name) || name === segments[index])

/** Edits that a typo in one segment may need. */
const MOST_EDITS = 2

/** Suggests the path that a mistyped one means, also without its first segment (`/v1`). */
export const nearestPath = (templates: readonly string[], path: string): string | undefined =>
  path.length > 200
    ? undefined
    : templates.find((template) => {
        const expected = segmentsOf(template)
        const segments = segmentsOf(path)
        return isNear(expected, segments) || isNear(expected.slice(1), segments)
      })

const isNear = (expected: readonly string[], segments: readonly string[]): boolean =>
  segments.length === expected.length &&
  segments.length > 0 &&
  expected.every(
    (name, index) =>
      isParameter(name) ||
      nearestName(segments[index]?.toLowerCase() ?? '', [name], MOST_EDITS) !== undefined,
  )

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const isParameter = (segment: string): boolean => segment.startsWith('{')
