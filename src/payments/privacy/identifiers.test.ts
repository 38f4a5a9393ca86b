import { expect, it } from 'vitest'
import { identifiersOfOrders } from './identifiers.ts'

it("a customer's values are listed once each, spelled as in the newest order", () => {
  const orders = [
    { customer: { email: 'Ana@example.com', phone: '+504 9999-1234' } },
    { customer: { email: 'ana@EXAMPLE.com ', phone: '99991234', identity_number: '0801-1990' } },
    { customer: { email: 'ana.work@example.com', identity_number: '08011990', phone: 'none' } },
    { customer: { name: 'Ana' } },
  ]
  expect(identifiersOfOrders(orders)).toEqual([
    { kind: 'identity_number', value: '0801-1990' },
    { kind: 'email', value: 'Ana@example.com' },
    { kind: 'email', value: 'ana.work@example.com' },
    { kind: 'phone', value: '+504 9999-1234' },
  ])
})
