import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandOf, settingsOf } from '../support/command.ts'
import { startListening, webhookHandler } from '../support/listening.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../support/world.ts'

const world = useWorld()
const folder = mkdtempSync(join(tmpdir(), 'puente-listen-'))
afterAll(() => rm(folder, { recursive: true }))

let receiver: Awaited<ReturnType<typeof webhookHandler>>
beforeEach(async () => {
  receiver = await webhookHandler()
})
afterEach(() => receiver.stop())

const listening = async (...args: string[]) => {
  const started = await startListening(
    ['--url', world.url, '--forward-to', receiver.forwardTo, ...args],
    { PUENTE_API_KEY: world.apiKey, XDG_CONFIG_HOME: folder },
  )
  receiver.checkWith(started.firstLine.notify_secret)
  return started
}
const shop = () => merchantOf(world, { prefix: 'LISTEN' })
const heardOf = (id: string) =>
  receiver.received.filter(({ body }) => body.data?.order?.id === id).map(({ body }) => body.type)

describe('puente listen', () => {
  it('the command forwards the store’s notifications, signed with the secret that it prints, under the same id', async () => {
    const running = await listening()
    const { id } = await shop().paid()
    await eventually(async () => heardOf(id).length > 0)
    const told = await eventually(async () =>
      world.shop.messages.find(({ order }) => order.id === id),
    )
    expect(receiver.received).toMatchObject([
      { id: told.id, source: 'puente', body: { type: 'order.paid', data: { order: { id } } } },
    ])
    // The command logs a line after the response.
    await eventually(async () => running.lines().length > 0)
    expect(running.lines()).toMatchObject([
      { type: 'order.paid', order_id: id, answer: '204', taken: true },
    ])
    expect(statSync(running.firstLine.cursor_file).mode & 0o777).toBe(0o600)
    expect(await running.stop()).toBe(0)
  })

  it('the command starts in a store’s folder and ignores its .env', async () => {
    const cwd = mkdtempSync(join(folder, 'shop-'))
    writeFileSync(join(cwd, '.env'), 'APP_KEY=base64:x\nPORT=8080\nDATABASE_URL=mysql://db/shop\n')
    const args = ['--url', world.url, '--forward-to', receiver.forwardTo]
    const secrets = { PUENTE_API_KEY: world.apiKey, XDG_CONFIG_HOME: folder }
    const running = await startListening(args, secrets, { cwd })
    expect(running.firstLine.url).toBe(world.url)
    expect(await running.stop()).toBe(0)
  })

  it('the command starts with what it missed, under the same secret, and forwards nothing twice', async () => {
    const before = await listening()
    const first = await shop().paid()
    await eventually(async () => heardOf(first.id).length > 0)
    expect(await before.stop()).toBe(0)
    const missed = [await shop().paid(), await shop().paid()]
    const after = await listening()
    expect(after.firstLine).toEqual(before.firstLine)
    await eventually(async () => receiver.received.length >= 3)
    expect(receiver.received.map(({ body }) => body.data.order.id)).toEqual(
      [first, ...missed].map(({ id }) => id),
    )
    await after.stop()
  })

  it('the command waits for a receiver that is down or refuses, loses nothing, and keeps the order', async () => {
    const running = await listening()
    await receiver.stop()
    const { id } = await shop().paid()
    await eventually(async () => running.lines().length > 0)
    expect(running.lines()[0]).toMatchObject({ taken: false, order_id: id })
    expect((await shop().refundInFull(id)).status).toBe(201)
    receiver.answerNext(500)
    await receiver.start()
    await eventually(async () => heardOf(id).length === 2)
    expect(heardOf(id)).toEqual(['order.paid', 'order.voided'])
    await running.stop()
  })

  it('a shop that fails on one notification gets the next one, and the command names what failed', async () => {
    const running = await listening('--tries', '2')
    receiver.answerNext(500, 500)
    const first = await shop().paid()
    const second = await shop().paid()
    await eventually(async () => heardOf(second.id).length > 0)
    await eventually(async () => running.lines().length >= 3)
    expect(running.lines()).toMatchObject([
      { order_id: first.id, answer: '500', outcome: 'retrying', taken: false },
      { order_id: first.id, answer: '500', outcome: 'failed', taken: false },
      { order_id: second.id, answer: '204', outcome: 'delivered', taken: true },
    ])
    expect(heardOf(first.id)).toEqual([])
    await running.stop()
    const again = await listening('--from', 'beginning', '--order', first.id)
    await eventually(async () => heardOf(first.id).length > 0)
    expect(heardOf(first.id)).toEqual(['order.paid'])
    await again.stop()
  })

  it('the command forwards only the selected types, and passes over the others for good', async () => {
    const voided = async () => {
      const { id } = await shop().paid()
      expect((await shop().refundInFull(id)).status).toBe(201)
      return id
    }
    const running = await listening('--only', 'order.paid,order.voided', '--skip', 'order.paid')
    const ids = [await voided(), await voided()]
    await eventually(async () => receiver.received.length >= 2)
    expect(receiver.received.map(({ body }) => [body.data.order.id, body.type])).toEqual(
      ids.map((id) => [id, 'order.voided']),
    )
    expect(await running.stop()).toBe(0)
  })

  it('the command can forward from the beginning, and gateway events byte for byte', async () => {
    const { id, gatewayId } = await shop().paid()
    const running = await listening('--from', 'beginning', '--events', 'all')
    const event = await eventually(async () =>
      receiver.received.find(
        ({ source, body }) => source === 'gateway' && body.data.id === Number(gatewayId),
      ),
    )
    expect(event.body).toMatchObject({ type: 'payment.approved', id: event.id })
    await eventually(async () => heardOf(id).includes('order.paid'))
    await running.stop()
  })

  it('the command says what is wrong with a key, a store or an address, and exits with 1', async () => {
    const puente = commandOf('puente', () => ({
      ...settingsOf(world),
      PUENTE_URL: world.url,
      XDG_CONFIG_HOME: folder,
    }))
    const forwardTo = ['--forward-to', receiver.forwardTo]
    const tries = [
      ['--api-key', 'puente_test_wrong'],
      ['--api-key', world.apiKey, '--store', 'otra'],
      ['--api-key', world.apiKey, '--url', 'http://127.0.0.1:1'],
    ]
    const ended = await Promise.all(tries.map((args) => puente('listen', ...forwardTo, ...args)))
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1])
    expect(ended[1]?.stderr).toContain('the API key belongs to the store "tienda"')
    expect(ended[2]?.stderr).toContain('Cannot reach Puente')
  })
})

