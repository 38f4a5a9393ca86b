import express from 'express'
import type { StoreOrderStatus } from '../../src/payments/ports/storefront.ts'
import { serve } from '../../src/runtime/http/http-server.ts'

interface Order {
  id: string
  status: StoreOrderStatus
  amount: number
  refunded: number
  payUrl?: string
}

export const startExampleShop = async () => {
  const orders = new Map<string, Order>()
  const failures: ('lost-answer' | 'down')[] = []
  const app = express().use(express.json())
  app.get('/shop', (_request, response) => response.json({ name: 'La de ejemplo' }))
  app.get('/orders', ({ query }, response) => {
    const ids = String(query.ids).split(',')
    response.json(ids.flatMap((id) => orders.get(id) ?? []))
  })
  app.put('/orders/:id', ({ params, body }, response) => {
    const failure = failures.shift()
    const order = orders.get(params.id)
    if (failure === 'down') return void response.sendStatus(503)
    if (order) orders.set(order.id, { ...order, ...body })
    if (failure === 'lost-answer') return void response.destroy()
    response.sendStatus(order ? 204 : 404)
  })
  const server = await serve(app, { host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${server.port}`,
    orders,
    newOrder: async (): Promise<string> => {
      const id = `E-${orders.size + 1}`
      orders.set(id, { id, status: 'unpaid', amount: 10_000, refunded: 0 })
      return id
    },
    failNext: (how: 'lost-answer' | 'down') => void failures.push(how),
    close: () => server.close(),
  }
}
