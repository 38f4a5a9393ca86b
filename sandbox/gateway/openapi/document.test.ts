import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ERROR_CODES } from '../../../src/contract/errors.ts'
import { EVENT_TYPES } from '../../../src/contract/events.ts'
import { EVENTS, eventBody } from './description/events.ts'
import { answersOf, CONTRACT_ROUTES } from './description/routes.ts'
import { contractDocument } from './document.ts'

const document = contractDocument({
  baseUrl: 'https://api.example/v1',
  embedBaseUrl: 'https://api.example/embed/v1',
})

/** Statuses listed by each subsection of section 4. */
const SECTION_4 = {
  'get /me': ['200', '401'],
  'get /payments': ['200', '401', '422'],
  'post /payments': ['201', '401', '422'],
  'get /payments/{id}': ['200', '401', '404'],
  'post /payments/{transaction_id}/void': ['200', '401', '404', '422'],
  'post /payments/{transaction_id}/refund': ['200', '401', '404', '422'],
  'get /payments/{transaction_id}/receipt': ['200', '401', '404'],
  'get /payments/{transaction_id}/receipt/download': ['200', '401', '404'],
  'get /payment-methods': ['200', '401', '422'],
  'delete /payment-methods/{payment_method_id}': ['200', '401', '404'],
  'post /payment-methods/{payment_method_id}/charge': ['201', '401', '404', '422'],
  'post /payments/token-charge': ['200', '401', '422'],
  'post /confirm': ['200', '202', '401', '422'],
}

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
    const operation = item[method]
    return operation ? [{ name: `${method} ${path}`, operation }] : []
  }),
)

const operationOf = (name: string) => {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`The document has no ${name}`)
  return found.operation
}

const valuesOf = (key: string, node: unknown): unknown[] => {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ])
}

describe('the OpenAPI document of the gateway', () => {
  it('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate({ ...structuredClone(document) })
    expect(result.errors ?? []).toEqual([])
    expect([result.valid, validator.version]).toEqual([true, '3.1'])
  })

  it('the validator rejects a response without a description', async () => {
    const broken = { ...structuredClone(document) }
    broken.paths = { '/me': { get: { responses: { 200: {} } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('every reference resolves', () => {
    const components = document.components ?? {}
    for (const reference of valuesOf('$ref', document)) {
      const [, , kind = '', name = ''] = String(reference).split('/')
      expect(Object.keys(Object(Object(components)[kind])), String(reference)).toContain(name)
    }
  })

  it('the document has exactly the routes of section 4', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(SECTION_4).toSorted())
  })

  it.each(Object.entries(SECTION_4))('%s lists the statuses of its section', (name, listed) => {
    expect(Object.keys(operationOf(name).responses ?? {})).toEqual(expect.arrayContaining(listed))
  })

  it.each(Object.keys(SECTION_4))('%s names its section', (name) => {
    expect(operationOf(name).description).toMatch(/Section 4\.\d+ of the contract\.$/)
  })

  it('every operation has a unique name', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(operations.length)
  })

  it('only confirm uses the embedded base', () => {
    expect(document.servers).toEqual([{ url: 'https://api.example/v1' }])
    const others = Object.entries(document.paths ?? {}).filter(([, { servers }]) => servers)
    expect(others.map(([path, { servers }]) => [path, servers])).toEqual([
      ['/confirm', [{ url: 'https://api.example/embed/v1' }]],
    ])
  })

  it('both charges require an idempotency key, and creation recommends one', () => {
    const keyed = operations.map(({ name, operation }) => [
      name,
      valuesOf('$ref', operation.parameters).find((ref) => String(ref).endsWith('IdempotencyKey')),
    ])
    expect(Object.fromEntries(keyed.filter(([, reference]) => reference))).toEqual({
      'post /payments': '#/components/parameters/IdempotencyKey',
      'post /payment-methods/{payment_method_id}/charge':
        '#/components/parameters/MandatoryIdempotencyKey',
      'post /payments/token-charge': '#/components/parameters/MandatoryIdempotencyKey',
    })
    expect(document.components?.parameters).toMatchObject({
      IdempotencyKey: { in: 'header', name: 'Idempotency-Key' },
      MandatoryIdempotencyKey: { in: 'header', name: 'Idempotency-Key', required: true },
    })
  })

  it('the receipt download responds with a PDF', () => {
    const { responses } = operationOf('get /payments/{transaction_id}/receipt/download')
    expect(Object.keys(responses?.['200'].content)).toEqual(['application/pdf'])
  })

  it('the document has all seven events, signed', () => {
    expect(Object.keys(document.webhooks ?? {})).toEqual(EVENT_TYPES)
    for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
      expect(post?.parameters?.map((parameter) => 'name' in parameter && parameter.name)).toEqual([
        'Service-Signature',
        'Service-Webhook-Event-Id',
        'Service-Webhook-Event-Type',
        'User-Agent',
      ])
      expect(valuesOf('const', post?.requestBody)).toContain(type)
    }
  })

  it.each(ERROR_CODES)('the document lists the error code %s', (code) => {
    const codes = valuesOf('code', document.components?.schemas).flatMap((schema) => [
      ...valuesOf('const', schema),
      ...valuesOf('enum', schema).flat(),
    ])
    expect(codes).toContain(code)
  })
})

const examples = (): [string, z.ZodType, unknown][] => {
  const ofRoutes = CONTRACT_ROUTES.flatMap((route) => [
    ...(route.body ? [[`body of ${route.operationId}`, route.body.schema] as const] : []),
    ...Object.entries(answersOf(route)).flatMap(([status, { bodies = [] }]) =>
      bodies.map((schema) => [`${route.operationId} ${status}`, schema] as const),
    ),
  ])
  const ofEvents = EVENT_TYPES.flatMap((type) => [
    [type, eventBody(type)] as const,
    [`data of ${type}`, EVENTS[type].data] as const,
  ])
  return [...ofRoutes, ...ofEvents].map(([name, schema]) => [name, schema, schema.meta()?.example])
}

describe('the examples of the description', () => {
  it.each(examples().filter(([, , example]) => example !== undefined))(
    'the example matches its schema: %s',
    (_, schema, example) => {
      expect(schema.safeParse(example).error?.issues ?? []).toEqual([])
    },
  )

  it('only bodies that the contract does not show have no example', () => {
    const without = examples().filter(([, , example]) => example === undefined)
    expect([...new Set(without.map(([name]) => name))].toSorted()).toEqual([
      'chargePaymentMethod 404',
      'confirm 200',
      'getMerchant 200',
      'revokePaymentMethod 404',
    ])
  })
})
