import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSite, removeCard } from '../../adapters/woocommerce/plugin-routes.ts'
import { findRestRoot } from '../../adapters/woocommerce/rest/rest-root.ts'
import { PaymentId, StoreId } from '../../src/domain/ids.ts'
import { moneyFromMinor } from '../../src/domain/money.ts'
import type { DeliveryResult, OrderMessage } from '../../src/payments/ports/storefront.ts'
import { storeChange } from '../../src/payments/store-sync/rules/store-change.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createIds } from '../../src/runtime/ids.ts'
import { useStarted } from '../support/use-world.ts'
import { startWooStore, type WooFault } from '../support/woocommerce/store.ts'
import { notificationOf, refund, savedCardNotified } from './messages.ts'
import { type WooShop, wooShop } from './woocommerce-shop.ts'

let shop: WooShop
const store = useStarted(startWooStore)
beforeAll(async () => {
  shop = shopAt(store.restUrl)
})
// An unused fault would hit another test.
afterEach(() => expect(store.unmet()).toBe(0))

const shopAt = (restUrl: string, options: { allowPrivateAddresses?: boolean } = {}) => {
  const { consumerKey, consumerSecret, plugin } = store
  const pairing = { pairingSecret: plugin.secret, storeId: StoreId.parse(plugin.storeId) }
  return wooShop({ restUrl, consumerKey, consumerSecret, ...pairing, productId: 10, ...options })
}
const NOTICE =
  '<br />\n<b>Deprecated</b>: Creation of dynamic property {a: "b"} [x] in <b>/home/shop/plugin.php</b> on line <b>12</b><br />\n'
const paidNotification = (id: string, changes: Parameters<typeof notificationOf>[1] = {}) =>
  notificationOf(id, { type: 'order.paid', ...changes })
const order = (given: Parameters<typeof store.newOrder>[0] = {}) => String(store.newOrder(given).id)
const notify = (message: OrderMessage) => shop.storefront.notify(message)
const told = { outcome: 'delivered' }
const again = (detail: unknown = expect.any(String)) =>
  expect.objectContaining({ outcome: 'failed', retry: 'retry', unreachable: true, detail })
const forAPerson = (detail: unknown) =>
  expect.objectContaining({
    outcome: 'failed',
    retry: 'ask-a-person',
    unreachable: false,
    detail,
  })
const whenLetIn = (detail: unknown) =>
  expect.objectContaining({
    outcome: 'failed',
    retry: 'retry',
    waitsMs: expect.any(Array),
    unreachable: false,
    detail,
  })
const json = (status: number, code: string, data: unknown = { status }): WooFault => ({
  status,
  body: { code, message: `Because of <b>${code}</b>`, data },
})

const page = (status: number): WooFault => ({
  status,
  body: '<html>Estamos en mantenimiento</html>',
})

