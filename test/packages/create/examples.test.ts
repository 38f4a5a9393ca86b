import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SHOPS = ['examples/express/shop.mjs', 'examples/fastify/shop.mjs']
const MOST_LINES = 150

it.each(SHOPS)('%s has fewer than 150 lines', (file) => {
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(MOST_LINES)
})

it('the examples in Node have the same test', () => {
  const [express, fastify] = ['express', 'fastify'].map((name) =>
    readFileSync(`examples/${name}/shop.test.mjs`, 'utf8'),
  )
  expect(express).toBe(fastify)
})
