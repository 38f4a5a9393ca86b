import { describe, expect, it } from 'vitest'
import type { PaymentLinkRow } from '../../db/db.ts'
import { PaymentLinkId, StoreId } from '../../domain/ids.ts'
import { formatMoney } from '../../domain/money.ts'
import { readSubmission } from './read-submission.ts'

const at = new Date('2026-05-04T12:00:00Z')

const link = (fields: Partial<PaymentLinkRow> = {}): PaymentLinkRow => ({
  id: PaymentLinkId.parse('plk_1'),
  store_id: StoreId.parse('tienda'),
  token: 'token',
  name: 'Taller',
  description: null,
  amount_minor: 32_050n,
  min_minor: null,
  max_minor: null,
  currency: 'HNL',
  stock: null,
  starts_at: null,
  ends_at: null,
  fields: {},
  language: null,
  orders: 0,
  created_by: null,
  created_at: at,
  updated_at: at,
  closed_at: null,
  ...fields,
})

const amountOf = (row: PaymentLinkRow, form: Record<string, unknown>): string | undefined => {
  const read = readSubmission(row, form, 32_050n)
  return read.ok ? formatMoney(read.amount) : read.problems.amount?.en
}

describe('the form of a payment link', () => {
  it('a link with an amount ignores any amount that the form sends', () => {
    for (const amount of ['0.01', '-5', 'x', ['1'], undefined]) {
      expect(amountOf(link(), { amount })).toBe('320.50')
    }
  })

  it.each([31_050n, undefined])(
    'a page that showed another amount (%s) shows the change before payment',
    (shown) => {
      const read = readSubmission(link(), {}, shown)
      expect(read).toMatchObject({
        ok: false,
        problems: { amount: { en: expect.stringMatching(/is now L.320\.50/) } },
      })
    },
  )

  const donation = link({ amount_minor: null, min_minor: 5_000n, max_minor: 1_000_000n })

  it.each([
    ['250', '250.00'],
    ['1,250.50', '1250.50'],
    ['320,5', '320.50'],
    ['L 320', '320.00'],
    ['$20', 'Enter the amount in HNL'],
    ['50', '50.00'],
    ['10000', '10000.00'],
    ['', 'Enter the amount'],
    ['49.99', 'Enter at least L 50.00'],
    ['10000.01', 'Enter at most L 10,000.00'],
    ['0', expect.any(String)],
    ['mil', expect.any(String)],
  ])('a customer who types %j pays or reads %j', (amount, expected) => {
    expect(amountOf(donation, { amount })?.replaceAll('\u00a0', ' ')).toEqual(expected)
  })

  it('the page asks only for what the link names', () => {
    const form = { name: 'Ana', table: '4', email: 'not an address', note: 'x' }
    const read = readSubmission(
      link({ fields: { name: 'required', table: 'optional' } }),
      form,
      32_050n,
    )
    expect(read).toMatchObject({
      ok: true,
      customer: { name: 'Ana', email: undefined },
      metadata: { table: '4' },
    })
  })

  it('each wrong or missing answer has its own message', () => {
    const fields = { name: 'required', email: 'optional', phone: 'required' } as const
    const read = readSubmission(link({ fields }), { email: 'ana', phone: '123' }, 32_050n)
    expect(read).toEqual({
      ok: false,
      problems: {
        name: { en: 'Enter this field', es: 'Complete este campo' },
        email: expect.objectContaining({ en: expect.stringMatching(/valid e-mail/) }),
        phone: expect.objectContaining({ es: expect.stringMatching(/teléfono válido/) }),
      },
    })
  })

  it('an answer that is too long is refused, not cut', () => {
    const read = readSubmission(
      link({ fields: { table: 'optional' } }),
      { table: 'x'.repeat(41) },
      32_050n,
    )
    expect(read).toMatchObject({
      ok: false,
      problems: { table: { en: 'Use at most 40 characters' } },
    })
  })
})
