import { Writable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOldConnections } from '../../src/db/stores/begun-connections.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import {
  approveKeys,
  beginAt,
  linkIn,
  type MerchantBrowser,
  openMerchantBrowser,
  PUBLIC_URL,
  type ShownConnectPage,
  serveConnectionPages,
} from '../support/connecting-merchant.ts'
import { setSandbox } from '../support/merchant.ts'
import { callAsPlugin } from '../support/plugin-calls.ts'
import { useWorld, worldForTest } from '../support/use-world.ts'
import { startWooStore, type WooStore } from '../support/woocommerce/store.ts'
import { connectTestStore } from '../support/world.ts'

const GATEWAY = { secret_key: 'sk_test_sandbox', webhook_secret: 'whsec_of_the_gateway' }

const logged: string[] = []
let woo: WooStore
let merchant: MerchantBrowser
const destination = new Writable({
  write: (line, _encoding, done) => {
    logged.push(String(line))
    done()
  },
})
const world = useWorld(
  { PUBLIC_URL, WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true' },
  { log: createLog({ level: 'trace', service: 'test', destination }) },
)
beforeEach(async () => {
  await deleteOldConnections(world.puente.ctx.db.query, new Date('2999-01-01'))
  woo = await startWooStore()
  merchant = openMerchantBrowser(world.url)
  return () => woo.close()
})

const keysOf = ({ consumerKey, consumerSecret }: WooStore) => ({
  consumer_key: consumerKey,
  consumer_secret: consumerSecret,
})

const toWooCommerce = async (
  form: Record<string, string> = GATEWAY,
  site: Parameters<typeof beginAt>[2] = {},
) => {
  const begun = await beginAt(world.url, woo, site)
  await merchant.visit(begun.body.connect_url)
  const { location = '' } = await merchant.send(form)
  return { begun, authorizeUrl: location }
}

const connect = async (form?: Record<string, string>) => {
  const { begun, authorizeUrl } = await toWooCommerce(form)
  const { returnUrl } = await approveKeys(world.url, authorizeUrl, keysOf(woo))
  const shown = await merchant.visit(`${returnUrl}?success=1`)
  return { begun, authorizeUrl, shown, back: new URL(linkIn(shown, 'Terminar')) }
}

const storeOf = (id: string) => findStore(world.puente.ctx.db.query, StoreId.parse(id))

const testConnection = (storeId: string, secret: string) =>
  callAsPlugin(world.url, { storeId, secret }, '/v1/woocommerce/connection-test', {
    site_url: woo.url,
    plugin_version: '0.1.0',
    woocommerce_version: '10.0.2',
    wordpress_version: '6.9.1',
  })

const placeOrder = async (storeId: string, secret: string): Promise<void> => {
  const { id, status, currency, total, customer_id, line_items } = woo.newOrder()
  const billing = { first_name: 'Ana', last_name: 'Mejía', email: 'ana@example.com' }
  const number = String(id)
  const placed = await callAsPlugin(world.url, { storeId, secret }, '/v1/woocommerce/checkouts', {
    order: { id, number, status, currency, total, customer_id, line_items, billing },
    success_url: `${woo.url}/gracias`,
    cancel_url: `${woo.url}/carrito`,
    way: { type: 'hosted' },
  })
  expect(placed.status).toBe(200)
}

describe('a merchant who presses "Connect" in the plugin', () => {
  it('the merchant enters the gateway keys, approves in WooCommerce, and is connected', async () => {
    const { begun, authorizeUrl, shown, back } = await connect({
      ...GATEWAY,
      publishable_key: 'pk_test_sandbox',
    })
    const { store_id: id } = begun.body
    expect(begun.status).toBe(201)
    expect(id).toMatch(/^127-0-0-1/)
    const authorize = new URL(authorizeUrl)
    expect(authorize.origin + authorize.pathname).toBe(`${woo.url}/wc-auth/v1/authorize`)
    expect(authorize.searchParams.get('scope')).toBe('read_write')

    expect(shown.text).toContain('Su tienda está conectada')
    expect(shown.text).toContain('Pruebas: no se mueve dinero')
    expect(shown.text).toContain(`${PUBLIC_URL}/webhooks/gateway/${id}`)
    expect(back.href).toContain(`${woo.url}/wp-admin/admin.php?page=wc-settings&puente_state=abc`)
    expect(back.searchParams.get('puente_connected')).toBe('1')
    expect(back.searchParams.get('puente_store')).toBe(id)

    const tested = await testConnection(id, begun.secret)
    expect(tested.status).toBe(200)
    expect(tested.body).toMatchObject({
      store: {
        id,
        name: 'Café Woo',
        environment: 'test',
        locale: 'es',
        // The plugin keys cards by installation, because two may use the same store id.
        installation: expect.stringMatching(/^\w{8,}$/),
      },
      gateway: { ok: true },
      rest_api: { ok: true },
      webhooks: { ok: true },
      plugin_route: { ok: true },
    })
  })

  it('no page or address shows a secret, and neither database nor log holds one in the clear', async () => {
    logged.length = 0
    const { begun } = await connect()
    const secrets = [begun.secret, woo.consumerKey, woo.consumerSecret, ...Object.values(GATEWAY)]
    const rows = await world.puente.ctx.db.query
      .selectFrom('begun_connections')
      .selectAll()
      .execute()
    const store = await storeOf(begun.body.store_id)
    const open = [...merchant.seen, JSON.stringify([rows, store])].join('\n')
    expect(secrets.filter((secret) => open.includes(secret))).toEqual([])
    const [token = ''] = new URL(begun.body.connect_url).pathname.split('/').slice(-1)
    const log = logged.join('')
    expect(log).toContain('/woocommerce/connections/{token}/done')
    expect([token, ...secrets].filter((secret) => log.includes(secret))).toEqual([])
  })

  it('a refused plugin gets the problem type by which released plugins recognise Puente', async () => {
    const headers = { 'content-type': 'application/json' }
    const path = `${world.url}/woocommerce/connections`
    const refused = await fetch(path, { method: 'POST', headers, body: '{}' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ type: 'urn:puente:problem:invalid_fields' })
  })

  it('the pages keep the language that the merchant chooses', async () => {
    const begun = await beginAt(world.url, woo, { locale: 'en' })
    const form = await merchant.visit(begun.body.connect_url)
    expect(form.text).toContain('Connect your store')
    const spanish = await merchant.visit(new URL(linkIn(form, 'Español'), PUBLIC_URL).href)
    expect(spanish.text).toContain('Conecte su tienda')
    const { location = '' } = await merchant.send(GATEWAY)
    const { returnUrl } = await approveKeys(world.url, location, keysOf(woo))
    const shown = await merchant.visit(`${returnUrl}&success=1`)
    expect(shown.text).toContain('Su tienda está conectada')
  })

  it('a reloaded page shows the same result', async () => {
    const { shown } = await connect()
    expect((await merchant.visit(shown.url)).text).toContain('Su tienda está conectada')
    const form = await merchant.visit(shown.url.replace(/\/done.*/, ''))
    expect(form.text).toContain('Su tienda está conectada')
  })

  it('a connection that two processes finish is made once', async () => {
    const { begun, authorizeUrl } = await toWooCommerce()
    const { returnUrl } = await approveKeys(world.url, authorizeUrl, keysOf(woo))
    const doors = await serveConnectionPages(world, {})
    const ends = [merchant, openMerchantBrowser(doors.url)].map((each) =>
      each.visit(`${returnUrl}?success=1`),
    )
    for (const { text } of await Promise.all(ends)) expect(text).toContain('está conectada')
    const tested = await testConnection(begun.body.store_id, begun.secret)
    expect(tested.body).toMatchObject({ rest_api: { ok: true }, webhooks: { ok: true } })
    await doors.close()
  })

  it('the page waits, polls by script and has a link, until the keys arrive', async () => {
    const { authorizeUrl } = await toWooCommerce()
    const returnUrl = new URL(authorizeUrl).searchParams.get('return_url')
    const waiting = await merchant.visit(`${returnUrl}?success=1`)
    expect(waiting.text).toContain('Conectando su tienda')
    expect(waiting.html).not.toContain('http-equiv')
    expect(waiting.html).toMatch(/assets\/reload\.js" defer data-seconds="3"/)
    expect(linkIn(waiting, 'Comprobar otra vez')).toContain('success=1')
    await approveKeys(world.url, authorizeUrl, keysOf(woo))
    expect((await merchant.visit(waiting.url)).text).toContain('Su tienda está conectada')
  })

  it('the page reports that the merchant gave no permission, and the plugin gets access_denied', async () => {
    const { begun, authorizeUrl } = await toWooCommerce()
    const returnUrl = new URL(authorizeUrl).searchParams.get('return_url')
    const denied = await merchant.visit(`${returnUrl}?success=0`)
    expect(denied.text).toContain('No se aprobó el acceso')
    expect(linkIn(denied, 'Volver a WooCommerce')).toContain('puente_error=access_denied')
    expect(await storeOf(begun.body.store_id)).toBeUndefined()
    const form = await merchant.visit(linkIn(denied, 'Escribir las claves'))
    expect(form.text).toContain('Clave secreta')

    const asked = linkIn(denied, 'Intentar de nuevo')
    const approved = await approveKeys(world.url, asked, keysOf(woo))
    const shown = await merchant.visit(`${approved.returnUrl}?success=1`)
    expect(shown.text).toContain('Su tienda está conectada')
  })
})

describe('a store that is already connected', () => {
  it('a new connection changes the store only at its end, and the plugin’s calls are accepted throughout', async () => {
    const first = await connect()
    const { store_id: id } = first.begun.body
    const before = await storeOf(id)
    const second = await toWooCommerce({ ...GATEWAY, webhook_secret: 'whsec_rotated_once' })
    expect(second.begun.body.store_id).toBe(id)
    expect(await storeOf(id)).toEqual(before)

    const { returnUrl } = await approveKeys(world.url, second.authorizeUrl, keysOf(woo))
    await merchant.visit(`${returnUrl}?success=1`)
    expect((await testConnection(id, first.begun.secret)).status).toBe(200)
    expect((await testConnection(id, second.begun.secret)).status).toBe(200)
  })

  it('a store with test orders goes live as a second store, and can return to each', async () => {
    const { begun } = await connect()
    const { store_id: id } = begun.body
    await placeOrder(id, begun.secret)

    const live = await connect({ ...GATEWAY, secret_key: 'sk_live_sandbox' })
    expect(live.shown.text).toContain('Producción: cargos reales')
    expect(live.shown.text).toContain(`/webhooks/gateway/${id}-live`)
    expect(live.back.searchParams.get('puente_store')).toBe(`${id}-live`)
    expect((await testConnection(`${id}-live`, live.begun.secret)).status).toBe(200)

    const form = await merchant.visit((await beginAt(world.url, woo)).body.connect_url)
    expect(form.text).toMatch(new RegExp(`Pruebas: [^ ]*/${id} .*Producción: [^ ]*/${id}-live`))
    expect((await connect()).back.searchParams.get('puente_store')).toBe(id)
  })

  it('a site in a neighbouring folder cannot take over the store', async () => {
    const { begun } = await connect()
    const beside = await beginAt(world.url, woo, {
      site_url: `${woo.url}/~other`,
      rest_url: `${woo.url}/~other/wp-json/`,
    })
    expect(beside.body.store_id).not.toBe(begun.body.store_id)
    const posing = await beginAt(world.url, woo, { rest_url: `${woo.url}/~other/` })
    expect(posing.body.store_id).not.toBe(begun.body.store_id)
  })
})

describe('a site that cannot be reached', () => {
  const PROBLEMS: [string, () => void, string][] = [
    ['whose plugin is not active', () => (woo.plugin.isActive = false), 'El plugin no está activo'],
    ['that did not begin it', () => (woo.plugin.secret = 'pps_other'), 'no reconoce esta conexión'],
    ['whose clock is wrong', () => (woo.plugin.clockOffsetMs = 600_000), 'relojes no coinciden'],
    [
      'under maintenance, with a page in place of an answer',
      () => woo.failNext(/connection/, { status: 200, body: '<h1>Volvemos pronto</h1>' }),
      'La API REST no respondió',
    ],
    [
      'behind a firewall',
      () => woo.failNext(/connection/, { status: 403, body: '<h1>Forbidden</h1>' }),
      'El sitio bloquea a Puente',
    ],
    [
      'that leads elsewhere',
      () =>
        woo.failNext(/connection/, { status: 301, headers: { location: 'https://www.x.test/' } }),
      'redirige a otra dirección',
    ],
    ['that does not answer', () => woo.failNext(/connection/, 'reset'), 'no responde'],
  ]
  it.each(PROBLEMS)('the page gives advice about a site %s', async (_, spoil, words) => {
    const begun = await beginAt(world.url, woo)
    spoil()
    const shown = await merchant.visit(begun.body.connect_url)
    expect(shown.text).toContain(words)
    expect(shown.html).not.toContain('name="secret_key"')
    expect(shown.html).not.toContain('Café Woo')
    expect(linkIn(shown, 'Intentar de nuevo')).toBe(begun.body.connect_url)
  })

  it('the link "try again" calls the site again', async () => {
    const begun = await beginAt(world.url, woo)
    woo.failNext(/connection/, 'reset')
    const shown = await merchant.visit(begun.body.connect_url)
    expect((await merchant.visit(linkIn(shown, 'Intentar de nuevo'))).text).toContain(
      'Clave secreta',
    )
  })

  it('a site with plain permalinks can be connected', async () => {
    const begun = await beginAt(world.url, woo, { rest_url: `${woo.url}/index.php?rest_route=/` })
    const shown = await merchant.visit(begun.body.connect_url)
    expect(shown.text).toContain('Clave secreta')
  })

  it('a site in a private network is not called', async () => {
    const doors = await serveConnectionPages(world, { allowPrivateAddresses: false })
    const begun = await beginAt(doors.url, woo)
    const shown = await openMerchantBrowser(doors.url).visit(begun.body.connect_url)
    expect(shown.text).toContain('El sitio no es público')
    expect(woo.requests).toEqual([])
    await doors.close()
  })

  it('a form for an unreachable site leads to the page with the reason', async () => {
    const begun = await beginAt(world.url, woo)
    woo.plugin.isActive = false
    await merchant.visit(begun.body.connect_url)
    expect((await merchant.send(GATEWAY)).text).toContain('El plugin no está activo')
  })
})

describe('the form with the keys', () => {
  const sendForm = async (
    form: Record<string, string>,
    headers = {},
  ): Promise<ShownConnectPage> => {
    const begun = await beginAt(world.url, woo)
    await merchant.visit(begun.body.connect_url)
    return merchant.send(form, headers)
  }
  const unknown = 'sk_test_of_nobody'

  it.each([
    ['a secret key that is none', { secret_key: 'pk_test_sandbox' }, 'empieza con sk_test_'],
    [
      'a secret key that the gateway does not know',
      { secret_key: unknown },
      'no acepta esta clave',
    ],
    ['a publishable key that is none', { publishable_key: 'sk_test_1' }, 'empieza con pk_'],
    ['a publishable key of live', { publishable_key: 'pk_live_sandbox' }, 'de otro entorno'],
    ['no signing secret', { webhook_secret: '' }, 'Escriba el secreto de firma'],
    [
      'a key as signing secret',
      { webhook_secret: 'sk_test_1' },
      'Esto es una clave de la pasarela',
    ],
    [
      'a REST key that is none',
      { consumer_key: 'cs_1', consumer_secret: 'cs_1' },
      'empieza con ck_',
    ],
    ['half of the REST keys', { consumer_key: 'ck_1' }, 'empieza con cs_'],
  ])('a form with %s is marked, and nothing is stored', async (_, wrong, words) => {
    const shown = await sendForm({ ...GATEWAY, ...wrong })
    expect(shown.status).toBe(422)
    expect(shown.text).toContain(words)
    expect(shown.html).toContain('aria-invalid="true"')
    expect(shown.html).not.toContain(Object.values(wrong)[0] || GATEWAY.secret_key)
  })

  it('the form asks the merchant to send it again while the gateway is down', async () => {
    await setSandbox(world, 'faults', {
      next: [{ on: 'GET /v1/me', fault: 'error_503', times: 1 }],
    })
    const shown = await sendForm(GATEWAY)
    expect(shown.text).toContain('La pasarela no respondió')
    expect((await merchant.send(GATEWAY)).location).toContain('/wc-auth/v1/authorize')
  })

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['a browser that was not given the page', { cookie: '' }],
    ['a browser with a page of another one', { cookie: `puente_connect=${'A'.repeat(43)}` }],
  ])('a form from %s is refused', async (_, headers) => {
    const shown = await sendForm(GATEWAY, headers)
    expect(shown.status).toBe(422)
    expect(shown.text).toContain(
      'no pudo comprobar que usted envió el formulario desde esta página',
    )
  })

  it('the form requires the connect code, and limits guesses', async () => {
    const doors = await serveConnectionPages(world, { connectCode: 'café-con-leche' })
    const guest = openMerchantBrowser(doors.url)
    const begun = await beginAt(doors.url, woo)
    await guest.visit(begun.body.connect_url)
    const wrong = await guest.send({ ...GATEWAY, secret_key: unknown, connect_code: 'té' })
    expect(wrong.text).toContain('Este no es el código')
    expect(wrong.text).not.toContain('no acepta esta clave')
    const right = await guest.send({ ...GATEWAY, connect_code: 'café-con-leche' })
    expect(right.location).toContain('/wc-auth/v1/authorize')

    const again = await beginAt(doors.url, woo)
    await guest.visit(again.body.connect_url)
    const guesses = Array.from({ length: 12 }, () => guest.send({ ...GATEWAY, connect_code: 'té' }))
    await Promise.all(guesses)
    for (let guess = 0; guess < 5; guess++) {
      await guest.visit(again.body.connect_url)
      await guest.send({ ...GATEWAY, connect_code: 'té' })
    }
    const closed = await guest.send({ ...GATEWAY, connect_code: 'café-con-leche' })
    expect(closed.text).toContain('Demasiados códigos equivocados')
    await doors.close()
  })
})

