import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sessionStorage } from '../../adapters/shopify/sessions/storage.ts'
import { shopifyTables } from '../../adapters/shopify/tables/rows.ts'
import { listOpenAlerts } from '../../src/db/alerts/alerts.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { OrderId, StoreId } from '../../src/domain/ids.ts'
import { openAlert } from '../../src/payments/alerts/alerts.ts'
import { eventually } from '../support/eventually.ts'
import { pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { KEYS } from '../support/shopify/shop-people.ts'
import { shopifyWorldForTest, useShopifyWorld } from '../support/use-world.ts'

const world = useShopifyWorld()

const storeOf = (id: string) => findStore(world.puente.ctx.db.query, StoreId.parse(id))
const isLockAwaited = async (): Promise<boolean> => {
  const { rows } = await sql`
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`.execute(
    world.puente.ctx.db.query,
  )
  return rows.length > 0
}
const sessionsOf = (shop: string) =>
  shopifyTables(world.puente.ctx.db.query)
    .selectFrom('shopify_sessions')
    .selectAll()
    .where('shop', '=', shop)
    .execute()

describe('a merchant who installs the app', () => {
  it('a merchant approves the app in Shopify, lands on its page in the admin, and connects the shop there', async () => {
    const { shop, people } = world.openShop('cafe')
    const installed = await people.install()
    expect(installed.status).toBe(303)
    expect(installed.location).toBe(
      `https://cafe.myshopify.com/admin/apps/${world.standIn.clientId}`,
    )
    const form = await people.appPage()
    expect(form.text).toContain('Conecte su tienda')
    expect(form.text).toContain(`${world.url}/webhooks/gateway/cafe`)

    const connected = await people.connect()
    expect([connected.status, connected.text]).toEqual([
      200,
      expect.stringContaining('Tienda conectada'),
    ])
    expect(connected.text).toContain('Tarjeta (Puente)')
    expect(await storeOf('cafe')).toMatchObject({
      platform: 'shopify',
      environment: 'test',
      locale: 'es',
      connection: { shop: shop.name, mode: 'app' },
    })
    expect(shop.access.grants).toEqual(['authorization_code'])
  })

  it('an app that Shopify has installed needs no OAuth, because its page exchanges the session token', async () => {
    const { shop, people } = world.openShop('sin-vueltas')
    expect((await people.appPage()).text).toContain('Conecte su tienda')
    expect((await people.connect()).status).toBe(200)
    expect(shop.access.grants).toEqual(['urn:ietf:params:oauth:grant-type:token-exchange'])
    expect(await storeOf('sin-vueltas')).toMatchObject({ connection: { mode: 'app' } })
  })

  it('access tokens are stored sealed', async () => {
    const { shop, people } = world.openShop('sellado')
    await people.install()
    const [session] = await sessionsOf(shop.name)
    expect(session?.sealed).toMatch(/^v1\./)
    expect(JSON.stringify(session)).not.toMatch(/shpat_|shprt_/)
  })

  it('a merchant reads which key is wrong, and the key is neither echoed nor stored', async () => {
    const { people } = world.openShop('llaves')
    await people.install()
    const wrong = await people.connect({ secret_key: 'sk_test_of_nobody' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('La pasarela no acepta esta clave')
    expect(wrong.text).not.toContain('sk_test_of_nobody')
    expect(await storeOf('llaves')).toBeUndefined()
  })

  it('a shop with test orders that goes live gets a second store', async () => {
    const { shop, people } = await world.connectedShop('dos')
    shop.placeOrder()
    await world.puente.ctx.db.query
      .insertInto('orders')
      .values({
        id: OrderId.parse('ord_of_dos'),
        store_id: StoreId.parse('dos'),
        external_id: '1',
        amount_minor: 100n,
        currency: 'HNL',
        customer: '{}',
        metadata: '{}',
        locale: 'es',
        status: 'awaiting_payment',
        pay_token: 'token-of-dos',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute()
    const live = await people.connect({
      secret_key: 'sk_live_sandbox',
      publishable_key: 'pk_live_sandbox',
    })
    expect(live.text).toContain('/webhooks/gateway/dos-live')
    expect((await storeOf('dos-live'))?.environment).toBe('live')
    expect((await storeOf('dos'))?.environment).toBe('test')
  })
})

describe('an installation with a forged request', () => {
  it.each([
    'cafe.myshopify.com.evil.example',
    'evil.example/cafe.myshopify.com',
    'cafe.myshopify.io',
    '-cafe.myshopify.com',
    'cafe_2.myshopify.com',
    'cafe.myshopify.com/',
    '',
  ])('an installation of the shop "%s" does not start', async (name) => {
    const { people } = world.openShop('cafe')
    const answer = await people.open(`/shopify/install?shop=${encodeURIComponent(name)}`)
    expect([answer.status, answer.location]).toEqual([400, ''])
  })

  it('a callback whose shop was changed is refused', async () => {
    const { shop, people } = world.openShop('cambiada')
    const callback = new URL(await people.approveInstallation())
    callback.searchParams.set('shop', 'otra.myshopify.com')
    expect((await people.open(callback.href)).status).toBe(403)
    expect(await sessionsOf(shop.name)).toEqual([])
    expect(await sessionsOf('otra.myshopify.com')).toEqual([])
  })

  it('a callback with a repeated parameter is refused, because its signature is ambiguous', async () => {
    const { shop, people } = world.openShop('doble')
    const callback = await people.approveInstallation()
    const twoShops = callback.replace('?', '?shop=otra.myshopify.com&')
    expect((await people.open(twoShops)).status).toBe(400)
    const twoCodes = callback.replace('?', '?code=another&')
    expect((await people.open(twoCodes)).status).toBe(403)
    expect(await sessionsOf(shop.name)).toEqual([])
  })

  it('a callback from another browser is refused', async () => {
    const { people } = world.openShop('ajena')
    const { people: others } = world.openShop('ajena')
    const answer = await others.open(await people.approveInstallation())
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('No se pudo verificar la instalación')
  })

  it('a repeated callback is refused, though its signature is valid', async () => {
    const { shop, people } = world.openShop('repetida')
    const callback = await people.approveInstallation()
    expect((await people.open(callback)).status).toBe(303)
    expect((await people.open(callback)).status).toBe(403)
    expect(shop.access.grants).toEqual(['authorization_code'])
  })

  it('an installation works once Shopify answers again', async () => {
    const { people } = world.openShop('lenta')
    world.standIn.failNext(/lenta.* token/, { status: 503, body: '' })
    expect((await people.install()).status).toBe(502)
    expect((await people.install()).status).toBe(303)
  })
})

describe('the app’s page in the admin', () => {
  it('only the admin of the shop may frame the page', async () => {
    const { people } = world.openShop('cafe')
    const frame = await people.open('/shopify/app?shop=cafe.myshopify.com&embedded=1&host=abc')
    expect(frame.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://cafe.myshopify.com https://admin.shopify.com',
    )
    expect(frame.headers.get('x-frame-options')).toBeNull()
    expect(frame.text).toContain(world.standIn.clientId)
    expect(frame.text).not.toContain(world.standIn.clientSecret)
  })

  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, Record<string, unknown>]>([
    ['that is over', { exp: now() - 60 }],
    ['that has no end', { exp: undefined }],
    ['that has not begun', { nbf: now() + 600 }],
    ['for another app', { aud: 'another-app' }],
    ['from elsewhere than the admin', { iss: 'https://evil.example/admin' }],
    ['from the admin of another shop', { iss: 'https://otra.myshopify.com/admin' }],
    ['of a shop that is none', { dest: 'https://evil.example', iss: 'https://evil.example/admin' }],
  ])('the page refuses a session token %s', async (_, claims) => {
    const { shop, people } = world.openShop('cafe')
    const token = shop.access.sessionToken(claims)
    expect((await people.appPage({ token })).status).toBe(401)
  })

  it('the page refuses a session token that is forged or unsigned', async () => {
    const { shop, people } = world.openShop('cafe')
    const forged = shop.access.sessionToken({}, 'another-secret')
    const [, claims] = shop.access.sessionToken().split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`
    for (const token of [forged, unsigned, 'abc', null]) {
      expect((await people.appPage({ token })).status).toBe(401)
    }
  })

  it('the page shows nothing of a shop to users of another one', async () => {
    const { people } = world.openShop('otra')
    const answer = await people.appPage({ query: 'shop=cafe.myshopify.com' })
    expect(answer.status).toBe(401)
  })

  it('the page accepts a session token under the previous secret', async () => {
    const { shop, people } = world.openShop('cafe')
    const token = shop.access.sessionToken({}, 'the-secret-before-this-one')
    expect((await people.appPage({ token })).status).toBe(200)
  })

  it('the page redirects visitors outside the admin to the installation', async () => {
    const { people } = world.openShop('cafe')
    const answer = await people.open('/shopify/app?shop=cafe.myshopify.com')
    expect(answer.location).toBe('/shopify/install?shop=cafe.myshopify.com')
  })

  it('the page fetches lost access tokens again while the merchant looks at it', async () => {
    const { shop, people } = await world.connectedShop('perdida')
    await shopifyTables(world.puente.ctx.db.query)
      .deleteFrom('shopify_sessions')
      .where('shop', '=', shop.name)
      .execute()
    expect((await people.appPage()).text).toContain('Tienda conectada')
    expect(await sessionsOf(shop.name)).toHaveLength(1)
  })

  it('the page replaces access tokens that the shop refused, and closes the alert', async () => {
    const { shop, people, store } = await world.connectedShop('negada')
    const { query } = world.puente.ctx.db
    await openAlert(query, {
      kind: 'store_access_refused',
      storeId: StoreId.parse(store),
      subject: store,
      now: new Date(),
    })
    const before = shop.access.grants.length
    expect((await people.appPage()).text).toContain('Tienda conectada')
    expect(shop.access.grants.length).toBe(before + 1)
    const open = await listOpenAlerts(query, {
      kinds: ['store_access_refused'],
      storeIds: [StoreId.parse(store)],
    })
    expect(open).toEqual([])
  })

  it('two concurrent visits fetch access tokens once, and keep valid ones', async () => {
    const { shop, people } = await world.connectedShop('dos-veces')
    const { query } = world.puente.ctx.db
    await shopifyTables(query)
      .deleteFrom('shopify_sessions')
      .where('shop', '=', shop.name)
      .execute()
    const before = shop.access.grants.length
    const release = Promise.withResolvers<void>()
    world.standIn.failNext(new RegExp(`${shop.name} token`), { heldUntil: release.promise })
    const pages = [people.appPage(), people.appPage()]
    await eventually(async () => (await isLockAwaited()) || shop.access.grants.length > before + 1)
    release.resolve()
    for (const { text } of await Promise.all(pages)) expect(text).toContain('Tienda conectada')
    expect(shop.access.grants.length).toBe(before + 1)
    const { ctx, sealer } = world.puente
    const storage = sessionStorage({ query: ctx.db.query, sealer })
    const [kept] = await storage.findSessionsByShop(shop.name)
    expect(shop.access.isGood(kept?.accessToken)).toBe(true)
  })

  it('the page names missing permissions, and links to where the merchant grants them', async () => {
    const { shop, people } = await world.connectedShop('a-medias')
    expect((await people.appPage()).text).not.toContain('A Puente le faltan permisos')
    shop.access.scopes = ['read_orders']
    const page = (await people.appPage()).text
    expect(page).toContain('A Puente le faltan permisos')
    expect(page).toContain('Falta: write_orders</p>')
    expect(page).toContain(`/shopify/install?shop=${shop.name}`)
    expect((await people.appPage({ query: `shop=${shop.name}&locale=en` })).text).toContain(
      'Puente lacks permissions',
    )
    await people.install()
    expect((await people.appPage()).text).not.toContain('A Puente le faltan permisos')
  })

  it('the page sends a merchant without access to the installation', async () => {
    const { shop, people } = world.openShop('sin-acceso')
    shop.access.isInstalled = false
    const page = await people.appPage()
    expect(page.text).toContain('/shopify/install?shop=sin-acceso.myshopify.com')
    expect(page.text).not.toContain('secret_key')
  })
})

describe('a payments app, which no admin embeds', () => {
  const payments = useShopifyWorld({
    SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1,::1',
    SHOPIFY_PAYMENTS_CERT_HEADER: 'X-Client-Verify',
    ROLES: 'web',
  })

  const ownPageOf = async (name: string) => {
    const opened = payments.openShop(name)
    const page = await opened.people.openApp()
    return { ...opened, page, token: page.url.hash.slice(1) }
  }

  it('the admin leads to the app’s own page, where the merchant connects the shop and finds where to activate it', async () => {
    const { shop, people, page, token } = await ownPageOf('cafe')
    expect([page.status, page.url.pathname]).toEqual([200, '/shopify/app/own'])
    expect(page.text).not.toContain('cdn.shopify.com')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).not.toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-store')

    const form = await people.appPage({ token, withCookies: true })
    expect(form.text).toContain('Conecte su tienda')
    const connected = await people.appPage({ token, withCookies: true, form: KEYS })
    expect(connected.text).toContain('Tienda conectada')
    const settings = `services/payments_partners/gateways/${payments.standIn.clientId}/settings`
    expect(connected.text).toContain(`href="https://${shop.name}/${settings}"`)
    const { db } = payments.puente.ctx
    expect((await findStore(db.query, StoreId.parse('cafe')))?.connection).toMatchObject({
      shop: shop.name,
      mode: 'payments-app',
    })

    const again = await people.openApp()
    const shown = { token: again.url.hash.slice(1), withCookies: true }
    expect((await people.appPage(shown)).text).toContain('Tienda conectada')
  })

  it('the page refuses a token of another browser, of another shop, or an invalid one', async () => {
    const { people, token } = await ownPageOf('cafe')
    const { people: others, token: ofOthers } = await ownPageOf('otra')
    const query = 'shop=cafe.myshopify.com&locale=es'
    const refused = [
      await people.appPage({ token }),
      await others.appPage({ token, query, withCookies: true }),
      await others.appPage({ token: ofOthers, query, withCookies: true }),
      await people.appPage({ token: `${token}A`, withCookies: true }),
      await people.appPage({ token: '', withCookies: true }),
      await people.appPage({ token: ofOthers, withCookies: true, form: KEYS }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
    for (const { text } of refused) {
      expect(text).toContain('/shopify/install?shop=cafe.myshopify.com')
      expect(text).not.toContain('secret_key')
    }
  })

  it('the page works for half an hour, and then says how to open it again', async () => {
    const { people, token } = await ownPageOf('lenta')
    await pass(payments, 31 * 60)
    const over = await people.appPage({ token, withCookies: true })
    expect(over.status).toBe(401)
    expect(over.text).toContain('Abrir la aplicación de nuevo')
    const again = await people.openApp()
    const shown = { token: again.url.hash.slice(1), withCookies: true }
    expect((await people.appPage(shown)).status).toBe(200)
  })

  it('a merchant whose access tokens are lost is asked to install the app again', async () => {
    const { shop, people, token } = await ownPageOf('perdida')
    await shopifyTables(payments.puente.ctx.db.query)
      .deleteFrom('shopify_sessions')
      .where('shop', '=', shop.name)
      .execute()
    const lost = await people.appPage({ token, withCookies: true })
    expect(lost.text).toContain(`/shopify/install?shop=${shop.name}`)
    expect(lost.text).not.toContain('secret_key')
    expect(shop.access.grants).toEqual(['authorization_code'])
  })

  it('an embedded app has no page of its own', async () => {
    const { people } = world.openShop('cafe')
    expect((await people.open('/shopify/app/own?shop=cafe.myshopify.com')).status).toBe(404)
  })
})

describe('a shop that uninstalls the app', () => {
  it('an uninstalled shop is no longer notified, and works as before once it installs the app again', async () => {
    const { shop, people, store } = await world.connectedShop('vuelve')
    shop.uninstall()
    expect(await shop.webhooks.deliver()).toEqual([200])
    await settled(world)
    expect(await sessionsOf(shop.name)).toEqual([])
    const gone = await storeOf(store)
    expect(gone?.connection).toMatchObject({ uninstalled_at: expect.any(String) })
    await pass(world, 60)
    shop.uninstall()
    expect(await shop.webhooks.deliver()).toEqual([200])
    await settled(world)
    expect((await storeOf(store))?.connection).toEqual(gone?.connection)

    await people.install()
    expect((await storeOf(store))?.connection).toEqual({ shop: shop.name, mode: 'app' })
    expect((await people.appPage()).text).toContain('Tienda conectada')
  })

  it('a shop that uninstalls the app before it was connected leaves no rows', async () => {
    const { shop, people } = world.openShop('sin-conectar')
    await people.install()
    expect(await sessionsOf(shop.name)).toHaveLength(1)
    shop.uninstall()
    expect(await shop.webhooks.deliver()).toEqual([200])
    await settled(world)
    expect(await sessionsOf(shop.name)).toEqual([])
  })

  it('an uninstall webhook counts only when the shop refuses access, because its time is not signed', async () => {
    const { shop, store } = await world.connectedShop('repetida-despues')
    const { webhookId } = shop.webhooks.add('app/uninstalled', {
      id: 1,
      myshopify_domain: shop.name,
    })
    expect(await shop.webhooks.deliver()).toEqual([200])
    await pass(world, 600)
    const kept = world.puente.ctx.db.query.selectFrom('events').select('outcome')
    await eventually(async () => {
      const [message] = await kept.where('message_id', '=', webhookId).execute()
      return message?.outcome === 'still-installed'
    })
    expect(await sessionsOf(shop.name)).toHaveLength(1)
    expect((await storeOf(store))?.connection).toEqual({ shop: shop.name, mode: 'app' })
  })

  it('a shop that installs the app again before its uninstall webhook arrives stays installed', async () => {
    const { shop, people, store } = await world.connectedShop('rapida')
    shop.uninstall()
    await people.install()
    expect(await shop.webhooks.deliver()).toEqual([200])
    await settled(world)
    expect(await sessionsOf(shop.name)).toHaveLength(1)
    expect((await storeOf(store))?.connection).toEqual({ shop: shop.name, mode: 'app' })
  })
})

describe('an installation with a connect code', () => {
  it('the form asks for the code first, and checks five wrong ones an hour', async () => {
    const guarded = await shopifyWorldForTest({ CONNECT_CODE: 'open-sesame', ROLES: 'web' })
    const { people } = guarded.openShop('cafe')
    await people.install()
    const wrong = await people.connect({ secret_key: 'sk_test_of_nobody', connect_code: 'x' })
    expect(wrong.text).toContain('Este no es el código de conexión de este Puente')
    expect(wrong.text).not.toContain('La pasarela no acepta esta clave')
    expect((await people.connect({ connect_code: 'open-sesame' })).status).toBe(200)
    for (let time = 3; time <= 5; time++) await people.connect({ connect_code: 'x' })
    expect((await people.connect({ connect_code: 'open-sesame' })).status).toBe(403)
  })
})

describe('an installation without an app', () => {
  it('the app’s routes answer 404', async () => {
    const plain = await shopifyWorldForTest({
      SHOPIFY_CLIENT_ID: '',
      SHOPIFY_CLIENT_SECRET: '',
      SHOPIFY_PREVIOUS_CLIENT_SECRET: '',
    })
    const { people, shop } = plain.openShop('cafe')
    for (const path of ['install', 'app', 'auth/callback']) {
      expect((await people.open(`/shopify/${path}?shop=${shop.name}`)).status).toBe(404)
    }
    const webhook = shop.webhooks.add('orders/create', {})
    expect(await shop.webhooks.send(webhook)).toBe(404)
  })
})
