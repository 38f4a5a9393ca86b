import { describe, expect, test, vi } from 'vitest'
import { createLog } from '../../src/runtime/log/log.ts'
import { HANG_MS } from '../support/eventually.ts'
import { useWorld } from '../support/use-world.ts'
import { CARDS, eventually } from '../support/world.ts'

const lines: string[] = []
const log = createLog({
  level: 'info',
  service: 'puente',
  destination: {
    write: (text) => void lines.push(text.replace(/^\[\d\d:\d\d:\d\d\]: /, '').trimEnd()),
  },
  terminal: { colors: false },
})

const world = useWorld({}, { log })

const said = (line: string): Promise<unknown> =>
  vi.waitFor(() => expect(lines.join('\n')).toContain(line), HANG_MS)

const checkOut = async (id: string, amount = '125.50') => {
  const order = { id, amount, currency: 'HNL' }
  const { body } = await world.api('POST', '/v1/checkouts', { order })
  return body
}

describe('the terminal output of npm start', () => {
  test('the terminal has one line when an order can be paid, and one when it is paid and its store is notified', async () => {
    const before = lines.length
    const { payment } = await checkOut('A-1')
    await world.pay(payment.checkout_url)
    await said('order A-1 paid, L 125.50, store notified')
    expect(lines.slice(before)).toEqual([
      'order A-1 can be paid, L 125.50',
      'order A-1 paid, L 125.50, store notified',
    ])
  })

  test('the terminal shows a declined card and a void', async () => {
    const declined = await checkOut('A-2', '1250.00')
    await world.pay(declined.payment.checkout_url, CARDS.declined)
    await said('order A-2 not paid, its card was declined, L 1,250.00, store notified')
    await world.api('POST', '/v1/orders/A-1/refunds', {}, { 'idempotency-key': 'r-1' })
    await said('order A-1 voided, L 125.50, store notified')
  })

  test('the terminal never calls a refused currency a declined card', async () => {
    const order = { id: 'A-EUR', amount: '5.00', currency: 'EUR' }
    const { body } = await world.api('POST', '/v1/checkouts', { order })
    expect(body).toMatchObject({ title: 'The gateway account does not accept this currency' })
    await said('order A-EUR not paid, the gateway account does not accept its currency, €5.00')
    expect(lines.filter((line) => line.includes('A-EUR') && line.includes('declined'))).toEqual([])
  })

  test('the terminal says why a store was not notified, one line per attempt', async () => {
    const { payment } = await checkOut('A-3')
    world.shop.answerNext([500])
    await world.pay(payment.checkout_url)
    await eventually(async () => lines.some((each) => each.startsWith('order A-3 paid')))
    expect(lines.filter((each) => each.includes('A-3'))).toEqual([
      'order A-3 can be paid, L 125.50',
      expect.stringMatching(/^order A-3 paid, L 125\.50, store not notified: .*500/),
    ])
    await said('order A-3 paid, L 125.50, store notified')
  })

  test('the line of a failed API request says why it failed', async () => {
    await checkOut('A-4', 'much')
    await said(
      'POST /v1/checkouts 422 invalid_fields: order.amount Must be a decimal string such as "125.50"',
    )
    await world.api('GET', '/v1/orders/nobody')
    await said('GET /v1/orders/{id} 404 not_found: The store has no such order')
    await fetch(`${world.sandbox.url}/sandbox/faults`, {
      method: 'PUT',
      body: JSON.stringify({ api: { error_503: 1, only: 'POST /v1/payments' } }),
    })
    await checkOut('A-5')
    await eventually(async () => lines.some((each) => each.includes('502')))
    const failed = lines.filter((each) => each.includes('502'))
    expect(failed).toEqual([
      expect.stringMatching(/^POST \/v1\/checkouts 502 gateway_unreachable: .*HTTP 503/),
    ])
  })

  test('the terminal does not log successful requests for assets, health and pages', async () => {
    const before = lines.length
    for (const path of [
      '/health',
      '/docs/',
      '/openapi.json',
      '/pay/assets/pay.css',
      '/favicon.ico',
    ]) {
      await fetch(`${world.url}${path}`)
    }
    await world.api('GET', '/v1/orders')
    expect(lines.slice(before)).toEqual([])
  })
})