describe('the WooCommerce REST keys', () => {
  const unfit: [string, () => Record<string, string>, string][] = [
    ['that were deleted', () => ({ consumer_key: `ck_${'0'.repeat(40)}` }), 'rechaza estas claves'],
    [
      'that may only read',
      () => {
        const message = 'The API key provided does not have write permissions.'
        const body = {
          code: 'woocommerce_rest_authentication_error',
          message,
          data: { status: 401 },
        }
        woo.failNext(/orders\/batch/, { status: 401, body }, 2)
        return {}
      },
      'de solo lectura',
    ],
  ]
  it.each(unfit)(
    'the page reports REST keys %s, and no store is created',
    async (_, spoil, words) => {
      const { begun, authorizeUrl } = await toWooCommerce()
      const keys = { ...keysOf(woo), ...spoil() }
      const { status, returnUrl } = await approveKeys(world.url, authorizeUrl, keys)
      expect(status).toBe(200)
      const shown = await merchant.visit(`${returnUrl}?success=1`)
      expect(shown.text).toContain(words)
      expect(await storeOf(begun.body.store_id)).toBeUndefined()
      expect((await merchant.visit(shown.url)).text).toContain(words)
      expect(linkIn(shown, 'Volver a WooCommerce')).toMatch(/puente_error=keys_re/)

      await merchant.visit(linkIn(shown, 'Escribir las claves'))
      const { location = '' } = await merchant.send(GATEWAY)
      await approveKeys(world.url, location, keysOf(woo))
      expect((await merchant.visit(shown.url)).text).toContain('Su tienda está conectada')
    },
  )

  it('the page names plain permalinks if the plugin is too old to make WooCommerce take keys there', async () => {
    woo.plugin.helpsPlainPermalinks = false
    const plain = { rest_url: `${woo.url}/index.php?rest_route=/` }
    const { begun, authorizeUrl } = await toWooCommerce(GATEWAY, plain)
    const { returnUrl } = await approveKeys(world.url, authorizeUrl, keysOf(woo))
    const shown = await merchant.visit(`${returnUrl}?success=1`)
    expect(shown.text).toContain('Los enlaces permanentes son «simples»')
    expect(await storeOf(begun.body.store_id)).toBeUndefined()
  })

  it('REST keys are tried again when the site was down', async () => {
    const { authorizeUrl } = await toWooCommerce()
    const { returnUrl } = await approveKeys(world.url, authorizeUrl, keysOf(woo))
    woo.failNext(/^GET orders/, { status: 503 })
    const away = await merchant.visit(`${returnUrl}?success=1`)
    expect(away.text).toContain('El sitio no responde')
    const again = await merchant.visit(linkIn(away, 'Intentar de nuevo'))
    expect(again.text).toContain('Su tienda está conectada')
  })

  it('REST keys are accepted once, and only by a connection that waits for them', async () => {
    const begun = await beginAt(world.url, woo)
    const { connect_url, store_id } = begun.body
    const callback = (url: string) =>
      `https://shop.test/?${new URLSearchParams({ callback_url: url, user_id: store_id })}`
    const give = async (url: string, more = {}) =>
      (await approveKeys(world.url, callback(url), { ...keysOf(woo), ...more })).status

    expect(await give(`${connect_url}/keys`)).toBe(409)
    await merchant.visit(connect_url)
    expect(await give(`${connect_url}/keys`)).toBe(409)
    await merchant.send(GATEWAY)
    expect(await give(`${PUBLIC_URL}/woocommerce/connections/${store_id}/keys`)).toBe(404)
    expect(await give(`${connect_url}/keys`, { user_id: 'other' })).toBe(409)
    expect(await give(`${connect_url}/keys`, { consumer_key: 'none' })).toBe(422)
    expect(await give(`${connect_url}/keys`)).toBe(200)
    expect(await give(`${connect_url}/keys`, { consumer_key: 'ck_forged' })).toBe(409)
    const shown = await merchant.visit(`${connect_url}/done?success=1`)
    expect(shown.text).toContain('Su tienda está conectada')
    expect(await give(`${connect_url}/keys`, { consumer_key: 'ck_forged' })).toBe(409)
  })

  it('the merchant enters the REST keys where Puente has no https address', async () => {
    const publicUrl = 'http://localhost:3000'
    const doors = await serveConnectionPages(world, { context: { publicUrl } })
    const guest = openMerchantBrowser(doors.url, publicUrl)
    const begun = await beginAt(doors.url, woo)
    const form = await guest.visit(begun.body.connect_url)
    expect(form.text).toContain('Este Puente no tiene una dirección https')
    expect((await guest.send(GATEWAY)).text).toContain('empieza con ck_')
    const shown = await guest.send({ ...GATEWAY, ...keysOf(woo) })
    expect(shown.text).toContain('Su tienda está conectada')
    await doors.close()
  })
})

