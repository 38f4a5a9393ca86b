import { describe, expect, it } from 'vitest'
import { paymentErrorOf } from './payment-error.ts'

const refusal = (fields: Record<string, string[]>, code?: string, message?: string) =>
  paymentErrorOf({ code, fields, message })

describe('a gateway refusal of an order', () => {
  it('the code or the field identifies the currency, the amount or the terminal', () => {
    expect(refusal({ currency_code: ['Not enabled'] })).toEqual({
      code: 'currency_refused',
      message: 'Not enabled',
    })
    expect(refusal({ name: ['Long'], amount: ['Too much'] })).toEqual({
      code: 'amount_refused',
      message: 'Too much',
    })
    expect(refusal({ terminal: ['x'] }, 'sandbox_terminal_unavailable', 'None')).toEqual({
      code: 'terminal_unavailable',
      message: 'None',
    })
  })

  it('any other refusal concerns the request, with the message if one exists', () => {
    expect(refusal({ 'customer.email': ['Bad'] })).toEqual({
      code: 'request_refused',
      message: 'Bad',
    })
    expect(refusal({}, undefined, 'No')).toEqual({ code: 'request_refused', message: 'No' })
    expect(refusal({})).toEqual({ code: 'request_refused', message: null })
  })
})
