import { describe, expect, it } from 'vitest'
import { useWorld } from '../../test/support/use-world.ts'
import type { Json } from '../../test/support/world.ts'
import { PROBLEM_CODES } from '../runtime/http/problem-codes.ts'
import { merchantRoutes } from './api/merchant/routes.ts'
import { problemDocument } from './requests/problem.ts'

const world = useWorld()

const WRONGS: readonly [string, RequestInit & { headers?: Record<string, string> }][] = [
  ['no key', {}],
  ['a body that is no JSON', { body: '{' }],
  ['a body that is too large', { body: JSON.stringify({ a: 'x'.repeat(300_000) }) }],
  ['a field that does not exist', { body: '{"nothing": 1}' }],
  ['an idempotency key that is too long', { headers: { 'idempotency-key': 'x'.repeat(200) } }],
  ['nothing but what is needed', { headers: { 'idempotency-key': 'k-1' } }],
]

describe('problem codes', () => {
  it('the OpenAPI document lists the same codes as the source', async () => {
    const document: Json = await (await fetch(`${world.url}/openapi.json`)).json()
    expect(document.components.schemas.Problem.properties.code.enum).toEqual([...PROBLEM_CODES])
    expect(new Set(PROBLEM_CODES).size).toBe(PROBLEM_CODES.length)
  })

  it('every route answers invalid requests with a listed code', async () => {
    const seen = new Set<string>()
    for (const { method, path } of merchantRoutes) {
      for (const [name, options] of WRONGS) {
        const url = `${world.url}${path.replaceAll(/\{\w+\}/g, 'unknown_1')}`
        const answer = await fetch(url, {
          method: method.toUpperCase(),
          ...options,
          ...(method === 'get' ? { body: null } : {}),
          headers:
            name === 'no key'
              ? {}
              : { authorization: `Bearer ${world.apiKey}`, ...options.headers },
        })
        const text = await answer.text()
        if (answer.status < 400) continue
        expect(answer.status, `${method} ${path} with ${name}: ${text}`).toBeLessThan(500)
        const { code } = problemDocument.strict().parse(JSON.parse(text))
        seen.add(code)
      }
    }
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        'idempotency_key_required',
        'invalid_fields',
        'invalid_json',
        'not_found',
        'too_large',
        'wrong_api_key',
      ]),
    )
  })
})
