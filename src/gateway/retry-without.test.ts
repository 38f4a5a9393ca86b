import { describe, expect, it } from 'vitest'
import { optionalFieldsRefused, withoutFields } from './retry-without.ts'

const SENT = {
  amount: '10.00',
  name: 'Order 1',
  description: 'Coffee',
  customer: { name: 'Ana', phone: '9999 (casa)' },
  metadata: { puente_payment: 'pay_1', gift: 'yes', 'utm.source': 'web', items: [{ name: 'a' }] },
}
const named = (errors: unknown, more: object = {}, status = 422) =>
  optionalFieldsRefused(
    { kind: 'answer', status, body: { errors, ...more }, retryAfterSeconds: undefined },
    SENT,
  )

describe('refused fields that decide nothing', () => {
  it.each<[unknown, string[]]>([
    [{ 'customer.phone': ['no'] }, ['customer.phone']],
    [{ 'customer[phone]': 'no' }, ['customer.phone']],
    [{ customer: { phone: ['no'] } }, ['customer.phone']],
    [{ '/customer/phone': ['no'], '#/description': ['no'] }, ['customer.phone', 'description']],
    [{ customer: ['no'] }, ['customer']],
    [{ 'customer.document': ['no'] }, ['customer']],
    [{ 'metadata.gift': ['no'], description: ['no'] }, ['metadata.gift', 'description']],
    [{ 'metadata.utm.source': ['no'] }, ['metadata.utm.source']],
    [{ 'metadata.items.0.name': ['no'] }, ['metadata.items']],
    [{ metadata: ['no'], 'metadata.*': ['no'] }, ['metadata']],
  ])('refusedDecoration finds the fields in %j', (errors, names) =>
    expect(named(errors)).toEqual(names),
  )

  it.each<[unknown, object, number]>([
    [{ 'customer.phone': ['no'], name: ['no'] }, {}, 422],
    [{ 'metadata.puente_payment': ['no'] }, {}, 422],
    [{ metadata: { puente_payment: ['no'] } }, {}, 422],
    [{ reason: ['not sent'] }, {}, 422],
    [{ phone: ['no'] }, {}, 422],
    [{ '/amount': ['no'], '/description': ['no'] }, {}, 422],
    [{ '/metadata/puente_payment': ['no'] }, {}, 422],
    [['customer.phone'], {}, 422],
    [{ 'customer.phone': ['no'] }, { IsoResponseCode: '05' }, 422],
    [{ customer: ['no'] }, { code: 'tokenized_charge_disabled' }, 422],
    [{ 'customer.phone': ['no'] }, {}, 400],
  ])('refusedDecoration finds no fields in %j with %j and status %i', (errors, more, status) =>
    expect(named(errors, more, status)).toBeUndefined(),
  )

  it('a retry omits the refused fields but keeps our reference', () => {
    expect(withoutFields(SENT, ['customer', 'metadata', 'description'])).toEqual({
      amount: '10.00',
      name: 'Order 1',
      metadata: { puente_payment: 'pay_1' },
    })
    expect(withoutFields(SENT, ['customer.phone', 'metadata.utm.source'])).toEqual({
      ...SENT,
      customer: { name: 'Ana' },
      metadata: { puente_payment: 'pay_1', gift: 'yes', items: [{ name: 'a' }] },
    })
  })
})