describe('a WooCommerce shop that fails', () => {
  it.each<[string, WooFault, unknown]>([
    ['a page of maintenance', page(503), again(expect.stringContaining('HTTP 503'))],
    [
      'a cached page in place of an answer',
      page(200),
      again(expect.stringContaining('a response that is not JSON')),
    ],
    [
      'a firewall that says no with a page',
      page(403),
      again(expect.stringContaining('HTTP 403, not JSON')),
    ],
    ['no page at that address', page(404), again(expect.stringContaining('HTTP 404, not JSON'))],
    ['too many calls', json(429, 'too_many'), again(expect.stringContaining('HTTP 429'))],
    ['a broken plugin', json(500, 'internal_server_error'), again()],
    ['WooCommerce switched off', json(404, 'rest_no_route'), again()],
    ['a line that is cut', 'reset', again(expect.stringContaining('cannot be reached'))],
    ['revoked keys', json(401, 'woocommerce_rest_cannot_view'), whenLetIn(expect.any(String))],
    [
      'keys that may only read',
      json(403, 'woocommerce_rest_cannot_edit'),
      whenLetIn(expect.any(String)),
    ],
    [
      'another address',
      {
        status: 301,
        headers: { location: 'https://www.shop.example/wp-json/wc/v3/orders?key=ck' },
      },
      whenLetIn(
        expect.stringContaining('redirects to https://www.shop.example/wp-json/wc/v3/orders:'),
      ),
    ],
    [
      'a login page',
      { status: 302, headers: { location: '/wp-login.php?redirect_to=secret' } },
      whenLetIn(expect.stringMatching(/redirects to http:\/\/127\.0\.0\.1:\d+\/wp-login\.php:/)),
    ],
    [
      'a web server that asks for a password',
      {
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="Staging"' },
        body: '<h1>401</h1>',
      },
      whenLetIn(expect.stringContaining('Basic authentication')),
    ],
    [
      'an error behind a notice, whose status PHP could not set',
      {
        status: 200,
        body: `${NOTICE}{"code":"woocommerce_rest_cannot_view","message":"No.","data":{"status":403}}`,
      },
      whenLetIn(expect.stringContaining('HTTP 403 woocommerce_rest_cannot_view')),
    ],
    [
      'a page that says what it is',
      {
        status: 200,
        body: `<html><head><title>Site under maintenance</title></head><body>${'x'.repeat(500)}</body></html>`,
      },
      again('a response that is not JSON “Site under maintenance”'),
    ],
    [
      'an order that is none',
      { status: 200, body: { id: 'seventeen' } },
      forAPerson(expect.stringContaining('unreadable answer')),
    ],
  ])('a notification met by %s is retried or needs an operator', async (_, fault, outcome) => {
    const id = order()
    store.failNext(/^GET orders\/\d+$/, fault)
    expect(await notify(paidNotification(id))).toEqual(outcome)
    expect(await notify(paidNotification(id))).toEqual(told)
  })

  it.each<[string, WooFault, string]>([
    ['a page of maintenance', page(503), 'retry'],
    ['a line that is cut', 'reset', 'retry'],
    ['revoked keys', json(401, 'woocommerce_rest_cannot_view'), 'ask-a-person'],
  ])('reading orders fails with %s', async (_, fault, retry) => {
    const id = order()
    store.failNext(/^GET orders$/, fault, 2)
    const notRead = { outcome: 'not-read', retry, detail: expect.any(String) }
    expect(await shop.storefront.readOrders?.([id])).toMatchObject(notRead)
    expect(await shop.storefront.changedOrders?.(new Date(), 1)).toMatchObject(notRead)
  })

  it('a busy shop sets the delay of the retry', async () => {
    const busy: WooFault = { status: 429, headers: { 'retry-after': '120' }, body: 'busy' }
    store.failNext(/^GET orders\/\d+$/, busy)
    expect(await notify(paidNotification(order()))).toMatchObject({ retryAfterMs: 120_000 })
    store.failNext(/^GET orders$/, busy)
    expect(await shop.storefront.readOrders?.(['1'])).toMatchObject({ retryAfterMs: 120_000 })
  })

  it('a WordPress update delays the retry by a minute, not by the ten that WordPress requests', async () => {
    const updating: WooFault = {
      status: 503,
      headers: { 'retry-after': '600' },
      body: { code: 'wp_die', message: 'Briefly unavailable for scheduled maintenance.' },
    }
    store.failNext(/^GET orders\/\d+$/, updating)
    expect(await notify(paidNotification(order()))).toMatchObject({ retryAfterMs: 60_000 })
  })

  it('a silent shop runs into the timeout', async () => {
    store.failNext(/^GET orders\/\d+$/, 'silence')
    const { notify: tellQuickly } = shop.storefrontWith({ timeoutMs: 100 })
    expect(await tellQuickly(paidNotification(order()))).toEqual(again('no answer within 100 ms'))
  })

  it('an endless response is cut off', async () => {
    store.failNext(/^GET orders\/\d+$/, { status: 200, body: 'x'.repeat(11 * 1024 * 1024) })
    expect(await notify(paidNotification(order()))).toEqual(
      again(expect.stringContaining('more than')),
    )
  })

  it('an unreachable shop is retried', async () => {
    const gone = shopAt('http://127.0.0.1:1/wp-json/').storefront
    expect(await gone.notify(paidNotification('17'))).toEqual(
      again(expect.stringContaining('ECONNREFUSED')),
    )
    const nowhere = shopAt('http://shop.invalid/wp-json/').storefront
    expect(await nowhere.notify(paidNotification('17'))).toEqual(again())
  })

  it('no failure contains the keys of the shop', async () => {
    const faults: WooFault[] = [page(503), 'reset', json(401, store.consumerSecret), page(200)]
    const said: unknown[] = []
    for (const fault of faults) {
      store.failNext(/^GET orders\/\d+$/, fault)
      said.push(await notify(paidNotification(order())))
    }
    const { notify: tellWrongly } = shop.storefrontWith({ keys: { consumerSecret: 'cs_wrong' } })
    said.push(await tellWrongly(paidNotification(order())))
    expect(said).toHaveLength(5)
    expect(JSON.stringify(said)).not.toContain(store.consumerKey)
    expect(JSON.stringify(said)).not.toContain(store.consumerSecret)
    expect(JSON.stringify(said)).not.toContain('cs_wrong')
  })

  it('wrong keys make the notification wait for access', async () => {
    for (const keys of [{ consumerSecret: 'cs_wrong' }, { consumerKey: 'ck_wrong' }]) {
      const { notify: tellWrongly } = shop.storefrontWith({ keys })
      const outcome = whenLetIn(expect.stringContaining('woocommerce_rest_authentication_error'))
      expect(await tellWrongly(paidNotification(order()))).toEqual(outcome)
    }
  })

  it('a refused nonce is retried immediately, and once', async () => {
    const twice = json(401, 'woocommerce_rest_authentication_error')
    const id = order()
    store.failNext(/^GET orders\/\d+$/, twice)
    expect(await notify(paidNotification(id))).toEqual(told)
    store.failNext(/^GET orders\/\d+$/, twice, 2)
    const before = store.requests.length
    expect(await notify(paidNotification(id))).toEqual(whenLetIn(expect.any(String)))
    expect(store.requests.length - before).toBe(2)
  })

  it.each(['/?rest_route=/', '/index.php?rest_route=/'])(
    'a shop with plain permalinks (%s) is notified, and read by pages',
    async (root) => {
      const plain = shopAt(`${store.url}${root}`).storefront
      const id = order()
      expect(await plain.notify(paidNotification(id))).toEqual(told)
      expect(store.order(id).status).toBe('processing')
      const read = await plain.readOrders?.([id])
      expect(read).toMatchObject({ outcome: 'read', orders: [{ id, status: 'paid' }] })
    },
  )

  describe('a shop whose lists leave drafts out', () => {
    afterEach(() => store.listDrafts('in-any'))

    it('an order that WooCommerce 11 made a draft again is read as unpaid, not as deleted', async () => {
      store.listDrafts('apart')
      const [draft, trashed] = [order({ status: 'checkout-draft' }), order({ status: 'trash' })]
      const read = await shop.storefront.readOrders?.([draft, trashed])
      const orders = expect.arrayContaining([
        expect.objectContaining({ id: draft, status: 'unpaid' }),
        expect.objectContaining({ id: trashed, status: 'cancelled' }),
      ])
      expect(read).toMatchObject({ outcome: 'read', orders })
    })

    it('an order in the trash is read as cancelled, although the shop knows no drafts', async () => {
      store.listDrafts('unknown')
      const id = order({ status: 'trash' })
      const read = await shop.storefront.readOrders?.([id])
      expect(read).toMatchObject({ outcome: 'read', orders: [{ id, status: 'cancelled' }] })
    })
  })

  it('a shop with plain permalinks and an older plugin refuses the keys, and waits for access', async () => {
    store.plugin.helpsPlainPermalinks = false
    const plain = shopAt(`${store.url}/index.php?rest_route=/`).storefront
    expect(await plain.notify(paidNotification(order()))).toEqual(whenLetIn(expect.any(String)))
    store.plugin.helpsPlainPermalinks = true
  })

  it('an address of the REST API with an odd query needs an operator', async () => {
    const odd = shopAt(`${store.url}/wp-json/?lang=es`).storefront
    expect(await odd.notify(paidNotification(order()))).toEqual(
      forAPerson(expect.stringContaining('rest_route')),
    )
  })
})

