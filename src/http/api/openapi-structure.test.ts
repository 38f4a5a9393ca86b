import { describe, expect, it } from 'vitest'
import { openApiDocument } from './merchant/openapi.ts'
import { merchantRoutes } from './merchant/routes.ts'
import { operatorDocument } from './operator/openapi.ts'
import { operatorRoutes } from './operator/routes.ts'

/** Text for people, which may change. */
const TEXTS = ['description', 'summary', 'example', 'examples', 'title', 'tags']
/** Arrays without a meaningful order. */
const SETS = ['required', 'enum', 'parameters']

/** Strips texts and sorts keys. Names below `properties` are fields, never texts. */
const structureOf = (value: unknown, isFieldMap = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => structureOf(item))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(([key]) => isFieldMap || !TEXTS.includes(key))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, field]) => {
      const structure = structureOf(field, key === 'properties' && !isFieldMap)
      const isSet = SETS.includes(key) && !isFieldMap && Array.isArray(structure)
      return [key, isSet ? structure.toSorted(byText) : structure]
    }),
  )
}

const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1

type Tree = Readonly<Record<string, object>>

const linesOf = (document: ReturnType<typeof openApiDocument>): string => {
  const { paths = {}, webhooks = {}, components = {}, security } = document
  const operations = (trees: object) =>
    Object.entries(trees as Record<string, Tree>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation]),
    )
  const named = Object.entries(components).flatMap(([group, parts]) =>
    Object.entries(parts as Tree).map(([name, part]) => [`${group}/${name}`, part]),
  )
  return [['security', security], ...operations(paths), ...operations(webhooks), ...named]
    .map(([name, part]) => `${name} ${JSON.stringify(structureOf(part))}\n`)
    .sort()
    .join('')
}

/** Run with `-u` after a deliberate change of an API. */
describe('the structure of the OpenAPI documents', () => {
  it.each([
    ['merchant', openApiDocument(merchantRoutes, 'https://puente.example')],
    ['operator', operatorDocument(operatorRoutes, 'https://puente.example')],
  ])(
    'the %s API keeps its paths, parameters, schemas, statuses and scopes',
    async (api, document) => {
      await expect(linesOf(document)).toMatchFileSnapshot(
        `../../../test/data/openapi/${api}-structure.txt`,
      )
    },
  )
})
