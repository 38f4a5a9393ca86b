import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import { commandOf, flagsOf, settingsOf } from '../support/command.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { HOUR_SECONDS, type Merchant, merchantOf, pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import {
  connectTestStore,
  eventually,
  NOTIFY_SECRET,
  TEST_STORE,
  WEBHOOK_SECRET,
} from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'C' })
})

const stores = commandOf('stores', () => settingsOf(world))
const storeOf = (id: string) => findStore(world.puente.ctx.db.query, StoreId.parse(id))

const add = (flags: Record<string, string | undefined>, ...more: string[]) =>
  stores(
    'add',
    ...flagsOf({ 'secret-key': 'sk_test_sandbox', 'webhook-secret': WEBHOOK_SECRET, ...flags }),
    ...more,
  )
const secretsIn = (printed: string) => ({
  apiKey: /API key +(\S+)/.exec(printed)?.[1] ?? '',
  notifySecret: /Notify secret +(\S+)/.exec(printed)?.[1] ?? '',
})
const statusOf = async (apiKey: string): Promise<number> =>
  (await world.api('GET', '/v1/orders', undefined, { authorization: `Bearer ${apiKey}` })).status
const event = () => eventOf({ id: 1, amount: 1, currency: '340' }, 'approved')
const statusOfDelivery = async (store: string, secret: string): Promise<number> =>
  (await deliver(world.url, { body: event(), store, secret })).status

