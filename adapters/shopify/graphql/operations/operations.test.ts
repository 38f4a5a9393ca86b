import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema, NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { MOST_COST, mostCostOf } from '../../../../test/support/shopify/cost.ts'
import { ALL_OPERATIONS } from './all.ts'
import type { ShopApi } from './operation.ts'
import { REFUNDS_AT_ONCE } from './refund.ts'

const schemaOf = (api: ShopApi): GraphQLSchema =>
  buildSchema(
    readFileSync(new URL(`../../../../test/data/shopify/${api}.graphql`, import.meta.url), 'utf8'),
  )
const schemas: Record<ShopApi, GraphQLSchema> = {
  admin: schemaOf('admin'),
  'payments-apps': schemaOf('payments-apps'),
}

describe("what is asked of shops is in Shopify's schema", () => {
  test.each(ALL_OPERATIONS.map((one) => [one.name, one] as const))('%s', (_, { api, text }) => {
    const document = parse(text)
    expect(validate(schemas[api], document)).toEqual([])
    expect(validate(schemas[api], document, [NoDeprecatedCustomRule])).toEqual([])
  })
})

test('each operation has a name of its own, by which the log tells it from others', () => {
  const names = ALL_OPERATIONS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('nothing that changes a shop is repeated, except a refund, which has its key', () => {
  const changes = ALL_OPERATIONS.filter(({ text }) => text.includes('mutation'))
  expect(changes.filter((one) => one.isRepeatable).map(({ name }) => name)).toEqual(['Refund'])
})

test('none can cost more than Shopify allows, however it prices lists', () => {
  const most = { ids: Array(REFUNDS_AT_ONCE).fill('gid://shopify/Refund/1') }
  const costs = ALL_OPERATIONS.map(
    ({ name, text }) => [name, mostCostOf(parse(text), most)] as const,
  )
  expect(costs.filter(([, cost]) => cost > MOST_COST)).toEqual([])
  // It is read whenever anything is told or a pay link is opened.
  expect(Object.fromEntries(costs).OrderForPayment).toBeLessThan(MOST_COST / 2)
})
