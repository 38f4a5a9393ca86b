import { describe, expect, it } from 'vitest'
import { eventBody } from '../../sandbox/gateway/openapi/description/events.ts'
import { paidExample } from '../../sandbox/gateway/openapi/description/payment.ts'
import { conformanceProblems, eventProblems, type ObservedAnswer } from './contract-conformance.ts'

const json = (
  call: string,
  status: number,
  body: unknown,
  contentType: string | null = 'application/json; charset=utf-8',
): ObservedAnswer => {
  const [method = '', path = ''] = call.split(' ')
  return { method, path, status, body, contentType }
}

const TRANSACTION = '/v1/payments/9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11'
const READ = 'GET /v1/payments/10452'
const decline = { IsoResponseCode: '05', Errors: [{ Code: '05', Message: 'Do not honor' }] }
const { lock_customer_fields: _, ...created } = { ...paidExample, metadata: {} }

const without = (name: keyof typeof paidExample) =>
  Object.fromEntries(Object.entries(paidExample).filter(([field]) => field !== name))

describe('conforming answers', () => {
  it.each([
    ['a payment that is read', json(READ, 200, paidExample)],
    ['with empty metadata', json(READ, 200, { ...paidExample, metadata: [] })],
    ['a payment that is created', json('POST /v1/payments', 201, created)],
    ['with warnings', json('POST /v1/payments', 201, { ...created, warnings: ['cart'] })],
    ['a slash at the end, a query', json('GET /v1/me/?a=b', 200, { id: 1, name: 'Shop' })],
    ['a merchant of any shape', json('GET /v1/me', 200, { data: { id: 'm' } })],
    ['no such payment', json(READ, 404, { code: 'payment_not_found', message: 'No' })],
    [
      'the numeric id on a transaction route',
      json('POST /v1/payments/10452/void', 404, { code: 'transaction_id_expected' }),
    ],
    ['no such route', json('PUT /v1/payments', 404, { code: 'not_found', message: 'No' })],
    ['one text for a rule', json(`POST ${TRANSACTION}/void`, 422, { errors: { void: 'settled' } })],
    ['a list of texts', json(`POST ${TRANSACTION}/refund`, 422, { errors: { amount: ['no'] } })],
    [
      'a receipt that is not there, as 409',
      json(`GET ${TRANSACTION}/receipt`, 409, { code: 'receipt_unavailable' }),
    ],
    [
      'a receipt that is not there, as 422',
      json(`GET ${TRANSACTION}/receipt`, 422, { code: 'receipt_unavailable' }),
    ],
    ['a PDF', json(`GET ${TRANSACTION}/receipt/download`, 200, '%PDF-1.7 …', 'application/pdf')],
    ['any body of a refund', json(`POST ${TRANSACTION}/refund`, 200, {})],
    ['a decline of a charge', json('POST /v1/payment-methods/pm_1/charge', 422, decline)],
    [
      'a charge by the token in the body, not a payment called token-charge',
      json('POST /v1/payments/token-charge', 200, { id: paidExample.transaction_id, more: 1 }),
    ],
    [
      'mode 3A off',
      json('GET /v1/payment-methods', 422, {
        code: 'tokenized_charge_disabled',
        errors: { customer: ['off'] },
      }),
    ],
    ['a declined confirm', json('POST /embed/v1/confirm', 200, { status: 'declined', ...decline })],
    ['an unprovisioned sandbox', json('GET /v1/me', 422, { code: 'sandbox_terminal_unavailable' })],
    ['too many requests, in any words', json('GET /v1/me', 429, 'slow down', 'text/plain')],
    ['a key that is wrong', json('GET /v1/me', 401, { message: 'No' })],
    ['what is not the contract', json('POST /sandbox/pay', 418, 'teapot', null)],
  ])('an answer conforms: %s', (_name, answer) => {
    expect(conformanceProblems(answer)).toEqual([])
  })
})