describe('a store that an operator changes from a terminal', () => {
  it('a store keeps its API key when only its webhook secret changes', async () => {
    const { apiKey } = secretsIn((await add({ id: 'cambio', name: 'Cambio' })).stdout)
    const before = await storeOf('cambio')
    const updated = await stores(
      'update',
      '--id',
      'cambio',
      '--webhook-secret',
      'whsec_the_next_one',
    )
    expect([updated.exitCode, updated.stdout]).toEqual([
      0,
      expect.stringContaining('webhook-secret'),
    ])
    expect(await statusOf(apiKey)).toBe(200)
    for (const secret of ['whsec_the_next_one', WEBHOOK_SECRET]) {
      expect(await statusOfDelivery('cambio', secret)).toBe(200)
    }
    const {
      sealed_webhook_secret: _,
      sealed_previous_webhook_secret: __,
      previous_webhook_secret_until: ___,
      updated_at: ____,
      ...after
    } = (await storeOf('cambio')) ?? {}
    expect(before).toMatchObject(after)
  })

  it('an update changes the named fields and nothing else', async () => {
    await add({
      id: 'partes',
      'notify-url': 'http://127.0.0.1:9/a',
      policy: '{"on_expiry":"cancel"}',
    })
    await stores('update', '--id', 'partes', '--name', 'Partes', '--notify-url', '')
    await stores('update', '--id', 'partes', '--policy', '{"on_conflict":"refund"}')
    expect(await storeOf('partes')).toMatchObject({
      name: 'Partes',
      notify_url: null,
      locale: 'es',
      policy: { on_expiry: 'cancel', on_conflict: 'refund' },
    })
    await stores('update', '--id', 'partes', '--policy', '{"on_expiry":null}')
    expect((await storeOf('partes'))?.policy).toEqual({ on_conflict: 'refund' })
  })

  it('a refused update leaves the store as it was', async () => {
    await connectTestStore(world.puente, { id: 'firme', notifyUrl: null })
    const before = await storeOf('firme')
    const refusals = [
      ['--policy', '{"on_conflict":"maybe"}', '--policy: on_conflict'],
      ['--notify-url', 'ftp://shop', '--notify-url: Must be an http or https address'],
      ['--webhook-secret', 'sk_test_sandbox', '--webhook-secret: Is no signing secret'],
      ['--secret-key', 'sk_test_of_nobody', '--secret-key: the gateway'],
    ] as const
    for (const [flag, value, words] of refusals) {
      const refused = await stores('update', '--id', 'firme', flag, value)
      expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(words)])
    }
    const unknown = await stores('update', '--id', 'firme', '--site', 'https://x.example')
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("Unknown option '--site'"),
    ])
    expect((await stores('update', '--id', 'firme')).stderr).toContain('Nothing to update')
    expect(await storeOf('firme')).toEqual(before)
  })

  it('notifications are signed with every replaced notify secret until its end', async () => {
    const messages: { body: string; headers: Record<string, string> }[] = []
    const shop = await serve(
      async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const headers = request.headers as Record<string, string>
        messages.push({ body: Buffer.concat(chunks).toString(), headers })
        response.writeHead(204).end()
      },
      { host: '127.0.0.1', port: 0 },
    )
    const notifyUrl = `http://127.0.0.1:${shop.port}/puente`
    const apiKey = await connectTestStore(world.puente, { id: 'firmas', notifyUrl })
    const until = new Date(world.puente.ctx.clock.now().getTime() + 2 * HOUR_SECONDS * 1_000)
    const rotated = await stores(
      ...['rotate', 'notify-secret', '--id', 'firmas', '--until', until.toISOString()],
    )
    const { notifySecret: next } = secretsIn(rotated.stdout)
    expect(next).not.toBe(NOTIFY_SECRET)
    const sooner = new Date(until.getTime() - HOUR_SECONDS * 1_000)
    const again = await stores(
      ...['rotate', 'notify-secret', '--id', 'firmas', '--until', sooner.toISOString()],
    )
    const { notifySecret: latest } = secretsIn(again.stdout)

    const ofShop = merchantOf(world, { apiKey, prefix: 'F' })
    const told = async () => {
      const { id, gatewayId } = await ofShop.open()
      const body = eventOf(await paymentAtGateway(world, gatewayId), 'failed')
      await deliver(world.url, { body, store: 'firmas', secret: WEBHOOK_SECRET })
      const message = await eventually(async () =>
        messages.find(({ body }) => JSON.parse(body).data.order.id === id),
      )
      const verifies = (notifySecret: string) => {
        try {
          return Boolean(new Webhook(notifySecret).verify(message.body, message.headers))
        } catch {
          return false
        }
      }
      return [verifies(NOTIFY_SECRET), verifies(next), verifies(latest)]
    }
    expect(await told()).toEqual([true, true, true])
    await pass(world, HOUR_SECONDS)
    expect(await told()).toEqual([true, false, true])
    await pass(world, HOUR_SECONDS)
    expect(await told()).toEqual([false, false, true])
    await shop.close()
  })

  it('a test secret key cannot be replaced by a live one, because the store’s API keys would charge for real', async () => {
    const { apiKey } = secretsIn((await add({ id: 'serio' })).stdout)
    const before = await storeOf('serio')
    for (const more of [[], ['--force', '--publishable-key', 'pk_live_sandbox']]) {
      const refused = await stores(
        ...['update', '--id', 'serio', '--secret-key', 'sk_live_sandbox', ...more],
      )
      expect([refused.exitCode, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/--secret-key: .*test.*connect.*live/s),
      ])
    }
    expect(await storeOf('serio')).toEqual(before)
    expect(await statusOf(apiKey)).toBe(200)
  })

  it('webhooks under every replaced secret are accepted until its end', async () => {
    await add({ id: 'vueltas' })
    const hoursFromNow = (hours: number) =>
      new Date(world.puente.ctx.clock.now().getTime() + hours * HOUR_SECONDS * 1_000).toISOString()
    const rotate = (secret: string, hours: number) =>
      stores(
        ...['rotate', 'webhook-secret', '--id', 'vueltas', '--webhook-secret', secret],
        ...['--until', hoursFromNow(hours)],
      )
    expect((await rotate('whsec_the_second', 5)).exitCode).toBe(0)
    expect((await rotate('whsec_of_the_third', 2)).exitCode).toBe(0)
    const taken = () =>
      Promise.all(
        [WEBHOOK_SECRET, 'whsec_the_second', 'whsec_of_the_third'].map((secret) =>
          statusOfDelivery('vueltas', secret),
        ),
      )
    expect(await taken()).toEqual([200, 200, 200])
    const { stdout } = await stores('show', '--id', 'vueltas')
    expect(stdout.match(/until 20/g)).toHaveLength(2)
    await pass(world, 3 * HOUR_SECONDS)
    await eventually(async () => (await taken()).join() === '200,400,200')
    await pass(world, 3 * HOUR_SECONDS)
    await eventually(async () => (await taken()).join() === '400,400,200')
  })

  it('webhooks under the old and the new secret are accepted until the given time', async () => {
    await add({ id: 'giro' })
    const tooLong = '2100-01-01T00:00:00Z'
    const rotate = [
      'rotate',
      'webhook-secret',
      '--id',
      'giro',
      '--webhook-secret',
      'whsec_that_turned',
    ]
    const refused = await stores(...rotate, '--until', tooLong)
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--until')])
    const until = new Date(world.puente.ctx.clock.now().getTime() + HOUR_SECONDS * 1_000)
    expect((await stores(...rotate, '--until', until.toISOString())).exitCode).toBe(0)
    expect((await storeOf('giro'))?.previous_webhook_secret_until).toEqual(until)
    for (const secret of ['whsec_that_turned', WEBHOOK_SECRET]) {
      expect(await statusOfDelivery('giro', secret)).toBe(200)
    }
  })
})

