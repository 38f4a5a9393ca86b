import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inGroupsOfFour } from '../../sandbox/gateway/cards.ts'
import { CARDS, LIVE_KEY } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { eventually } from '../support/eventually.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import { type Visitor, visitorAt } from './portal-visitor.ts'

const gateway = useGateway()
let visitor: Visitor
beforeAll(async () => {
  visitor = visitorAt(gateway)
})
beforeEach(async () => {
  await gateway.call('POST', '/sandbox/reset', { key: null })
})

const statusOf = async (id: number) => (await gateway.call('GET', `/v1/payments/${id}`)).body.status

describe('payments in the portal', () => {
  test('each environment lists its payments, newest first', async () => {
    const one = await gateway.createPayment({ name: 'Primero' })
    const two = await gateway.createPayment({ name: 'Segundo <i>' })
    const live = await gateway.createPayment({ name: 'En vivo' }, LIVE_KEY)
    const { status, html } = await visitor.get('/portal')
    expect(status).toBe(200)
    expect(html.indexOf('Segundo &lt;i&gt;')).toBeGreaterThan(0)
    expect(html.indexOf('Segundo &lt;i&gt;')).toBeLessThan(html.indexOf('Primero'))
    expect(html).not.toContain('En vivo')
    expect(html).toContain(`/portal/test/payments/${one.id}`)
    expect((await visitor.get('/portal/live')).html).toContain('En vivo')
    expect((await visitor.get(`/portal/live/payments/${two.id}`)).status).toBe(404)
    expect((await visitor.get(`/portal/live/payments/${live.id}`)).status).toBe(200)
  })

  test('the list filters by state and reference, in pages of 20', async () => {
    for (let n = 1; n <= 21; n++) {
      await gateway.createPayment({ name: `Pedido ${n}.`, external_reference: `R-${n}` })
    }
    await gateway.payNew({ name: 'El pagado', external_reference: 'R-1' })
    const first = await visitor.get('/portal/test')
    expect(first.html).toContain('22 pagos')
    expect(first.html).not.toContain('Pedido 2.')
    expect((await visitor.get('/portal/test?page=2')).html).toContain('Pedido 2.')
    const paid = await visitor.get('/portal/test?status=paid')
    expect(paid.html).toContain('>1 pago ·')
    expect(paid.html).toContain('El pagado')
    const both = await visitor.get('/portal/test?external_reference=R-1')
    expect(both.html).toContain('2 pagos')
    expect((await visitor.get('/portal/test?external_reference=none')).html).toContain(
      'Ningún pago coincide',
    )
  })

  test('a payment shows all its transactions, even declined ones, and links the receipt', async () => {
    const payment = await gateway.createPayment()
    await gateway.pay({ payment_id: payment.id, number: CARDS.declined })
    const { body } = await gateway.pay({ payment_id: payment.id })
    const { html } = await visitor.get(`/portal/test/payments/${payment.id}`)
    expect(html).toContain('Rechazado')
    expect(html).toContain('05 · Do not honor')
    expect(html).toContain('VISA ···· 0002')
    expect(html).toContain('VISA ···· 1111')
    expect(html).toContain(`/receipts/${body.transaction_id}.pdf`)
  })

  test('the merchant can void a charge with a reason', async () => {
    const { id, transactionId } = await gateway.payNew()
    const { status, location } = await visitor.post(
      `/portal/test/transactions/${transactionId}/void`,
      { reason: 'Pedido <duplicado>' },
    )
    expect(status).toBe(303)
    const { html } = await visitor.get(location ?? '')
    expect(html).toContain('Transacción anulada.')
    expect(html).toContain('Pedido &lt;duplicado&gt;')
    expect(await statusOf(id)).toBe('voided')
  })

  test('the merchant can refund a charge in parts', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    const refund = (amount: string) =>
      visitor.post(`/portal/test/transactions/${transactionId}/refund?lang=en`, {
        amount,
        reason: 'Broken',
      })
    const { location } = await refund('40')
    expect((await visitor.get(location ?? '')).html).toContain('Refund made.')
    expect(await statusOf(id)).toBe('partially_refunded')
    expect((await visitor.get(location ?? '')).html).toContain('L 60.00 is left')
    await refund('60.00')
    expect(await statusOf(id)).toBe('refunded')
  })

  test('a double click refunds once and shows the outcome', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    const { html } = await visitor.get(`/portal/test/payments/${id}`)
    const refunded_before = /name="refunded_before" value="([^"]*)"/.exec(html)?.[1] ?? ''
    const click = () =>
      visitor.post(`/portal/test/transactions/${transactionId}/refund`, {
        amount: '40',
        refunded_before,
      })
    const clicks = await Promise.all([click(), click()])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([303, 422])
    expect(await gateway.getPayment(id)).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 40,
    })
    const refused = clicks.find(({ status }) => status === 422)?.html
    expect(refused).toContain('se reembolsó otra parte mientras')
    expect(refused).toContain('Quedan L 60.00')
    expect(refused).toContain('name="refunded_before" value="40.00"')
  })

  test.each([
    ['too much', '100.01', 'supera lo que queda por reembolsar (100.00)'],
    ['nothing', '0', 'al menos 0.01'],
    ['no number', 'todo', 'por ejemplo 50.25'],
    ['thousands with a comma', '1,250', 'por ejemplo 50.25'],
    ['an empty field', '', 'debe ser un número'],
  ])('a refund of %s shows an error and keeps the input', async (_, amount, words) => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    const { status, html } = await visitor.post(
      `/portal/test/transactions/${transactionId}/refund`,
      { amount, reason: 'Mi motivo' },
    )
    expect(status).toBe(422)
    expect(html).toContain(words)
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('value="Mi motivo"')
    expect(await statusOf(id)).toBe('paid')
  })

  test('an impossible action shows its reason instead of a form, and fails when tried', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    const { html } = await visitor.get(`/portal/test/payments/${id}`)
    expect(html).toContain('No se puede anular. La transacción ya fue liquidada')
    const tried = await visitor.post(`/portal/test/transactions/${transactionId}/void`)
    expect(tried.status).toBe(422)
    expect(tried.html).toContain('La transacción ya fue liquidada')
    expect(await statusOf(id)).toBe('paid')
  })

  test('a decimal comma works, and a partial refund rules out a void', async () => {
    const { id, transactionId } = await gateway.payNew()
    await gateway.settle()
    const { status, location } = await visitor.post(
      `/portal/test/transactions/${transactionId}/refund`,
      { amount: '50,25' },
    )
    expect(status).toBe(303)
    expect(await gateway.getPayment(id)).toMatchObject({ refunded_amount: 50.25 })
    expect((await visitor.get(location ?? '')).html).toContain('Reembolsada en parte: ya no se')
  })

  test('a link can be disabled once', async () => {
    const { id } = await gateway.createPayment()
    const { location } = await visitor.post(`/portal/test/payments/${id}/disable`)
    expect((await visitor.get(location ?? '')).html).toContain('Enlace deshabilitado.')
    expect(await statusOf(id)).toBe('disabled')
    const again = await visitor.post(`/portal/test/payments/${id}/disable`)
    expect(again.status).toBe(422)
    expect(again.html).toContain('no está en un estado')
  })

  test('the portal cannot change a transaction of the other environment', async () => {
    const { id, transactionId } = await gateway.payNew()
    const { status } = await visitor.post(`/portal/live/transactions/${transactionId}/void`)
    expect(status).toBe(404)
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('webhooks in the portal', () => {
  const receiver = useStarted(startReceiver)
  beforeEach(() => {
    receiver.received.length = 0
    receiver.answerWith(200)
  })

  const register = async (url: string, environment = 'test') => {
    const { location } = await visitor.post(`/portal/${environment}/endpoints`, { url })
    return visitor.get(location ?? '')
  }
  const secretIn = (html: string) => /<code class="secret">(whsec_[^<]+)</.exec(html)?.[1] ?? ''
  const formIn = (html: string, action: string) =>
    new RegExp(`action="([^"]+/${action})"`).exec(html)?.[1] ?? ''
  const attemptsListed = (count: number) =>
    eventually(async () => {
      const { html } = await visitor.get('/portal/test/webhooks')
      return html.split('class="card attempt"').length - 1 === count && html
    })

  test('a new endpoint shows its secret and receives events signed with it', async () => {
    const { html } = await register(receiver.url)
    expect(html).toContain('Endpoint registrado.')
    expect(secretIn(html)).toMatch(/^whsec_test_\w{40,}$/)
    const { id } = await gateway.payNew()
    const [event] = await receiver.waitFor(1)
    expect(event?.event.data.id).toBe(id)
    const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(`${event?.headers['service-signature']}`) ?? []
    const signed = createHmac('sha256', secretIn(html)).update(`${t}.${event?.raw}`)
    expect(signed.digest('hex')).toBe(v1)
  })

  test.each([
    'https://tienda.hn/webhooks?a=1',
    'http://localhost:3000/hooks',
    'http://127.0.0.9/hooks',
    'http://[::1]:3000/hooks',
    'http://192.168.1.20/hooks',
    'http://10.1.2.3/hooks',
    'http://172.31.0.2:8080/',
    'http://[fd00::1]/hooks',
    'http://shop:3000/hooks',
  ])('the endpoint URL %s is valid', async (url) => {
    const { html } = await register(url)
    expect(html).toContain(url)
  })

  test.each([
    ['plain http on a public name', 'http://tienda.hn/webhooks', 'Use https'],
    ['plain http on a public address', 'http://8.8.8.8/', 'Use https'],
    ['an address just outside of the private ones', 'http://172.32.0.1/', 'Use https'],
    ['a public name that begins like a local one', 'http://localhost.tienda.hn/', 'Use https'],
    ['another protocol', 'ftp://localhost/x', 'Escriba una URL completa'],
    ['a name alone', 'tienda.hn', 'Escriba una URL completa'],
    ['an empty field', '', 'Escriba una URL completa'],
    ['a URL with a password', 'https://user:pass@tienda.hn/', 'Escriba una URL completa'],
    ['a URL without end', `https://tienda.hn/${'x'.repeat(3_000)}`, 'demasiado larga'],
  ])('an endpoint with %s is rejected', async (_, url, words) => {
    const { status, html } = await visitor.post('/portal/test/endpoints', { url })
    expect(status).toBe(422)
    expect(html).toContain(words)
    expect((await visitor.get('/portal/test/webhooks')).html).toContain('no tiene endpoints')
  })

  test('endpoints appear in registration order', async () => {
    const urls = ['http://shop/z', 'http://shop/a', 'http://shop/m']
    for (const url of urls) await register(url)
    const { html } = await visitor.get('/portal/test/webhooks')
    expect([...html.matchAll(/<p class="url">([^<]+)</g)].map(([, url]) => url)).toEqual(urls)
  })

  test('rotating warns first and then shows a new secret', async () => {
    const before = (await register(receiver.url)).html
    expect(before).toContain('deja de servir de inmediato')
    const { location } = await visitor.post(formIn(before, 'rotate'))
    const after = (await visitor.get(location ?? '')).html
    expect(secretIn(after)).toMatch(/^whsec_test_/)
    expect(secretIn(after)).not.toBe(secretIn(before))
  })

  test('a deleted endpoint receives nothing more, not even pending retries', async () => {
    receiver.answerWith(500)
    const { html } = await register(receiver.url)
    await gateway.payNew()
    await attemptsListed(1)
    expect((await visitor.post(formIn(html, 'delete'))).status).toBe(303)
    expect((await visitor.post(formIn(html, 'delete'))).status).toBe(422)
    await gateway.payNew()
    await gateway.advance(120)
    expect(receiver.received).toHaveLength(1)
  })

  test('an attempt shows type, number, status, duration and response', async () => {
    receiver.answerWith(500)
    await register(receiver.url)
    const { id } = await gateway.payNew()
    const html = await attemptsListed(1)
    expect(html).toMatch(/Próximo intento: \d{4}/)
    const [, payment] = /class="about"><a href="([^"]+)"/.exec(html) ?? []
    expect((await visitor.get(payment ?? '')).html).toContain(`<h1>Pago ${id}</h1>`)
    expect(html).toContain('<h3>payment.approved</h3>')
    expect(html).toContain('Intento 1 de 5')
    expect(html).toContain('Respuesta 500')
    expect(html).toMatch(/\d+ ms/)
    expect(html).toContain(receiver.received[0]?.event.id)
  })

  test('a response appears as truncated text without card numbers', async () => {
    const talkative = createServer((_, response) => {
      response.writeHead(400)
      response.end(`<b>bad\0</b> ${CARDS.approved} ${'ñ'.repeat(5_000)}`)
    })
    await new Promise<void>((resolve) => talkative.listen(0, '127.0.0.1', resolve))
    await register(`http://127.0.0.1:${(talkative.address() as AddressInfo).port}/`)
    await gateway.payNew()
    const html = await attemptsListed(1)
    talkative.close()
    expect(html).toContain('&lt;b&gt;bad\uFFFD&lt;/b&gt; [card number] ñññ')
    expect(html.match(/ñ/g)?.length).toBeLessThan(600)
  })

  test('a receiver with an endless body does not block the attempt', async () => {
    const endless = createServer((_, response) => {
      response.writeHead(200)
      response.write('so far')
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    await register(`http://127.0.0.1:${(endless.address() as AddressInfo).port}/`)
    await gateway.payNew()
    const html = await attemptsListed(1)
    endless.closeAllConnections()
    endless.close()
    expect(html).toContain('Respuesta 200')
    expect(html).toContain('so far')
  })

  test('an attempt without a response shows the error', async () => {
    await register('http://127.0.0.1:9/hooks')
    await gateway.payNew()
    expect(await attemptsListed(1)).toContain('Conexión rechazada (127.0.0.1:9)')
  })

  test('the portal lists the last ten attempts, newest first, even after a restart', async () => {
    await register(receiver.url)
    const eventIds: string[] = []
    for (let n = 1; n <= 12; n++) {
      await gateway.payNew()
      const id = (await receiver.waitFor(n)).at(-1)?.event.id
      eventIds.unshift(id)
      await eventually(async () => (await visitor.get('/portal/test/webhooks')).html.includes(id))
    }
    const { html } = await visitor.get('/portal/test/webhooks')
    const listed = [...html.matchAll(/<code class="wrap">([\da-f-]+)</g)].map(([, id]) => id)
    expect(listed).toEqual(eventIds.slice(0, 10))
    await gateway.restart()
    expect((await visitor.get('/portal/test/webhooks')).html).toBe(html)
  })

  test('resending delivers the event again, with its own retries', async () => {
    await register(receiver.url)
    await gateway.payNew()
    const html = await attemptsListed(1)
    receiver.answerWith(500)
    const { location } = await visitor.post(formIn(html, 'resend'))
    expect((await visitor.get(location ?? '')).html).toContain('se está reenviando')
    const [first, second] = await receiver.waitFor(2)
    expect(second?.raw).toBe(first?.raw)
    expect(await attemptsListed(2)).toContain('· Reenviado manualmente ·')
    receiver.answerWith(200)
    await gateway.advance(61)
    await receiver.waitFor(3)
    await gateway.advance(2 * 60 * 60)
    expect(receiver.received).toHaveLength(3)
  })

  test('an unlisted attempt cannot be resent', async () => {
    for (const id of ['1', '0', '-1', 'x', '9'.repeat(30), '%00']) {
      const { status, html } = await visitor.post(`/portal/test/attempts/${id}/resend`)
      expect(status).toBe(422)
      expect(html).toContain('No se puede reenviar')
    }
  })
})

describe('keys in the portal', () => {
  test('each environment shows its own keys', async () => {
    const test = (await visitor.get('/portal/test/keys')).html
    expect(test).toContain('sk_test_sandbox')
    expect(test).toContain('pk_test_sandbox')
    expect(test).not.toContain('sk_live_sandbox')
    expect(test).toContain(inGroupsOfFour(CARDS.approved))
    expect((await visitor.get('/portal/live/keys')).html).toContain('sk_live_sandbox')
  })
})

describe('pages of the portal', () => {
  const paths = ['/portal', '/portal/live', '/portal/test/webhooks', '/portal/test/keys']

  test.each(paths)("%s follows the reader's language and shows both environments", async (path) => {
    const spanish = await visitor.get(path)
    expect(spanish.html).toContain('<html lang="es">')
    expect(spanish.html).toContain('Prueba (test)</a>')
    expect(spanish.html).toContain('Producción (live)</a>')
    const english = await visitor.get(path, { 'accept-language': 'en-US,en;q=0.9' })
    expect(english.html).toContain('<html lang="en">')
    expect(english.html).toContain('Live</a>')
  })

  test('a chosen language persists', async () => {
    const { html } = await visitor.get('/portal?lang=en')
    expect(html).toContain('href="/portal/test/webhooks?lang=en"')
  })

  test('pages run no script, and forbid framing and caching', async () => {
    const { headers } = await visitor.get('/portal')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['GET', '/portal/prod', 404],
    ['GET', '/portal/%00/keys', 404],
    ['GET', '/portal/test/payments/%00', 404],
    ['GET', '/portal/test/payments/99999999999999999999', 404],
    ['GET', '/portal/test?status=nope&page=-1&external_reference=%00', 200],
    ['GET', '/portal/test?page=999999999', 200],
    ['GET', '/portal?done=constructor', 200],
    ['POST', '/portal/test/payments/x/disable', 404],
    ['POST', '/portal/test/transactions/x/void', 404],
    ['POST', '/portal/test/transactions/%00/refund', 404],
    ['POST', '/portal/test/endpoints/%00/rotate', 422],
    ['POST', '/portal/test/endpoints/we_x/delete', 422],
  ])('%s %s gets %i', async (method, path, status) => {
    const answer = method === 'GET' ? visitor.get(path) : visitor.post(path)
    expect((await answer).status).toBe(status)
  })

  test('an invalid reason is rejected, and a huge body does no harm', async () => {
    const { transactionId } = await gateway.payNew()
    const path = `/portal/test/transactions/${transactionId}/void`
    expect((await visitor.post(path, { reason: 'a\0b' })).status).toBe(422)
    expect((await visitor.post(path, { reason: 'x'.repeat(2_001) })).status).toBe(422)
    const large = await visitor.post('/portal/test/endpoints', { url: 'x'.repeat(2_000_000) })
    expect(large.status).toBe(422)
  })
})

describe('the root of the sandbox', () => {
  test('a browser gets a page with links, addresses and test cards', async () => {
    const { status, html } = await visitor.get('/', {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    })
    expect(status).toBe(200)
    for (const text of ['/portal', '/openapi.json', '/sdk', '/embed/v1', 'docs/sandbox.md']) {
      expect(html).toContain(text)
    }
    expect(html).toContain(inGroupsOfFour(CARDS.challenge))
    expect(html).not.toContain('sk_test_')
  })

  test.each(['application/json', '*/*', 'application/json, text/html;q=0.5'])(
    'a client that accepts %s gets the routing 404',
    async (accept) => {
      const { status, html } = await visitor.get('/', { accept })
      expect(status).toBe(404)
      expect(JSON.parse(html).code).toBe('not_found')
    },
  )
})