describe('non-conforming answers', () => {
  it.each<[string, ObservedAnswer, RegExp]>([
    ['a field too many', json(READ, 200, { ...paidExample, eci: '05' }), /eci/],
    ['a field too few', json(READ, 200, without('refund_status')), /refund_status/],
    ['cents in text', json(READ, 200, { ...paidExample, amount: '125.50' }), /amount/],
    [
      'a time with an offset',
      json(READ, 200, { ...paidExample, created_at: '2026-11-20T18:30:00Z' }),
      /created_at/,
    ],
    [
      '30 February',
      json(READ, 200, { ...paidExample, created_at: '2026-02-30 18:30:00' }),
      /created_at/,
    ],
    [
      'an empty object of metadata on GET',
      json(READ, 200, { ...paidExample, metadata: {} }),
      /metadata/,
    ],
    [
      'an empty array of metadata on creation',
      json('POST /v1/payments', 201, { ...created, metadata: [] }),
      /metadata/,
    ],
    ['warnings on GET', json(READ, 200, { ...paidExample, warnings: ['cart'] }), /warnings/],
    ['an alphabetic currency', json(READ, 200, { ...paidExample, currency: 'HNL' }), /currency/],
    ['a state of its own', json(READ, 200, { ...paidExample, status: 'captured' }), /status/],
    [
      'a numeric transaction id',
      json(READ, 200, { ...paidExample, transaction_id: 88231 }),
      /transaction_id/,
    ],
    ['a total that does not add up', json(READ, 200, { ...paidExample, total: 130 }), /total/],
    [
      'paid without a transaction',
      json(READ, 200, { ...paidExample, transaction_id: null }),
      /transaction_id/,
    ],
    [
      'pending with a time of payment',
      json(READ, 200, { ...paidExample, status: 'pending' }),
      /paid_at/,
    ],
    [
      'paid without refunded_amount',
      json(READ, 200, without('refunded_amount')),
      /refunded_amount/,
    ],
    [
      'voided, not refunded in full',
      json(`POST ${TRANSACTION}/void`, 200, { ...paidExample, status: 'voided' }),
      /refund_status/,
    ],
    ['a void that leaves it paid', json(`POST ${TRANSACTION}/void`, 200, paidExample), /status/],
    ['a status that is not listed', json(READ, 204, null), /not listed/],
    ['a creation with 200', json('POST /v1/payments', 200, created), /not listed/],
    ['the routing 404 in place of a page', json('PUT /v1/payments', 405, {}), /no such route/],
    ['no code on a routing 404', json('GET /v1/nowhere', 404, { message: 'No' }), /code/],
    [
      'the code of a route on another',
      json(READ, 404, { code: 'transaction_id_expected' }),
      /code/,
    ],
    ['a 422 without errors', json('POST /v1/payments', 422, { message: 'No' }), /errors|code/],
    [
      'a 422 with an array of errors',
      json('POST /v1/payments', 422, { errors: ['No'] }),
      /errors|code/,
    ],
    ['a 422 that names nothing', json('POST /v1/payments', 422, { errors: {} }), /errors|code/],
    [
      'another error than the receipt has',
      json(`GET ${TRANSACTION}/receipt`, 409, { code: 'conflict' }),
      /code/,
    ],
    [
      'mode 3A off with the wrong key',
      json('GET /v1/payment-methods', 422, {
        code: 'tokenized_charge_disabled',
        errors: { customer: [] },
      }),
      /errors/,
    ],
    ['a list of cards without data', json('GET /v1/payment-methods', 200, []), /body/],
    [
      'a PDF that is none',
      json(`GET ${TRANSACTION}/receipt/download`, 200, '<html>', 'application/pdf'),
      /no PDF/,
    ],
    [
      'a PDF called text',
      json(`GET ${TRANSACTION}/receipt/download`, 200, '%PDF-1.7', 'text/html'),
      /content type/,
    ],
    ['JSON called HTML', json(READ, 200, paidExample, 'text/html'), /content type/],
    [
      'an outcome of its own',
      json('POST /embed/v1/confirm', 200, { status: 'captured' }),
      /status/,
    ],
    ['approved with 202', json('POST /embed/v1/confirm', 202, { status: 'approved' }), /status/],
    [
      'confirm under the base of v1',
      json('POST /v1/confirm', 200, { status: 'declined', ...decline }),
      /no such route/,
    ],
  ])('an answer does not conform: %s', (_name, answer, problem) => {
    const problems = conformanceProblems(answer)
    expect(problems.join('\n')).toMatch(problem)
    for (const line of problems) expect(line).toContain(`${answer.method} ${answer.path}`)
  })
})

describe('events', () => {
  const approved = {
    id: '0197f0a2-3c55-7c11-9d6e-1f2a3b4c5d6e',
    type: 'payment.approved',
    created_at: '2026-11-20 20:00:00',
    data: paidExample,
  }

  it('an event conforms', () => {
    expect(eventProblems(approved)).toEqual([])
    expect(eventProblems(Object(eventBody('payment.refunded').meta()?.example))).toEqual([])
  })

  it.each([
    ['a type of its own', { ...approved, type: 'payment.captured' }, /unknown type/],
    ['an id with a prefix', { ...approved, id: `evt_${approved.id}` }, /id/],
    ['a refund without its fields', { ...approved, type: 'payment.refunded' }, /refund_amount/],
    ['a field too many', { ...approved, livemode: true }, /livemode/],
    ['a card in place of a payment', { ...approved, type: 'payment_method.saved' }, /data/],
  ])('an event does not conform: %s', (_name, event, problem) => {
    expect(eventProblems(event).join('\n')).toMatch(problem)
  })
})
