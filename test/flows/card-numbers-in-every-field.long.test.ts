import { expect, it } from 'vitest'
import { z } from 'zod'
import { merchantRoutes } from '../../src/http/api/merchant/routes.ts'
import { operatorRoutes } from '../../src/http/api/operator/routes.ts'
import type { Route } from '../../src/runtime/http/route.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { tablesHolding } from '../support/tables-holding.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { type ApiAnswer, type Json, TEST_STORE } from '../support/world.ts'

const CARDS = ['4111111111111111', '4111 1111 1111 1111', '41111111111111111229123']

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))

/** Fits the schema, with the text at `path`. `{}` for no required fields. */
const bodyWith = (schema: Json, path: readonly string[], text: string): Json => {
  const { examples, example = examples?.[0], properties, items, anyOf, type } = schema
  const [step, ...rest] = path
  if (step === undefined && path.length === 0 && text) return text
  if (step === undefined) {
    if (example !== undefined) return example
    if (schema.enum) return schema.enum[0]
    if (type !== 'object') return { array: [], integer: 1, boolean: true }[String(type)] ?? 'x'
  }
  const chosen = anyOf?.find((each: Json) => each.properties ?? each.items) ?? schema
  if (chosen.items && step === '0') return [bodyWith(items ?? chosen.items, rest, text)]
  const required: string[] = chosen.required ?? []
  const names = new Set([...required, ...(step === undefined ? [] : [step])])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      bodyWith(
        (chosen.properties ?? properties)?.[name] ?? { type: 'string' },
        name === step ? rest : [],
        name === step ? text : '',
      ),
    ]),
  )
}

const textsOf = (schema: Json, path: string[] = []): string[][] => {
  const { properties, items, anyOf, additionalProperties, type, enum: one, const: only } = schema
  if (anyOf) return anyOf.flatMap((each: Json) => textsOf(each, path))
  if (properties) {
    return Object.entries(properties).flatMap(([name, field]) =>
      textsOf(field as Json, [...path, name]),
    )
  }
  if (items) return textsOf(items, [...path, '0'])
  if (additionalProperties) return [[...path, 'field']]
  const isFree = type === 'string' && !one && only === undefined
  return isFree ? [path] : []
}

const jsonSchema = (schema: z.ZodType): Json => {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const inlined = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inlined)
    if (typeof value !== 'object' || value === null) return value
    if (value.$ref) return inlined($defs[String(value.$ref).split('/').at(-1) ?? ''])
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inlined(each)]))
  }
  return inlined(whole)
}

const owner = personWith('owner', { main: 'owner' })
let requests = 0

const send = (
  route: Route<never>,
  { body, query = {} }: { body?: Json; query?: Json },
): Promise<ApiAnswer> => {
  const id = route.path.includes('/organizations/') ? 'main' : TEST_STORE
  const path = route.path.replace('{id}', id).replace('{refund_id}', 'ref_0')
  const address = `${path}?${new URLSearchParams(query)}`
  const headers = { 'idempotency-key': `every-field-${++requests}` }
  const method = route.method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE'
  return route.path.startsWith('/operator/')
    ? operator.call(owner, method, address, { headers, ...(body ? { body } : {}) })
    : world.api(method, address, body, headers)
}

it('a card number is stored nowhere, whichever field of either API it is sent in', async () => {
  const routes = [...merchantRoutes, ...operatorRoutes].filter(
    ({ operationId }) => operationId !== 'watchChanges',
  )
  const fields = new Set<string>()
  for (const route of routes) {
    for (const part of ['body', 'query'] as const) {
      const schema = route[part] && jsonSchema(route[part])
      for (const path of schema ? textsOf(schema) : []) {
        fields.add(`${route.operationId}.${path.join('.')}`)
        for (const card of CARDS) {
          const { status, body } = await send(route, { [part]: bodyWith(schema, path, card) })
          const name = `${route.operationId} ${path.join('.')}: ${status}`
          expect(status, name).toBeLessThan(500)
          expect(JSON.stringify(body).includes(card), name).toBe(false)
        }
      }
    }
  }
  expect(fields.size).toBeGreaterThan(80)
  for (const field of [
    ...['createCheckout.order.id', 'updateStore.notify_url', 'createApiKey.name'],
    ...['invitePerson.email', 'saveOrderView.name', 'connectStore.name', 'changeAlert.note'],
  ]) {
    expect(fields).toContain(field)
  }
  for (const card of CARDS) {
    expect(await tablesHolding(world.puente.ctx.db.query, card)).toEqual([])
  }
})

it.each([
  [
    'the name of an API key',
    `/stores/${TEST_STORE}/api-keys`,
    { name: CARDS[1], scopes: ['read'] },
  ],
  [
    'an invitation',
    '/organizations/main/invitations',
    { email: `${CARDS[0]}@a.hn`, role: 'viewer' },
  ],
  ['a saved view', '/order-views', { name: 'Mine', search: { search: CARDS[2] } }],
])('a card number is refused in %s with the field', async (_, path, body) => {
  const answer = await operator.call(owner, 'POST', `/operator/v1${path}`, { body })
  expect([answer.status, answer.body.errors[0].message]).toEqual([
    422,
    'Contains what looks like a card number; do not send card data here',
  ])
})
