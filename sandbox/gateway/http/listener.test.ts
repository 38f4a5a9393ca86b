import { expect, test } from 'vitest'
import { systemClock } from '../../../src/runtime/clock.ts'
import { serve } from '../../../src/runtime/http/http-server.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import type { Journal } from '../journal/journal.ts'
import { createListener } from './listener.ts'
import { seeOther } from './reply.ts'
import type { Router } from './router.ts'

const journal: Journal = {
  add: () => {},
  read: async () => ({ entries: [], next: 0 }),
  clear: async () => {},
  close: async () => {},
}

test.each<[string, Router]>([
  [
    'throws at once',
    () => {
      throw new Error('at once')
    },
  ],
  ['fails later', () => Promise.reject(new Error('later'))],
  ['answers what no header can say', () => seeOther('https://shop.hn/✓')],
])('a route that %s gets a 500 response', async (_, router) => {
  const listener = createListener({
    router,
    journal,
    merchant: { environmentOf: () => undefined } as never,
    clock: systemClock,
    log: createLog({ level: 'silent', service: 'test' }),
  })
  const server = await serve(listener, { host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { redirect: 'manual' })
  expect([response.status, await response.json()]).toEqual([500, { message: 'Server Error' }])
  await server.close()
})
