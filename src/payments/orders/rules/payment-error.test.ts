import { describe, expect, it } from 'vitest'
import { paymentErrorOf } from './payment-error.ts'

const refusal = (fields: Record<string, string[]>, code?: string, message?: string) =>
  paymentErrorOf({ code, fields, message })

describe('what the gateway refuses of an order', () => {
  it('is its currency, its amount, or the terminal, by the code or the field', () => {
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

  it('is the request where nothing of that is named, with what words there are', () => {
    expect(refusal({ 'customer.email': ['Bad'] })).toEqual({
      code: 'request_refused',
      message: 'Bad',
    })
    expect(refusal({}, undefined, 'No')).toEqual({ code: 'request_refused', message: 'No' })
    expect(refusal({})).toEqual({ code: 'request_refused', message: null })
  })
})
