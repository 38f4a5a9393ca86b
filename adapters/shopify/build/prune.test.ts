import { buildSchema, introspectionFromSchema, parse } from 'graphql'
import { expect, test } from 'vitest'
import { prunedSchema } from './prune.ts'

const WHOLE = `
directive @idempotent(key: String!) on FIELD

"A shop."
type Shop implements Node {
  id: ID!
  "What people call it."
  name: String!
  plan: Plan!
  orders(first: Int, sort: Sort): [Order!]!
  oldName: String @deprecated(reason: "Use name.")
  owner: Person
}
type Plan { isPlus: Boolean! }
interface Node { id: ID! }
type Order implements Node { id: ID! state: State! owner: Person }
union State = Open | Paid
type Open { since: DateTime! }
type Paid { by: Person amount: String! }
type Person implements Node { id: ID! name: String! }
enum Sort { OLDEST NEWEST }
scalar DateTime
input RefundInput { amount: Money! note: String }
input Money { amount: String! currency: Sort }
input Unused { note: String }
type RefundPayload { order: Order node: Node }
type Query { shop: Shop! person: Person }
type Mutation { refund(input: RefundInput!): RefundPayload forget(id: ID!): RefundPayload }
schema { query: Query mutation: Mutation }
`

const pruned = (...operations: string[]): string =>
  prunedSchema(
    introspectionFromSchema(buildSchema(WHOLE)),
    operations.map((text) => parse(text)),
  )

test('the pruned schema keeps the selected fields, the plain fields beside them and all argument types', () => {
  const schema = pruned(
    'query Shop { shop { plan { isPlus } orders(first: 1) { id state { ... on Paid { amount } } } } }',
    'mutation Refund($input: RefundInput!) { refund(input: $input) @idempotent(key: "k") { node { id } } }',
  )
  expect(schema).toBe(`directive @idempotent(key: String!) on FIELD

type Shop implements Node {
  id: ID!
  name: String!
  plan: Plan!
  orders(first: Int, sort: Sort): [Order!]!
}

type Plan {
  isPlus: Boolean!
}

interface Node {
  id: ID!
}

type Order implements Node {
  id: ID!
  state: State!
}

union State = Open | Paid

type Open {
  since: DateTime!
}

type Paid {
  amount: String!
}

enum Sort {
  OLDEST
  NEWEST
}

scalar DateTime

input RefundInput {
  amount: Money!
  note: String
}

input Money {
  amount: String!
  currency: Sort
}

type RefundPayload {
  node: Node
}

type Query {
  shop: Shop!
}

type Mutation {
  refund(input: RefundInput!): RefundPayload
}
`)
})

test('a schema without used queries keeps one, because GraphQL requires a query', () => {
  const schema = pruned('mutation Forget { forget(id: 1) { order { id } } }')
  expect(schema).toContain('type Query {\n  shop: Shop!\n}')
  expect(() => buildSchema(schema)).not.toThrow()
})
