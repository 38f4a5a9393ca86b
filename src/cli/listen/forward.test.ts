import type { RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import type { FeedEntryView } from '../../http/api/notifications/feed-schemas.ts'
import { serve } from '../../runtime/http/http-server.ts'
import { forward } from './forward.ts'

const ENTRY: FeedEntryView = {
  cursor: '1-0',
  source: 'puente',
  id: 'msg_1',
  type: 'order.paid',
  order_id: 'A-1',
  at: '2026-11-22T15:04:06.120Z',
  body: '{}',
}

const forwardedTo = async (answer: RequestListener) => {
  const shop = await serve(answer, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => shop.close())
  const forwardTo = `http://127.0.0.1:${shop.port}/puente`
  return forward(ENTRY, { forwardTo, secret: 'whsec_c2VjcmV0' })
}

const ERROR_PAGE = `<!DOCTYPE html><html><head><title>Error</title></head>
<body><pre>TypeError: order is undefined<br> &nbsp; at shop.mjs:30</pre></body></html>`

it('a refusal has the status and the first words of the shop’s error page', async () => {
  const forwarded = await forwardedTo((_, response) => void response.writeHead(500).end(ERROR_PAGE))
  expect(forwarded).toEqual({
    outcome: 'refused',
    answer: '500 TypeError: order is undefined at shop.mjs:30',
  })
})

it('a broken connection is a refusal: the shop has seen the notification', async () => {
  const { outcome } = await forwardedTo((request) => void request.socket.destroy())
  expect(outcome).toBe('refused')
})

it('a shop that does not run is unreachable', async () => {
  const forwarded = await forward(ENTRY, {
    forwardTo: 'http://127.0.0.1:1/puente',
    secret: 'whsec_c2VjcmV0',
  })
  expect(forwarded).toEqual({ outcome: 'unreachable', answer: expect.stringContaining('ECONN') })
})
