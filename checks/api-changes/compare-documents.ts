import { compareSchemas, type Direction, type Schema } from './compare-schemas.ts'

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses?: Record<string, Content>
  security?: Record<string, string[]>[]
}

/** OpenAPI document, as far as the comparison reads it. */
export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

interface Documents {
  before: ApiDocument
  after: ApiDocument
}

/** Lists each change of an API that can break its callers; empty if there is none. */
export const breakingChanges = (documents: Documents): string[] => [
  ...changesOfRoutes(documents),
  ...changesOfNotifications(documents),
]

const changesOfRoutes = (documents: Documents): string[] =>
  operationsOf(documents.before.paths).flatMap(([path, method, before]) => {
    const name = `${method.toUpperCase()} ${path}`
    const after = documents.after.paths?.[path]?.[method]
    if (!after) return [`${name} was removed`]
    const compared = comparing(documents)
    return [
      ...changesOfParameters({ before, after }, compared),
      ...changesOfBody({ before, after }, compared),
      ...changesOfAnswers({ before, after }, compared),
      ...changesOfRights({ before, after }),
    ].map((change) => `${name}: ${change}`)
  })

/** A key may do everything where the released route named no scope. */
const changesOfRights = ({ before, after }: Operations): string[] => {
  const [was, is] = [scopesOf(before), scopesOf(after)]
  return was.length === 0
    ? []
    : is.filter((scope) => !was.includes(scope)).map((scope) => `needs the scope ${scope} now`)
}

const scopesOf = ({ security = [] }: Operation): string[] =>
  security.flatMap((each) => Object.values(each).flat())

/** Shops read notifications, as callers read answers. */
const changesOfNotifications = (documents: Documents): string[] =>
  operationsOf(documents.before.webhooks).flatMap(([type, method, before]) => {
    const after = documents.after.webhooks?.[type]?.[method]
    if (!after) return [`The notification ${type} was removed`]
    const pair = { before: schemaOf(before.requestBody), after: schemaOf(after.requestBody) }
    return comparing(documents)(pair, 'answer').map((change) => `Notification ${type}: ${change}`)
  })

const operationsOf = (
  trees: ApiDocument['paths'] = {},
): (readonly [path: string, method: string, operation: Operation])[] =>
  Object.entries(trees).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as const),
  )

type Compare = (
  pair: { before: Schema | undefined; after: Schema | undefined },
  direction: Direction,
  path?: string,
) => string[]

const comparing =
  ({ before, after }: Documents): Compare =>
  (pair, direction, path) =>
    pair.before && pair.after
      ? compareSchemas(
          { before: pair.before, after: pair.after },
          { direction, before: resolving(before), after: resolving(after) },
          path,
        )
      : []

const resolving =
  ({ components }: ApiDocument) =>
  (reference: string): Schema =>
    components?.schemas?.[reference.replace('#/components/schemas/', '')] ?? {}

interface Operations {
  before: Operation
  after: Operation
}

const changesOfParameters = ({ before, after }: Operations, compare: Compare): string[] => {
  const idOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`.toLowerCase()
  const [was, is] = [before.parameters ?? [], after.parameters ?? []]
  const known = was.flatMap((parameter) => {
    const now = is.find((other) => idOf(other) === idOf(parameter))
    if (!now) return [`the parameter ${parameter.name} was removed`]
    const pair = { before: parameter.schema, after: now.schema }
    const isRequiredNow = now.required && !parameter.required
    return [
      ...(isRequiredNow ? [`the parameter ${parameter.name} is required now`] : []),
      ...compare(pair, 'request', parameter.name),
    ]
  })
  const added = is.filter(
    (parameter) => parameter.required && !was.some((other) => idOf(other) === idOf(parameter)),
  )
  return [...known, ...added.map(({ name }) => `the new parameter ${name} is required`)]
}

const changesOfBody = ({ before, after }: Operations, compare: Compare): string[] => {
  const [was, is] = [before.requestBody, after.requestBody]
  if (was && !is) return ['no longer accepts a body']
  if (!is) return []
  const isRequiredNow = is.required && !was?.required
  return [
    ...(isRequiredNow ? ['requires a body now'] : []),
    ...compare({ before: schemaOf(was), after: schemaOf(is) }, 'request'),
  ]
}

const isSuccess = (status: string): boolean => status.startsWith('2')

/** Callers handle unknown errors by their class, so only successes count. */
const changesOfAnswers = ({ before, after }: Operations, compare: Compare): string[] => {
  const [was, is] = [before.responses ?? {}, after.responses ?? {}]
  const added = Object.keys(is).filter((status) => isSuccess(status) && !was[status])
  const known = Object.entries(was).filter(([status]) => isSuccess(status))
  return [
    ...added.map((status) => `may answer ${status} now`),
    ...known.flatMap(([status, answer]) => {
      const now = is[status]
      if (!now) return [`no longer answers ${status}`]
      const types = Object.keys(answer.content ?? {}).filter((type) => !now.content?.[type])
      return [
        ...types.map((type) => `no longer answers ${type}`),
        ...compare({ before: schemaOf(answer), after: schemaOf(now) }, 'answer').map(
          (change) => `${status} ${change}`,
        ),
      ]
    }),
  ]
}

const schemaOf = (part: Content | undefined): Schema | undefined =>
  Object.values(part?.content ?? {})[0]?.schema