describe('a store that is connected anew', () => {
  it('a replacement changes nothing before the operator confirms what ends', async () => {
    const notify = { id: 'nuevo', 'notify-url': 'http://127.0.0.1:9/puente' }
    const { apiKey } = secretsIn((await add(notify)).stdout)
    const before = await storeOf('nuevo')
    const refused = await add({ id: 'nuevo' }, '--replace')
    expect(refused.exitCode).toBe(1)
    for (const word of ['"first"', 'notify secret', 'http://127.0.0.1:9/puente', '--yes']) {
      expect(refused.stderr).toContain(word)
    }
    expect(await storeOf('nuevo')).toEqual(before)
    expect(await statusOf(apiKey)).toBe(200)
    const replaced = await add({ id: 'nuevo' }, '--replace', '--yes')
    expect(await statusOf(secretsIn(replaced.stdout).apiKey)).toBe(200)
    expect(await statusOf(apiKey)).toBe(401)
  })

  it('a store is not connected with a key that the gateway refuses, except with --force', async () => {
    const wrong = { id: 'ajena', 'secret-key': 'sk_test_of_nobody' }
    const refused = await add(wrong)
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--force')])
    expect(await storeOf('ajena')).toBeUndefined()
    expect((await add(wrong, '--force')).stdout).toContain('does not accept the secret key')
    expect(await storeOf('ajena')).toBeDefined()
  })

  it('a store is connected while the gateway is down, and the output says that it was not checked', async () => {
    const away = commandOf('stores', () => ({
      ...settingsOf(world),
      GATEWAY_BASE_URL: 'http://127.0.0.1:9/v1',
    }))
    const flags = { id: 'lejos', 'secret-key': 'sk_test_x', 'webhook-secret': 'whsec_of_lejos_x' }
    const { stdout, exitCode } = await away('add', ...flagsOf(flags))
    expect(exitCode).toBe(0)
    expect(stdout).toContain('could not check the secret key')
    expect(stdout).not.toContain('does not accept')
  })
})

describe('a disabled store', () => {
  it('a disabled store gets no new payments, is notified of those in flight, and works again once enabled', async () => {
    const open = await merchant.open()
    expect((await stores('disable', '--id', TEST_STORE)).exitCode).toBe(0)
    const refused = await world.api('POST', '/v1/checkouts', {
      order: { id: 'C-new', amount: '1.00', currency: 'HNL' },
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'store_disabled'])
    const page = await fetch(open.payUrl, { redirect: 'manual' })
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining('no recibe pagos'),
    ])
    expect((await stores('list')).stdout).toMatch(new RegExp(`^${TEST_STORE}\t.*\tdisabled$`, 'm'))

    // A checkout that is already open can still be paid.
    await world.pay(open.checkoutUrl)
    await world.shop.waitFor(({ order, type }) => order.id === open.id && type === 'order.paid')
    await settled(world)
    expect((await stores('enable', '--id', TEST_STORE)).exitCode).toBe(0)
    expect((await merchant.read(open.id)).order.status).toBe('paid')
    expect((await fetch((await merchant.open()).payUrl, { redirect: 'manual' })).status).toBe(303)
  })
})

describe('a removed store', () => {
  const remove = (...more: string[]) => stores('remove', '--id', 'fin', ...more)

  it('a store is removed only when it is disabled, has no money in flight, and the operator confirms', async () => {
    const { apiKey } = secretsIn((await add({ id: 'fin' })).stdout)
    const ofShop = merchantOf(world, { apiKey, prefix: 'R' })
    const open = await ofShop.open()
    expect((await remove('--yes')).stderr).toContain('"puente stores disable --id fin" first')
    await stores('disable', '--id', 'fin')
    const unasked = await remove()
    expect([unasked.exitCode, unasked.stderr]).toEqual([1, expect.stringContaining('--yes')])
    expect(unasked.stderr).toContain('orders, payments, refunds')
    const underWay = await remove('--yes')
    expect([underWay.exitCode, underWay.stderr]).toEqual([
      1,
      expect.stringContaining('1 order waits'),
    ])
    expect(await storeOf('fin')).toBeDefined()

    expect((await remove('--yes', '--force')).stdout).toContain('Removed the store')
    expect(await storeOf('fin')).toBeUndefined()
    expect(await statusOf(apiKey)).toBe(401)
    expect(await statusOfDelivery('fin', WEBHOOK_SECRET)).toBe(404)
    expect((await fetch(open.payUrl, { redirect: 'manual' })).status).toBe(503)
    expect((await stores('list')).stdout).not.toContain('fin\t')
    expect((await add({ id: 'fin' })).stderr).toContain('--id: A shop of that id was removed')
    const { query } = world.puente.ctx.db
    const kept = await query
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', StoreId.parse('fin'))
      .execute()
    expect(kept).toHaveLength(1)
    const row = await query
      .selectFrom('stores')
      .selectAll()
      .where('id', '=', StoreId.parse('fin'))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      sealed_connection: null,
      notify_url: null,
      publishable_key: null,
    })
    await settled(world)
  })
})