describe('the address of a WooCommerce shop', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]'])(
    'an address that leads to %s, into our own network, is never called',
    async (host) => {
      const before = store.requests.length
      const restUrl = store.restUrl.replace('127.0.0.1', host)
      const inside = shopAt(restUrl, { allowPrivateAddresses: false }).storefront
      const outcome = forAPerson(expect.stringContaining('not in the public internet'))
      expect(await inside.notify(paidNotification('17'))).toEqual(outcome)
      expect(store.requests.length).toBe(before)
    },
  )

  it('the REST root is found with pretty and with plain permalinks', async () => {
    const bounds = { timeoutMs: 5_000, allowPrivateAddresses: true }
    const found = { outcome: 'found', namespaces: expect.arrayContaining(['puente/v1']) }
    expect(await findRestRoot(store.url, bounds)).toEqual({ ...found, restUrl: store.restUrl })
    store.failNext(/^GET /, page(404))
    const restUrl = `${store.url}/?rest_route=/`
    expect(await findRestRoot(`${store.url}/`, bounds)).toEqual({ ...found, restUrl })
    store.failNext(/^GET /, page(404), 2)
    expect(await findRestRoot(store.url, bounds)).toMatchObject({ outcome: 'failed' })
  })
})

describe('concurrent changes of an order', () => {
  it('an order cancelled by the stock hold in the meantime is not paid', async () => {
    const id = order()
    store.meanwhile((changed) => store.books.setStatus(changed, 'cancelled'))
    expect(await notify(paidNotification(id))).toEqual({ outcome: 'cancelled-at-store' })
    expect(await shop.look(id)).toMatchObject({ status: 'cancelled', isPaid: false })
  })

  it('an order paid at the moment it expires is not cancelled', async () => {
    const id = order()
    const { notify: tellByPolicy } = shop.storefrontWith({ policy: { expired: 'cancelled' } })
    store.meanwhile((changed) => store.books.completePayment(changed))
    const expired = { type: 'order.payment_expired', order: { status: 'payment_expired' } } as const
    expect(await tellByPolicy(notificationOf(id, expired))).toEqual(told)
    expect(await shop.look(id)).toMatchObject({ status: 'processing', isPaid: true })
  })

  it('a payment that WooCommerce silently ignored is retried', async () => {
    const id = order()
    store.meanwhile((changed) => store.books.setStatus(changed, 'on-hold'))
    expect(await notify(paidNotification(id))).toMatchObject({
      outcome: 'failed',
      retry: 'retry',
    })
    expect(await notify(paidNotification(id))).toEqual(told)
    expect(await shop.look(id)).toMatchObject({ status: 'processing', isPaid: true })
  })

  it('a refund that finds less room than expected is entered with the remainder', async () => {
    const id = order()
    await notify(paidNotification(id))
    const partly = {
      order: { status: 'partially_refunded' },
      refunds: [refund('ref_1', 2_500n)],
    } as const
    store.failNext(
      /^POST orders\/\d+\/refunds$/,
      json(500, 'woocommerce_rest_cannot_create_order_refund', 500),
    )
    const row = { amount: '90.00', date_created_gmt: '2026-05-04T11:00:00' }
    store.books.book(store.order(id), row)
    expect(await notify(notificationOf(id, partly))).toEqual(told)
    expect((await shop.look(id)).refunds.map(({ amount }) => amount).sort()).toEqual([
      '10.00',
      '90.00',
    ])
  })

  it('a refund that WooCommerce permanently rejects is not retried forever', async () => {
    const id = order()
    await notify(paidNotification(id))
    const never = json(500, 'woocommerce_rest_cannot_create_order_refund', 500)
    store.failNext(/^POST orders\/\d+\/refunds$/, never, 2)
    const partly = {
      order: { status: 'partially_refunded' },
      refunds: [refund('ref_1', 2_500n)],
    } as const
    const outcome: DeliveryResult = await notify(notificationOf(id, partly))
    expect(outcome).toMatchObject({ outcome: 'failed', retry: 'permanent' })
  })

  it('a note with a lost response is written once', async () => {
    const id = order()
    const decline = notificationOf(id, {
      type: 'order.payment_failed',
      order: { status: 'awaiting_payment' },
    })
    store.failNext(/^POST orders\/\d+\/notes$/, 'lost-answer')
    expect(await notify(decline)).toEqual(again())
    expect(await notify(decline)).toEqual(told)
    expect((await shop.look(id)).notes).toHaveLength(1)
  })
})

