import { expect, it } from 'vitest'
import { isReadableInTransit } from './plain-http.ts'

it.each([
  'http://shop.example/puente',
  'http://10.0.0.4/puente',
  'http://localhost.shop.example/',
  'http://127.0.0.1.shop.example/',
  'HTTP://shop.example/',
])('%s is readable in transit', (address) => {
  expect(isReadableInTransit(address)).toBe(true)
})

it.each([
  'https://shop.example/puente',
  'http://localhost:4000/puente',
  'http://127.0.0.1/',
  'http://[::1]:4000/',
])('%s is not readable in transit', (address) => {
  expect(isReadableInTransit(address)).toBe(false)
})
