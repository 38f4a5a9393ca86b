import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Harness } from '../contract/support/harness.ts'
import type { Json } from '../support/world.ts'

export interface DashboardMerchant {
  /** On a separate origin and site. */
  pageWith(options?: Record<string, unknown>, settings?: { publishableKey?: string }): string
  /** Responses of confirm, oldest first. */
  confirmed: { status: number; body: Json }[]
  close(): Promise<void>
}

const PAGE_SCRIPT = `
window.messages = []
window.events = []
window.addEventListener('message', ({ data }) => messages.push(data))
const { options, publishableKey } = JSON.parse(document.body.dataset.settings)
const pay = document.getElementById('pay')
const result = document.getElementById('result')

const make = () => {
  const component = ServiceConnect({ publishableKey, locale: 'es' }).createPaymentComponent(options)
  component.on('form_complete', (data) => {
    events.push(['form_complete', data])
    pay.disabled = !data.complete
  })
  component.on('payment_failed', (data) => {
    events.push(['payment_failed', data])
    result.textContent = 'failed ' + data.Errors[0].Code
  })
  component.on('payment_token_ready', async (data) => {
    events.push(['payment_token_ready', data])
    pay.disabled = true
    const response = await fetch('/pay', { method: 'POST', body: JSON.stringify(data) })
    const answer = await response.json()
    window.answer = answer
    result.textContent = answer.Errors ? 'declined ' + answer.Errors[0].Code : answer.status
  })
  return component
}
window.component = make()
component.mount('#card')
pay.addEventListener('click', () => component.submit())
`

const pageOf = (sdkUrl: string, settings: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tienda</title></head>
<body data-settings="${settings.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">
<h1>Tienda</h1>
<div id="card"></div>
<div id="other"></div>
<button id="pay" disabled>Pagar</button>
<output id="result"></output>
<script src="${sdkUrl}"></script>
<script>${PAGE_SCRIPT}</script>
</body></html>`

export const startMerchant = async (gateway: Harness): Promise<DashboardMerchant> => {
  const confirmed: DashboardMerchant['confirmed'] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://merchant')
    if (url.pathname === '/pay') {
      const { payment_token } = JSON.parse(await textOf(request))
      const { status, body } = await gateway.call('POST', '/embed/v1/confirm', {
        body: {
          amount: 100,
          currency_code: 'HNL',
          payment_token,
          publishable_key: 'pk_test_sandbox',
        },
      })
      confirmed.push({ status, body })
      // Commercially sensitive (2.6), not for the customer.
      const { transaction_details: _, ...answer } = body
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return
    }
    if (url.pathname !== '/') return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(gateway.addresses.sdkUrl, url.searchParams.get('settings') ?? '{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pageWith: (options = {}, { publishableKey = 'pk_test_sandbox' } = {}) => {
      const settings = JSON.stringify({ options, publishableKey })
      return `http://127.0.0.1:${port}/?${new URLSearchParams({ settings })}`
    },
    confirmed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