describe('a WooCommerce shop that prints PHP notices into its responses', () => {
  it.each([
    ['text', NOTICE],
    ['plain text', 'Warning: Undefined array key "a" in /home/shop/plugin.php on line 12\n'],
    ['a byte order mark', '\uFEFF'],
  ])('a response behind %s is still parsed', async (_, notice) => {
    const id = order()
    store.printFirst(notice)
    expect(await notify(paidNotification(id))).toEqual(told)
    store.printFirst('')
    expect(await shop.look(id)).toMatchObject({ status: 'processing', isPaid: true })
  })
})

describe('a WooCommerce shop without decimals', () => {
  const withDecimals = async (decimals: number, act: () => Promise<void>) => {
    store.books.priceDecimals = decimals
    await act().finally(() => {
      store.books.priceDecimals = 2
    })
  }
  const ordered = (amount_minor: bigint) => ({
    order: { amount_minor },
    payment: { amount_minor, total_minor: amount_minor },
  })

  it.each([
    [0, '27.50', 2_750n],
    [1, '27.46', 2_746n],
    [0, '27.49', 2_749n],
  ])(
    'a shop with %s decimals gets an order of %s paid and holds none of it',
    async (decimals, total, minor) => {
      const id = order({ total })
      await withDecimals(decimals, async () => {
        const read = await shop.storefront.readOrders?.([id])
        const [atStore] = read?.outcome === 'read' ? read.orders : []
        if (!atStore) throw new Error('not read')
        expect(storeChange(moneyFromMinor(minor, 'HNL'), atStore)).toEqual({ change: 'none' })
        expect(await notify(paidNotification(id, ordered(minor)))).toEqual(told)
      })
      expect(await shop.look(id)).toMatchObject({ status: 'processing', isPaid: true, notes: [] })
    },
  )

  it('an order edited by more than its rounding is held', async () => {
    const id = order({ total: '30.00' })
    await withDecimals(0, async () => {
      expect(await notify(paidNotification(id, ordered(2_750n)))).toMatchObject({
        outcome: 'failed',
      })
    })
    expect(await shop.look(id)).toMatchObject({ status: 'on-hold', isPaid: false })
  })

  it("the shop's own refund of 28 counts for the refunded 27.50, and no second row is created", async () => {
    const id = order({ total: '27.50' })
    await withDecimals(0, async () => {
      await notify(paidNotification(id, ordered(2_750n)))
      const row = await shop.refundByHand(id, '28')
      const asked = refund('ref_28', 2_750n, { idempotency_key: `woocommerce-refund-${row}` })
      const { payment } = ordered(2_750n)
      const refunded = { amount_minor: 2_750n, status: 'refunded' } as const
      const news = { type: 'order.refunded', order: refunded, payment, refunds: [asked] } as const
      expect(await notify(notificationOf(id, news))).toEqual(told)
      const read = await shop.storefront.readOrders?.([id])
      expect(read).toMatchObject({ orders: [{ status: 'refunded' }] })
    })
    const { refunds, notes } = await shop.look(id)
    expect([refunds.map(({ amount }) => Number(amount)), notes]).toEqual([[28], []])
  })

  it('an order of 27.50, shown as 28, ends and restocks after a full refund in the portal', async () => {
    const line = { id: 1, product_id: 1, name: 'Café', quantity: 1, total: '27.50' }
    const id = order({ total: '27.50', line_items: [line] })
    const wanting = shop.storefrontWith({ policy: { restock: 'full' } })
    await withDecimals(0, async () => {
      await notify(paidNotification(id, ordered(2_750n)))
      const { payment } = ordered(2_750n)
      const refunded = { amount_minor: 2_750n, status: 'refunded' } as const
      const refunds = [refund('ref_all', 2_750n)]
      const news = { type: 'order.refunded', order: refunded, payment, refunds } as const
      expect(await wanting.notify(notificationOf(id, news))).toEqual(told)
    })
    const { status, refunds } = store.order(id)
    expect([status, refunds.map(({ amount }) => amount)]).toEqual(['refunded', ['27.50']])
    expect(refunds.map(({ line_items }) => line_items.length)).toEqual([1])
  })

  it('refunds are entered as far as WooCommerce accepts them, and no note mentions a fee', async () => {
    const id = order()
    await notify(paidNotification(id))
    const partly = (...refunds: OrderMessage['refunds']) =>
      notificationOf(id, { order: { status: 'partially_refunded' }, refunds })
    const amounts = async () => (await shop.look(id)).refunds.map(({ amount }) => amount)
    store.books.priceDecimals = 0
    try {
      const [first, second] = [refund('ref_1', 1_250n), refund('ref_2', 2_750n)]
      expect(await notify(partly(first))).toEqual(told)
      expect(await notify(partly(first, second))).toEqual(told)
      const third = refund('ref_3', 4_730n)
      expect(await notify(partly(first, second, third))).toEqual(told)
      const said = await shop.storefront.readOrders?.([id])
      expect(said).toMatchObject({ orders: [{ refunded: { minor: 8_730n } }] })
      expect((await shop.look(id)).notes).toEqual([])
      // WooCommerce counts 13, 28 and 47 of 100, and accepts 12 at most from then on.
      const fourth = refund('ref_4', 1_240n)
      expect(await notify(partly(first, second, third, fourth))).toEqual(told)
      const fifth = refund('ref_5', 60n)
      expect(await notify(partly(first, second, third, fourth, fifth))).toEqual(told)
    } finally {
      store.books.priceDecimals = 2
    }
    expect((await amounts()).sort()).toEqual(['12.00', '12.50', '27.50', '47.30'])
    expect((await shop.look(id)).notes).toEqual([
      expect.stringMatching(/L\s0\.60 al cliente\./),
      expect.stringMatching(/L\s12\.40 al cliente\./),
    ])
  })
})

