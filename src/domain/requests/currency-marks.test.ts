import { expect, it } from 'vitest'
import { splitCurrencyMark } from './currency-marks.ts'

it.each([
  ['320.50', '320.50', undefined],
  [' 320,5 ', '320,5', undefined],
  ['1,250.50', '1,250.50', undefined],
  ['L 320', '320', 'HNL'],
  ['L. 1,250.50', '1,250.50', 'HNL'],
  ['L320.50', '320.50', 'HNL'],
  ['Lps. 320', '320', 'HNL'],
  ['lps 320', '320', 'HNL'],
  ['320 lempiras', '320', 'HNL'],
  ['320.50 HNL', '320.50', 'HNL'],
  ['hnl 320', '320', 'HNL'],
  ['L\u00a0320.50', '320.50', 'HNL'],
  ['\u200eL 320\u202c', '320', 'HNL'],
  ['$20', '20', 'USD'],
  ['US$ 20.00', '20.00', 'USD'],
  ['20 usd', '20', 'USD'],
  ['1 450,00', '1 450,00', undefined],
])('%j reads as %j in %s', (typed, amount, currency) => {
  expect(splitCurrencyMark(typed)).toEqual({ amount, currency })
})

it.each(['L 320 HNL', '320 cafés', 'doscientos', '', 'L', '<b>1'])(
  'the text %j stays as it is',
  (typed) => {
    expect(splitCurrencyMark(typed)).toEqual({ amount: typed.trim(), currency: undefined })
  },
)
