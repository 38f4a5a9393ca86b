import { Agent, request as httpRequest } from 'node:http'
import fc from 'fast-check'

export interface AnyRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** Excludes reset, which would leave nothing to request. */
const ROUTES = [
  ...['GET /v1/me', 'GET /v1/payments', 'POST /v1/payments', 'GET /v1/payments/:id'],
  ...['POST /v1/payments/:id/void', 'POST /v1/payments/:id/refund'],
  ...['GET /v1/payments/:id/receipt', 'GET /v1/payments/:id/receipt/download'],
  ...['GET /v1/payment-methods', 'DELETE /v1/payment-methods/:id'],
  ...['POST /v1/payment-methods/:id/charge', 'POST /v1/payments/token-charge'],
  ...['POST /embed/v1/confirm', 'POST /embed/v1/tokens', 'GET /embed/v1/card-fields'],
  ...['GET /sdk', 'GET /sdk/v1/connect.js', 'GET /embed/v1/assets/:id', 'GET /sdk/assets/:id'],
  ...['GET /checkout/:id', 'POST /checkout/:id', 'GET /3ds/:id', 'POST /3ds/:id'],
  ...['GET /receipts/:id', 'GET /', 'GET /openapi.json'],
  ...['GET /portal', 'GET /portal/:env/payments', 'GET /portal/:env/payments/:id'],
  ...['POST /portal/:env/payments/:id/disable', 'POST /portal/:env/transactions/:id/void'],
  ...['POST /portal/:env/transactions/:id/refund', 'GET /portal/:env/webhooks'],
  ...['POST /portal/:env/endpoints', 'POST /portal/:env/endpoints/:id/rotate'],
  ...['POST /portal/:env/endpoints/:id/delete', 'POST /portal/:env/attempts/:id/resend'],
  ...['GET /portal/:env/keys', 'GET /portal/:env'],
  ...['POST /sandbox/pay', 'POST /sandbox/tokens', 'POST /sandbox/challenges/:id'],
  ...['GET /sandbox/clock', 'POST /sandbox/clock', 'POST /sandbox/settle'],
  ...['GET /sandbox/profile', 'PUT /sandbox/profile', 'GET /sandbox/faults'],
  ...['PUT /sandbox/faults', 'GET /sandbox/journal', 'POST /sandbox/portal/void'],
  ...['POST /sandbox/portal/refund', 'POST /sandbox/portal/disable', 'GET /sandbox/endpoints'],
  ...['POST /sandbox/endpoints', 'DELETE /sandbox/endpoints/:id'],
  ...['POST /sandbox/endpoints/:id/rotate'],
] as const

const FIELDS = [
  ...['amount', 'external_reference', 'name', 'currency_code', 'description', 'metadata'],
  ...['success_url', 'cancel_url', 'expires_at', 'customer', 'lock_customer_fields', 'reusable'],
  ...['sales_tax_type', 'sales_tax_value', 'tip_enabled', 'tip_type', 'tip_value', 'tip'],
  ...['tip_customer_selectable', 'tip_preset_percentages', 'tip_allow_custom', 'tip_min_amount'],
  ...['tip_max_amount', 'service_fee_enabled', 'reason', 'payment_token', 'publishable_key'],
  ...['success_redirect_url', 'failed_redirect_url', 'payment_id', 'transaction_id', 'card'],
  ...['checkout_url', 'save_card', 'outcome', 'advance_seconds', 'now', 'environment', 'url'],
  ...['secret', 'since', 'limit', 'seed', 'next', 'webhooks', 'api', 'page', 'per_page', 'status'],
  ...['from', 'to', 'customer[email]', 'customer[identity_number]', 'number', 'expiry', 'cvc'],
  ...['holder', 'form_key', 'tip_custom', 'lang', 'paid', 'declined', 'expires', 'signature'],
  ...['customer_email', 'q', 'merchant_name', 'currencies', 'fee_rate', '__proto__', 'constructor'],
] as const

export const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double().map(String),
  fc.constantFrom('\u0000', '\ud800', '9'.repeat(400), 1e300, -0, '0x10', '__proto__', '', null),
)

const anyId = fc.oneof(
  fc.constantFrom('%00', '%', '%zz', '%ed%a0%80', '..', '%2e%2e%2f', "'", '0', '-1', '1e9'),
  fc.constantFrom('2147483648', '9'.repeat(30), 'x'.repeat(3_000), 'pm_x', 'tok_x', 'true', ':id'),
  fc.uuid(),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
)

