import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema, NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { MAX_COST, maxCostOf } from '../../../../test/support/shopify/cost.ts'
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

describe("operations against Shopify's schema", () => {
  test.each(ALL_OPERATIONS.map((one) => [one.name, one] as const))(
    '%s is valid and uses nothing deprecated',
    (_, { api, text }) => {
      const document = parse(text)
      expect(validate(schemas[api], document)).toEqual([])
      expect(validate(schemas[api], document, [NoDeprecatedCustomRule])).toEqual([])
    },
  )
})

test('each operation has a unique name for the log', () => {
  const names = ALL_OPERATIONS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('only the refund mutation is repeatable, because it has an idempotency key', () => {
  const changes = ALL_OPERATIONS.filter(({ text }) => text.includes('mutation'))
  expect(changes.filter((one) => one.isRepeatable).map(({ name }) => name)).toEqual(['Refund'])
})

test("no operation exceeds Shopify's cost limit, under any pricing of lists", () => {
  const most = { ids: Array(REFUNDS_AT_ONCE).fill('gid://shopify/Refund/1') }
  const costs = ALL_OPERATIONS.map(
    ({ name, text }) => [name, maxCostOf(parse(text), most)] as const,
  )
  expect(costs.filter(([, cost]) => cost > MAX_COST)).toEqual([])
  // Runs for each notification and pay link visit.
  expect(Object.fromEntries(costs).OrderForPayment).toBeLessThan(MAX_COST / 2)
})