describe('changed orders of a WooCommerce shop', () => {
  const walk = async (since: Date, between?: (page: number) => void) => {
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const read = await shop.storefront.changedOrders?.(since, page)
      if (read?.outcome !== 'read') throw new Error('not read')
      ids.push(...read.orders.map(({ id }) => id))
      if (read.isLast) return { ids, until: read.until }
      between?.(page)
    }
  }

  it('the list is complete with hundreds of changes in the same second', async () => {
    const since = new Date(Date.now() + 3_600_000)
    const stamp = since.toISOString().slice(0, 19)
    const many = Array.from({ length: 250 }, () => store.newOrder({ date_modified_gmt: stamp }))
    const { ids, until } = await walk(since)
    expect(new Set(ids)).toEqual(new Set(many.map(({ id }) => String(id))))
    expect(until.toISOString().slice(0, 19)).toBe(stamp)
    for (const { id } of many) store.books.orders.delete(id)
  })

  it('the list is complete while orders change between pages', async () => {
    const start = Date.now() + 7_200_000
    const at = (index: number) => new Date(start + index * 1000).toISOString().slice(0, 19)
    const many = Array.from({ length: 300 }, (_, index) =>
      store.newOrder({ date_modified_gmt: at(index) }),
    )
    const { ids } = await walk(new Date(start), (page) => {
      // The first ones move to the end and shift the others up.
      for (const changed of many.slice(page * 5, page * 5 + 5))
        changed.date_modified_gmt = at(1000 + page)
    })
    expect(new Set(ids)).toEqual(new Set(many.map(({ id }) => String(id))))
    for (const { id } of many) store.books.orders.delete(id)
  })

  it('an unreadable order does not hide the others', async () => {
    const since = new Date(Date.now() - 2_000)
    const [good, bad] = [store.newOrder(), store.newOrder({ total: '10.555' })]
    const { ids } = await walk(since)
    expect(ids).toContain(String(good.id))
    expect(ids).not.toContain(String(bad.id))
    const read = await shop.storefront.readOrders?.([String(good.id), String(bad.id)])
    expect(read).toMatchObject({
      outcome: 'read',
      orders: [{ id: String(good.id) }],
      unreadable: [{ id: String(bad.id), detail: expect.stringContaining('10.555') }],
    })
    store.books.orders.delete(bad.id)
  })

  it("an order in a plugin's own status is paid if it has a payment date", async () => {
    const status = 'en-reparto'
    const paid = store.newOrder({ status, date_paid_gmt: '2026-05-04T12:00:00' })
    const unpaid = store.newOrder({ status })
    const read = await shop.storefront.readOrders?.([String(paid.id), String(unpaid.id)])
    const statuses = read?.outcome === 'read' && read.orders.map((one) => [one.id, one.status])
    expect(statuses).toEqual(
      expect.arrayContaining([
        [String(paid.id), 'paid'],
        [String(unpaid.id), 'unpaid'],
      ]),
    )
  })
})