/** Lets some requests pass the first check. */
const PLAUSIBLE = new Map<string, readonly unknown[]>(
  Object.entries({
    amount: [1, '10.50', 0.01, 1e15],
    external_reference: ['a'],
    name: ['A'],
    currency_code: ['HNL', '340', '840', 'USD'],
    customer: [{ email: 'a@b.hn', identity_number: '1' }],
    card: [{ number: '4111111111111111', exp_month: 12, exp_year: 2060, cvc: '123' }],
    number: ['4111111111111111', '4000000000003220'],
    expiry: ['12/60'],
    cvc: ['123'],
    holder: ['Ana'],
    outcome: ['authenticated', 'failed', 'abandoned'],
    publishable_key: ['pk_test_sandbox'],
    environment: ['test', 'live'],
    url: ['http://127.0.0.1:9/x'],
    advance_seconds: [0, 1, 86_400],
    now: ['2040-01-01T00:00:00Z'],
    expires_at: ['2040-01-01 00:00:00'],
  }),
)

export interface Known {
  ids: readonly string[]
  /** Queries of signed URLs. */
  queries: readonly string[]
  bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const encoded = (pairs: readonly [string, unknown][]): string =>
  new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, text(value)]),
  ).toString()

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

export const anyRequest = ({ ids, queries, bodies }: Known): fc.Arbitrary<AnyRequest> => {
  const id = fc.oneof(fc.constantFrom(...ids), anyId)
  const field = fc
    .constantFrom(...FIELDS)
    .chain((name) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          { arbitrary: fc.constantFrom(...(PLAUSIBLE.get(name) ?? ids)), weight: 3 },
          { arbitrary: anyValue, weight: 1 },
        ),
      ),
    )
  const fields = fc.array(field, { maxLength: 8 })
  const path = fc
    .tuple(
      fc.constantFrom(...ROUTES.map((route) => route.split(' ')[1] ?? '')),
      id,
      fc.constantFrom('test', 'live', 'test', 'prod', '%00'),
    )
    .map(([template, one, environment]) =>
      template.replace(':id', () => one).replace(':env', () => environment),
    )
  const search = fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    { arbitrary: fc.constantFrom('%00=%00', '&&==&', '%', 'a[]=1&a[]=2', ...queries), weight: 1 },
    {
      arbitrary: fields.map(encoded),
      weight: 1,
    },
  )
  const bodyOf = (route: string): fc.Arbitrary<string> => {
    const nearlyRight = fc
      .array(field, { maxLength: 2 })
      .map((pairs) => ({ ...bodies[route], ...Object.fromEntries(pairs) }))
    return fc.oneof(
      { arbitrary: nearlyRight.map((value) => JSON.stringify(value)), weight: 6 },
      { arbitrary: nearlyRight.map((value) => encoded(Object.entries(value))), weight: 3 },
      { arbitrary: fields.map((pairs) => JSON.stringify(Object.fromEntries(pairs))), weight: 2 },
      anyValue.map((value) => JSON.stringify(value)),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('', '{', '[]', 'null', `${'['.repeat(900)}${']'.repeat(900)}`),
    )
  }
  const odd = fc.string({ maxLength: 40 }).map((any) => any.replace(/[^\x20-\x7e]/g, '?'))
  const oddHeader = fc.tuple(
    fc.constantFrom(
      ...['authorization', 'content-type', 'accept-language', 'idempotency-key', 'accept'],
      ...['origin', 'sec-fetch-site', 'x-forwarded-for', 'cookie', 'host', 'content-encoding'],
    ),
    fc.oneof(odd, fc.constantFrom('Bearer sk_live_sandbox', 'Basic Og==', 'en;q=0.9', 'k1')),
  )
  const headers = fc
    .tuple(
      fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
      fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(oddHeader, { maxLength: 3 })),
    )
    .map(([type, others]) => ({
      authorization: 'Bearer sk_test_sandbox',
      'content-type': type,
      ...Object.fromEntries(others),
    }))
  const nowhere = fc.tuple(
    fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    fc.oneof(
      path,
      fc.webPath(),
      id.map((one) => `/${one}`),
    ),
  )
  return fc.constantFrom(...ROUTES).chain((route) => {
    const [method = 'GET', template = '/'] = route.split(' ')
    const somewhere = fc
      .tuple(id, fc.constantFrom('test', 'live'))
      .map(([one, environment]): [string, string] => [
        method,
        template.replace(':id', () => one).replace(':env', () => environment),
      ])
    return fc
      .tuple(
        fc.oneof({ arbitrary: somewhere, weight: 4 }, { arbitrary: nowhere, weight: 1 }),
        search,
        bodyOf(route),
        headers,
      )
      .map(([[asked, where], query, body, header]) => ({
        method: asked,
        path: `${where || '/'}${query === '' ? '' : `?${query}`}`,
        headers: header,
        body: asked === 'GET' ? undefined : body,
      }))
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Sends the request verbatim, unlike `fetch`. Rejects without a response. */
export const send = (
  url: string,
  { method, path, headers, body }: AnyRequest,
): Promise<{ status: number }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