describe('GET /v1/feed', () => {
  const feed = async (query: string, apiKey = world.apiKey): Promise<Json> =>
    (await world.api('GET', `/v1/feed?${query}`, undefined, { authorization: `Bearer ${apiKey}` }))
      .body

  it('the feed shows nothing past an uncommitted entry, so that no cursor skips it', async () => {
    const { cursor } = await feed('from=now')
    const { db, clock } = world.puente.ctx
    const row = {
      kind: 'notify-saved-card',
      store_id: 'tienda' as never,
      run_at: clock.now(),
      created_at: clock.now(),
      ended_at: clock.now(),
      state: 'done' as const,
      payload: JSON.stringify({
        storeId: 'tienda',
        messageId: 'msg_slow',
        card: {
          ...{ id: 'pm_1', brand: null, last_four: null, exp_month: null, exp_year: null },
          is_default: false,
        },
      }),
    }
    const seen: Json[] = []
    await db.query.transaction().execute(async (trx) => {
      await trx.insertInto('tasks').values(row).execute()
      const { id } = await shop().open()
      await shop().cancel(id)
      const page = await feed(`after=${cursor}`)
      seen.push(page.data.length, page.cursor)
    })
    expect(seen).toEqual([0, cursor])
    const { data } = await feed(`after=${cursor}&wait=5`)
    expect(data[0]).toMatchObject({ id: 'msg_slow', type: 'payment_method.saved' })
  })

  it('the feed shows a store nothing of another store', async () => {
    await shop().paid()
    const other = await connectTestStore(world.puente, { id: 'sola', notifyUrl: null })
    const { data, store } = await feed('from=beginning&events=all&limit=100', other)
    expect(store).toEqual({ id: 'sola', environment: 'test' })
    expect(data).toEqual([])
  })

  it('pages of the feed add up to its whole', async () => {
    for (let n = 0; n < 3; n++) await shop().paid()
    const all = (await feed('from=beginning&events=all&limit=100')).data
    const paged: Json[] = []
    for (let cursor = '0-0'; ; ) {
      const page = await feed(`after=${cursor}&events=all&limit=2`)
      if (page.data.length === 0) break
      paged.push(...page.data)
      cursor = page.cursor
    }
    const ids = (entries: Json[], source: string) =>
      entries.filter((each) => each.source === source).map(({ id }) => id)
    for (const source of ['puente', 'gateway']) expect(ids(paged, source)).toEqual(ids(all, source))
    expect(all.length).toBeGreaterThanOrEqual(6)
  })

  it('the feed lets ten requests wait, answers the others with 503, and accepts them later', async () => {
    const waiting = (query: string) => world.api('GET', `/v1/feed?from=now&${query}`)
    const many = await Promise.all(Array.from({ length: 14 }, () => waiting('wait=1')))
    const busy = many.filter(({ status }) => status === 503)
    expect(busy).toHaveLength(4)
    expect(busy[0]?.body.code).toBe('too_busy')
    expect(busy[0]?.headers.get('retry-after')).toBe('5')
    expect((await waiting('wait=1')).status).toBe(200)
  })

  it('the feed refuses an invalid cursor', async () => {
    const { status } = await world.api('GET', '/v1/feed?after=x')
    expect(status).toBe(422)
  })
})