describe('the Puente plugin of a WooCommerce shop', () => {
  const tellCard = (
    customerId: string | null,
    options: Parameters<WooShop['storefrontWith']>[0] = {},
  ) => shop.storefrontWith(options).notify(savedCardNotified(customerId))
  const plugin = () => ({
    ...store,
    storeId: StoreId.parse(store.plugin.storeId),
    pairingSecret: store.plugin.secret,
    timeoutMs: 5_000,
    allowPrivateAddresses: true,
    clock: systemClock,
    ids: createIds(systemClock),
  })

  it('a repeated saved card creates one token', async () => {
    store.plugin.tokens.splice(0)
    for (const _ of [1, 2]) expect(await tellCard('1')).toEqual(told)
    expect(store.plugin.tokens).toMatchObject([{ customerId: 1, card: { id: 'pm_8f14e45f' } }])
  })

  it('a guest or a deleted customer gets no card', async () => {
    for (const customerId of [null, '0', '999', 'Ana']) {
      expect(await tellCard(customerId)).toEqual({ outcome: 'nobody-to-tell' })
    }
  })

  it('a deactivated plugin is notified again later', async () => {
    store.plugin.isActive = false
    expect(await tellCard('1')).toEqual(again(expect.stringContaining('Is the plugin active?')))
    store.plugin.isActive = true
  })

  it('a plugin with clock skew is notified again later', async () => {
    store.plugin.clockOffsetMs = 600_000
    expect(await tellCard('1')).toMatchObject({
      retry: 'retry',
      detail: expect.stringContaining('clock_differs'),
    })
    store.plugin.clockOffsetMs = 0
  })

  it('an old pairing secret is refused, and the notification waits for access', async () => {
    expect(await tellCard('1', { pairingSecret: 'pps_of-before' })).toEqual(
      whenLetIn(expect.stringContaining('wrong_signature')),
    )
  })

  it('the plugin describes its site, with plain permalinks as well', async () => {
    const site = { outcome: 'done', value: expect.objectContaining({ currency: 'HNL' }) }
    expect(await readSite(plugin())).toEqual(site)
    expect(await readSite({ ...plugin(), restUrl: `${store.url}/?rest_route=/` })).toEqual(site)
  })

  it('the plugin removes a card that the gateway no longer has', async () => {
    await tellCard('1')
    expect(await removeCard(plugin(), 'pm_8f14e45f')).toEqual({
      outcome: 'done',
      value: { removed: 1 },
    })
    expect(store.plugin.tokens).toEqual([])
  })
})

