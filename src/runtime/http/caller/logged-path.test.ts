import { describe, expect, it } from 'vitest'
import { useWorld } from '../../../../test/support/use-world.ts'
import { eventually, type Json } from '../../../../test/support/world.ts'
import { createLog } from '../../log/log.ts'

const lines: string[] = []
const log = createLog({
  level: 'trace',
  service: 'test',
  destination: { write: (line) => void lines.push(line) },
})

const world = useWorld({}, { log })

const lineOf = async (path: string, method = 'GET'): Promise<Json> => {
  const headers = { authorization: `Bearer ${world.apiKey}` }
  const answer = await fetch(`${world.url}${path}`, { method, headers, redirect: 'manual' })
  const id = answer.headers.get('x-request-id')
  const line = await eventually(async () =>
    lines.find((text) => text.includes('"responseTime"') && text.includes(String(id))),
  )
  return JSON.parse(line)
}

describe('the request log', () => {
  it.each([
    ['/v1/orders/secret?lang=es', '/v1/orders/{id}'],
    ['/v1/orders/ana@example.hn', '/v1/orders/{id}'],
    ['/pay/secret/return', '/pay/{token}/return'],
    ['/PAY/secret', '/PAY/{token}'],
    ['/reports/secret?lang=es', '/reports/{token}'],
    ['/v1/saved-cards?customer_email=ana@example.hn', '/v1/saved-cards'],
  ])('the log shows %s as its route, %s', async (path, shown) => {
    const line = await lineOf(path)
    expect(line.req).toEqual({ method: 'GET', url: shown })
    expect(JSON.stringify(line)).not.toMatch(/secret|example\.hn/)
  })

  it.each([
    ['an e-mail address', '/clientes/ana@example.hn'],
    ['a card number with spaces', '/v1/4111%201111%201111%201111'],
    ['a card number with escaped digits', '/v1/4%31%31%31111111111111/x'],
    ['an identity number', '//pay//0801199012345'],
    ['kilobytes', `/${'x'.repeat(5_000)}`],
  ])('the log hides a path without a route, such as %s', async (_, path) => {
    const line = await lineOf(path, 'POST')
    expect(line.req).toEqual({ method: 'POST', url: '(no route)' })
    const { request: _id, ...logged } = line
    expect(JSON.stringify(logged)).not.toMatch(/example|1111|08011990|xxxx/)
    expect(JSON.stringify(line).length).toBeLessThan(600)
  })

  it('a log line contains its request id once', async () => {
    const { request } = await lineOf('/v1/orders')
    expect(lines.find((line) => line.includes(request))).not.toContain('reqId')
    const [line = ''] = lines.filter((text) => text.includes(request) && text.includes('respons'))
    expect(line.split(request)).toHaveLength(2)
  })
})
