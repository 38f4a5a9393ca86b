import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isAbstractType,
  parse,
  validate,
} from 'graphql'
import type { ShopApi } from '../../../adapters/shopify/graphql/operations/operation.ts'
import { type Bucket, costOf, MAX_COST, maxCostOf, restore } from './cost.ts'
import { type Reply, reply } from './reply.ts'

/** Resolvers of root fields, such as `QueryRoot.order`. */
export type Resolvers = Record<string, GraphQLFieldResolver<unknown, unknown>>

const schemas = new Map<ShopApi, GraphQLSchema>()

/** Objects of abstract types carry `__typename`. */
const schemaOf = (api: ShopApi): GraphQLSchema => {
  const known = schemas.get(api)
  if (known) return known
  const file = new URL(`../../data/shopify/${api}.graphql`, import.meta.url)
  const schema = buildSchema(readFileSync(file, 'utf8'))
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      field.resolve = (source, args, resolvers: Resolvers, info) =>
        resolvers[`${info.parentType.name}.${info.fieldName}`]?.(source, args, resolvers, info)
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: { __typename: string }) => value.__typename
  }
  schemas.set(api, schema)
  return schema
}

export const refusal = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } })

/** Answers `POST …/graphql.json`, with cost and throttling. */
export const answerGraphql = async (
  { api, resolvers, bucket }: { api: ShopApi; resolvers: Resolvers; bucket: Bucket },
  given: { query?: unknown; variables?: unknown },
): Promise<Reply> => {
  if (typeof given.query !== 'string') return reply(400, { errors: 'no query' })
  const variables = (given.variables ?? {}) as Record<string, unknown>
  const document = parsed(given.query)
  if (document instanceof GraphQLError) return reply(200, { errors: [document] })
  const schema = schemaOf(api)
  const invalid = validate(schema, document)
  if (invalid.length > 0) return reply(200, { errors: invalid })

  const cost = costOf(document, variables)
  restore(bucket)
  const costs = (actualQueryCost: number | null) => ({
    cost: {
      requestedQueryCost: cost,
      actualQueryCost,
      throttleStatus: {
        maximumAvailable: bucket.maximum,
        currentlyAvailable: Math.floor(bucket.available),
        restoreRate: bucket.restoreRate,
      },
    },
  })
  const most = maxCostOf(document, variables)
  if (most > MAX_COST) {
    const message = `Query cost is ${most}, which exceeds the single query max cost limit ${MAX_COST}.`
    return reply(200, { errors: [refusal(message, 'MAX_COST_EXCEEDED')], extensions: costs(null) })
  }
  if (cost > bucket.available) {
    return reply(200, { errors: [refusal('Throttled', 'THROTTLED')], extensions: costs(null) })
  }
  const result = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: resolvers,
  })
  const actual = Math.ceil(cost / 2)
  bucket.available -= actual
  return reply(200, { ...result, extensions: costs(actual) })
}

const parsed = (query: string): DocumentNode | GraphQLError => {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}
