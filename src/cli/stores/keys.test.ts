import { expect, it } from 'vitest'
import { StoreId } from '../../domain/ids.ts'
import { keyLine } from './keys.ts'

it('the line of a key escapes control characters in its name', () => {
  const line = keyLine({
    id: 'key_1',
    store_id: StoreId.parse('tienda'),
    name: 'counter\u001b]0;owned\u0007\u202e',
    hash: '',
    hint: 'puente_test_…abcd',
    made_by: null,
    created_at: new Date('2026-05-04T12:00:00Z'),
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    scopes: ['read'],
    refund_limit_minor: null,
    refund_limit_currency: null,
    refund_day_limit_minor: null,
    refund_day_limit_currency: null,
  })
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(line).toContain('"counter ]0;owned ')
})