describe('a started connection', () => {
  it('a started connection is valid for an hour, and only by its secret address', async () => {
    const begun = await beginAt(world.url, woo)
    const { clock } = world.puente.ctx
    const later = { now: () => new Date(clock.now().getTime() + 60 * 60_000) }
    const doors = await serveConnectionPages(world, { context: { clock: later } })
    const guest = openMerchantBrowser(doors.url)
    const unknownUrl = `${PUBLIC_URL}/woocommerce/connections/${begun.body.store_id}`
    for (const url of [begun.body.connect_url, `${begun.body.connect_url}/done`, unknownUrl]) {
      const shown = await guest.visit(url)
      expect(shown.status).toBe(404)
      expect(shown.text).toContain('Esta conexión venció')
    }
    await doors.close()
  })

  it('a second connection of the same site does not end the first', async () => {
    const first = await beginAt(world.url, woo)
    const { secret, storeId } = woo.plugin
    await beginAt(world.url, woo)
    Object.assign(woo.plugin, { secret, storeId })
    expect((await merchant.visit(first.body.connect_url)).text).toContain('Clave secreta')
  })

  it('a connection does not take the id of a store that was connected in the meantime', async () => {
    const { begun, authorizeUrl } = await toWooCommerce()
    const { store_id: id } = begun.body
    const { returnUrl } = await approveKeys(world.url, authorizeUrl, keysOf(woo))
    await connectTestStore(world.puente, { id, notifyUrl: null })
    const before = await storeOf(id)
    const shown = await merchant.visit(`${returnUrl}?success=1`)
    expect(shown.text).toContain('Otra tienda tiene este nombre')
    expect(await storeOf(id)).toEqual(before)
  })

  it.each([
    ['a settings page of another host', { return_url: 'https://evil.test/' }, 'return_url'],
    ['a site of another host', { site_url: 'https://evil.test' }, 'site_url'],
    ['an address that is no http', { rest_url: 'file:///etc/passwd' }, 'rest_url'],
    ['an address that is none', { site_url: 'tienda' }, 'site_url'],
    ['an address with a password', { site_url: 'http://a:b@127.0.0.1' }, 'site_url'],
    ['a secret that is none', { pairing_secret: 'pps_short' }, 'pairing_secret'],
    ['a field that there is not', { policy: {} }, 'policy'],
  ])('a connection with %s is refused', async (_, said, path) => {
    const { status, body } = await beginAt(world.url, woo, said)
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ path }])
  })

  it('a connection for another site on the same host is refused, because its merchant would approve for someone else', async () => {
    const { status, body } = await beginAt(world.url, woo, { site_url: `${woo.url}/vecina` })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ path: 'site_url' }])
  })

  it('a trusted proxy’s clients each have their own limit of connections', async () => {
    const own = await worldForTest({ TRUSTED_PROXIES: '127.0.0.1,::1' })
    const begin = async (from: string) =>
      (await beginAt(own.url, woo, {}, { 'x-forwarded-for': from })).status
    for (let number = 0; number < 30; number++) {
      expect(await begin(`2001:db8::${number}`)).toBe(201)
    }
    expect(await begin('2001:db8::ffff')).toBe(429)
    expect(await begin('2001:db8:0:1::1')).toBe(201)
    expect(await begin('203.0.113.7')).toBe(201)
    // A forged header comes before the address that the proxy appends.
    expect(await begin('203.0.113.8, 2001:db8::1')).toBe(429)
    expect(await begin('203.0.113.8, "[2001:db8::1]:50001"')).toBe(429)
  })

  it('new connections are limited per hour, and allowed again in the next one', async () => {
    const later = (hours: number) => ({
      clock: { now: () => new Date(world.puente.ctx.clock.now().getTime() + hours * 3_600_000) },
    })
    const doors = await serveConnectionPages(world, { context: later(2) })
    const begin = async (url: string) => (await beginAt(url, woo)).status
    for (let number = 0; number < 30; number++) expect(await begin(doors.url)).toBe(201)
    expect(await begin(doors.url)).toBe(429)
    await doors.close()
    const nextDoors = await serveConnectionPages(world, { context: later(3.1) })
    expect(await begin(nextDoors.url)).toBe(201)
    await nextDoors.close()
  })
})
