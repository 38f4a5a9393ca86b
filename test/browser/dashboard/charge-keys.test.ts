import { expect, it } from 'vitest'
import { createChargeKeys } from '../../../dashboard/screens/customer/charge-keys.ts'

const charge = { payment_method: 'pm_1', amount: '80.00', currency: 'HNL' }
const other = { ...charge, amount: '90.00' }

it('a charge whose answer was lost keeps its key, also after another amount was charged', () => {
  const keys = createChargeKeys()
  const key = keys.keyOf(charge)
  expect(keys.keyOf(other)).not.toBe(key)
  keys.forget(other)
  expect(keys.keyOf(charge)).toBe(key)
})

it('a charge after one whose outcome is known has a key of its own', () => {
  const keys = createChargeKeys()
  const key = keys.keyOf(charge)
  keys.forget(charge)
  expect(keys.keyOf(charge)).not.toBe(key)
})
