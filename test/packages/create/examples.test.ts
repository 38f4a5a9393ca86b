import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SHOPS = ['express/shop.mjs', 'fastify/shop.mjs', 'php/shop.php']
const MOST_LINES = 150

it.each(SHOPS)('the shop of examples/%s has fewer than 150 lines', (file) => {
  expect(readFileSync(`examples/${file}`, 'utf8').split('\n').length).toBeLessThan(MOST_LINES)
})

it('the examples have the same test, but for the program that it starts', () => {
  const tests = ['express', 'fastify', 'php'].map((name) =>
    readFileSync(`examples/${name}/shop.test.mjs`, 'utf8').replace(/^const PROGRAM = .*$/m, ''),
  )
  expect(new Set(tests).size).toBe(1)
})

it.each(['index.html', 'serve.mjs'])('the storefronts of the examples have the same %s', (file) => {
  const [vendure, medusa] = ['vendure', 'medusa'].map((name) =>
    readFileSync(`examples/${name}/${file}`, 'utf8'),
  )
  expect(medusa).toBe(vendure)
})