describe('the card that the order names', () => {
  const cardOf = (id: string) =>
    store.order(id).meta_data.find(({ key }) => key === '_puente_card')?.value
  const card = { brand: 'visa', last_four: '1111' }
  const bySavedCard = (id: string, changes: Partial<OrderMessage['order']> = {}) =>
    paidNotification(id, { payment: { mode: 'saved_card' }, order: changes })

  it('is written with the paid mark, in time for the e-mail of WooCommerce', async () => {
    const id = order()
    expect(await shop.storefrontWith({ card }).notify(bySavedCard(id))).toEqual(told)
    expect(JSON.parse(String(cardOf(id)))).toEqual(card)
  })

  it('is not written for a payment without a known saved card', async () => {
    const [hosted, unknown] = [order(), order()]
    await shop.storefrontWith({ card }).notify(paidNotification(hosted))
    await shop.storefrontWith({}).notify(bySavedCard(unknown))
    expect([cardOf(hosted), cardOf(unknown)]).toEqual([undefined, undefined])
  })

  it('is cleared when another payment pays the order', async () => {
    const id = order()
    await shop.storefrontWith({ card }).notify(bySavedCard(id))
    const other = PaymentId.parse('pay_2')
    const second = paidNotification(id, {
      order: { current_payment_id: other },
      payment: { id: other, transaction_id: 'tx-2' },
    })
    expect(await notify(second)).toEqual(told)
    expect(cardOf(id)).toBe('')
  })
})
