import { describe, expect, it } from 'vitest'
import { type ApiDocument, breakingChanges } from './compare-documents.ts'
import type { Schema } from './compare-schemas.ts'

const REQUEST: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    mode: { type: 'string', enum: ['hosted', 'card_page'] },
    amount: { type: 'number' },
  },
  required: ['id'],
  additionalProperties: false,
}
const ANSWER: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    state: { type: 'string', enum: ['paid', 'open'] },
  },
  required: ['id', 'state'],
}

const content = (schema: Schema) => ({ content: { 'application/json': { schema } } })

interface Parts {
  path?: string
  request?: Schema
  answer?: Schema
  status?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  security?: Record<string, string[]>[]
}

const documentOf = ({
  path = '/v1/orders',
  request = REQUEST,
  answer = ANSWER,
  status = '200',
  parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
  security = [{ key: ['read'] }],
}: Parts = {}): ApiDocument => ({
  paths: {
    [path]: {
      post: {
        parameters,
        security,
        requestBody: { required: true, ...content({ $ref: '#/components/schemas/Request' }) },
        responses: { [status]: content({ $ref: '#/components/schemas/Answer' }), 422: {} },
      },
    },
  },
  webhooks: { 'order.paid': { post: { requestBody: content(answer) } } },
  components: { schemas: { Request: request, Answer: answer } },
})

const changesTo = (parts: Parts): string[] =>
  breakingChanges({ before: documentOf(), after: documentOf(parts) })

const withField = (schema: Schema, name: string, field: Schema | undefined): Schema => {
  const { [name]: _, ...rest } = schema.properties ?? {}
  return { ...schema, properties: field ? { ...rest, [name]: field } : rest }
}

describe('a change that breaks callers', () => {
  it.each<[string, Parts, string]>([
    ['a removed route', { path: '/v1/other' }, 'POST /v1/orders was removed'],
    ['a new status', { status: '201' }, 'POST /v1/orders: may answer 201 now'],
    ['another right', { security: [{ key: ['admin'] }] }, 'needs the scope admin now'],
    ['a removed parameter', { parameters: [] }, 'the parameter limit was removed'],
    [
      'a new required parameter',
      {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
          { name: 'store', in: 'query', required: true },
        ],
      },
      'the new parameter store is required',
    ],
    [
      'a lower maximum',
      { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } }] },
      'limit maximum fell to 50',
    ],
    [
      'a removed field of a request',
      { request: withField(REQUEST, 'amount', undefined) },
      'amount is no longer accepted',
    ],
    [
      'a new required field of a request',
      { request: { ...REQUEST, required: ['id', 'amount'] } },
      'amount is required now',
    ],
    [
      'a narrower type of a request',
      { request: withField(REQUEST, 'amount', { type: 'integer' }) },
      'amount no longer accepts number',
    ],
    [
      'a removed value of a request',
      { request: withField(REQUEST, 'mode', { type: 'string', enum: ['hosted'] }) },
      'mode no longer accepts "card_page"',
    ],
    [
      'a shorter text of a request',
      { request: withField(REQUEST, 'id', { type: 'string', maxLength: 10 }) },
      'id maxLength fell to 10',
    ],
    [
      'a removed field of an answer',
      { answer: withField(ANSWER, 'note', undefined) },
      '200 note was removed',
    ],
    [
      'a field of an answer that may be missing',
      { answer: { ...ANSWER, required: ['id'] } },
      '200 state may now be missing',
    ],
    [
      'another type in an answer',
      { answer: withField(ANSWER, 'id', { type: ['string', 'null'] }) },
      '200 id may now be null',
    ],
    [
      'a removed field of a notification',
      { answer: withField(ANSWER, 'note', undefined) },
      'Notification order.paid: note was removed',
    ],
  ])('%s is reported', (_, parts, change) => {
    expect(changesTo(parts).join('\n')).toContain(change)
  })
})

describe('a change that breaks no caller', () => {
  it.each<[string, Parts]>([
    ['nothing', {}],
    ['a new optional field of a request', { request: withField(REQUEST, 'x', { type: 'string' }) }],
    ['a new field of an answer', { answer: withField(ANSWER, 'more', { type: 'string' }) }],
    [
      'a new value of a request',
      {
        request: withField(REQUEST, 'mode', { type: 'string', enum: ['hosted', 'card_page', 'x'] }),
      },
    ],
    [
      'a new value of an answer',
      { answer: withField(ANSWER, 'state', { type: 'string', enum: ['paid', 'open', 'new'] }) },
    ],
    ['a field that is no longer null', { answer: withField(ANSWER, 'note', { type: 'string' }) }],
    [
      'a field that may be null in a request',
      { request: withField(REQUEST, 'amount', { type: ['number', 'null'] }) },
    ],
    ['a field that is no longer required', { request: { ...REQUEST, required: [] } }],
    [
      'a higher maximum',
      { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } }] },
    ],
  ])('%s is no finding', (_, parts) => {
    expect(changesTo(parts)).toEqual([])
  })

  it('a schema that contains itself ends', () => {
    const request: Schema = {
      type: 'object',
      properties: { again: { $ref: '#/components/schemas/Request' } },
    }
    const recursive = documentOf({ request })
    expect(breakingChanges({ before: recursive, after: documentOf({ request }) })).toEqual([])
  })
})
