import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findStore } from '../../src/db/stores/stores.ts'
import { taskIdOf } from '../../src/domain/public-ids.ts'
import { notifyOrderAgain } from '../../src/payments/notifications/notify-again.ts'
import { notifyStorefrontKind } from '../../src/payments/ports/tasks/notification-tasks.ts'
import { reportDeadTask } from '../../src/payments/tasks/report-dead-task.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { merchantOf, type OpenOrder, pass, send, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorldBehindProxy } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'D' })
beforeAll(async () => {
  await setSandbox(world, 'faults', { webhooks: { drop: 1 } })
})
afterEach(async () => {
  proxy.always(undefined)
  world.shop.setMode('as-usual')
  await settled(world)
})

const tasks = async (query = ''): Promise<Json[]> =>
  (await world.api('GET', `/v1/tasks${query}`)).body.data
const replay = (id: string) => world.api('POST', `/v1/tasks/${id}/replay`)
const task = async (id: string): Promise<Json> =>
  (await tasks('?state=all&limit=100')).find((each) => each.id === id)
const ended = (id: string) =>
  eventually(async () => {
    const found = await task(id)
    return ['done', 'dead'].includes(found.state) && found
  })
const problem = async (taskId: string, state = 'open'): Promise<Json> =>
  (await world.api('GET', `/v1/alerts?state=${state}`)).body.data.find(
    ({ details }: Json) => details.task_id === taskId,
  )

const sendApproval = async ({ id, gatewayId }: OpenOrder): Promise<void> => {
  await send(world, eventOf(await paymentAtGateway(world, gatewayId), 'approved'))
  await merchant.readWhen(id, ({ order }) => order.status === 'paid')
}

const paidByEvent = async (): Promise<OpenOrder> => {
  const order = await merchant.open()
  await world.pay(order.checkoutUrl)
  await sendApproval(order)
  return order
}

/** As if the store had refused the notification for good. */
const giveUp = async (waiting: Json): Promise<void> => {
  const { ctx } = world.puente
  const now = ctx.clock.now()
  const dead = await ctx.db.query
    .updateTable('tasks')
    .set({ state: 'dead', ended_at: now })
    .where('id', '=', taskIdOf(waiting.id) ?? 0n)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { onFailure: meaning } = notifyStorefrontKind
  await reportDeadTask(ctx.db.query, { task: dead, meaning, lastError: 'HTTP 503', now })
}

const alertClosed = (taskId: string) =>
  eventually(async () => {
    if (!(await problem(taskId))) return true
    await pass(world, 30)
    return false
  })

const KEY_REFUSED = { kind: 'answer', status: 401 } as const

const deadPoll = async () => {
  const order = await merchant.open()
  await world.pay(order.checkoutUrl)
  proxy.always(KEY_REFUSED)
  await pass(world, 5 * 60 + 1)
  const [dead] = await eventually(async () => {
    const found = await tasks(`?order_id=${order.id}`)
    return found.length > 0 && found
  })
  proxy.always(undefined)
  return { order, dead }
}

describe('a dead task', () => {
  it('a dead task is listed with its whole history, and opens an alert with its meaning', async () => {
    const { order, dead } = await deadPoll()
    expect(dead).toMatchObject({
      kind: 'ask-gateway',
      state: 'dead',
      needs: 'gateway',
      order_id: order.id,
      tries: 1,
      last_error: 'gateway: unauthorized',
      failures: [{ try: 1, remedy: 'ask-a-person', detail: 'gateway: unauthorized' }],
      earlier_failures: 0,
      replay_of: null,
      replayed_by: null,
    })
    expect(await problem(dead.id)).toMatchObject({
      kind: 'task_given_up',
      order_id: order.id,
      details: { task: 'ask-gateway', meaning: expect.stringContaining('pasarela') },
    })
    expect(await tasks(`?order_id=${order.id}&kind=notify-storefront`)).toEqual([])
    expect(await tasks('?order_id=unheard-of')).toEqual([])
  })

  it('a replay of a dead task pays the order, notifies the store and closes the alert', async () => {
    const { order, dead } = await deadPoll()
    const { status, body } = await replay(dead.id)
    expect([status, body.replay_of]).toEqual([201, dead.id])
    expect(await ended(body.id)).toMatchObject({ state: 'done', tries: 1 })
    expect((await merchant.read(order.id)).order.status).toBe('paid')
    await world.shop.waitFor(({ order: { id } }) => id === order.id)
    expect(await problem(dead.id)).toBeUndefined()
    expect((await problem(dead.id, 'closed')).closed_at).not.toBeNull()
    expect((await task(dead.id)).replayed_by).toEqual({ id: body.id, state: 'done' })
  })

  it('the alert of a dead poll closes by itself once an event paid the order', async () => {
    const { order, dead } = await deadPoll()
    await sendApproval(order)
    await alertClosed(dead.id)
    expect(await task(dead.id)).toMatchObject({ state: 'done', replayed_by: null })
    expect((await replay(dead.id)).body.code).toBe('task_not_dead')
    const entries = await merchant.timeline(order.id)
    expect(entries.map(({ kind }: Json) => kind)).toContain('problem_closed')
  })

  it('the alert of a dead poll of an unpaid order stays open', async () => {
    const { dead } = await deadPoll()
    await pass(world, 60)
    await settled(world)
    expect((await problem(dead.id)).closed_at).toBeNull()
    await ended((await replay(dead.id)).body.id)
  })

  it('the alert of a dead notification closes once the store hears of the order another way', async () => {
    world.shop.setMode('refuses')
    const { id } = await paidByEvent()
    const [waiting] = await eventually(async () => {
      const found = await tasks(`?state=ready&kind=notify-storefront&order_id=${id}`)
      return found[0]?.tries > 0 && found
    })
    await giveUp(waiting)
    await pass(world, 60)
    expect(await problem(waiting.id)).toMatchObject({ kind: 'task_given_up' })
    world.shop.setMode('as-usual')
    const { ctx } = world.puente
    const store = await findStore(ctx.db.query, TEST_STORE)
    if (!store) throw new Error('no store')
    await notifyOrderAgain(ctx, store, { orderExternalId: id, occasion: 'by hand' })
    await world.shop.waitFor(({ order }) => order.id === id)
    await alertClosed(waiting.id)
    expect(await task(waiting.id)).toMatchObject({ state: 'done', replayed_by: null })
  })

  it('a dead task whose replay dies too keeps its alert, or opens it again', async () => {
    const { dead } = await deadPoll()
    proxy.always(KEY_REFUSED)
    const first = (await replay(dead.id)).body
    expect(await ended(first.id)).toMatchObject({ state: 'dead' })
    const open = await problem(dead.id)
    await world.api('POST', `/v1/alerts/${open.id}/close`)
    const second = (await replay(first.id)).body
    expect(second.replay_of).toBe(dead.id)
    expect(await ended(second.id)).toMatchObject({ state: 'dead' })
    expect((await problem(dead.id)).id).not.toBe(open.id)
    proxy.always(undefined)
    const third = (await replay(dead.id)).body
    expect(await ended(third.id)).toMatchObject({ state: 'done' })
    expect(await problem(dead.id)).toBeUndefined()
  })

  it('a dead task has one replay at a time, however many requests come', async () => {
    const { dead } = await deadPoll()
    proxy.always({ kind: 'slow', ms: 300 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => replay(dead.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    await ended(answers[0]?.body.id)
  })

  it('a replay is refused with the reason: unknown, of another store, not dead, done since', async () => {
    for (const id of ['tsk_999999', 'tsk_x', 'x']) expect((await replay(id)).status).toBe(404)
    const { dead } = await deadPoll()
    const apiKey = await connectTestStore(world.puente, { id: 'ajena', notifyUrl: null })
    const foreign = { authorization: `Bearer ${apiKey}` }
    const path = `/v1/tasks/${dead.id}/replay`
    expect((await world.api('POST', path, undefined, foreign)).status).toBe(404)
    expect((await world.api('GET', '/v1/tasks?state=all', undefined, foreign)).body.data).toEqual(
      [],
    )

    const { body } = await replay(dead.id)
    await ended(body.id)
    expect((await replay(dead.id)).body.code).toBe('task_done_by_replay')
    const [done] = await tasks('?state=done&kind=notify-storefront&limit=1')
    expect((await replay(done.id)).body).toMatchObject({ status: 409, code: 'task_not_dead' })
  })

  it('a bulk replay covers the dead tasks of its kind and time, and no others', async () => {
    const { dead: before } = await deadPoll()
    await pass(world, 60)
    const since = world.puente.ctx.clock.now().toISOString()
    const dead = [await deadPoll(), await deadPoll()]
    const many = (filter: Json) => world.api('POST', '/v1/tasks/replay', filter)
    expect((await many({ kind: 'end-time-to-pay' })).body).toEqual({ replayed: 0, more: false })
    expect((await many({ kind: 'no-such-kind' })).status).toBe(422)
    const filter = { kind: 'ask-gateway', died_after: since }
    const died = (await tasks('?kind=ask-gateway&limit=100')).filter(
      ({ ended_at, replayed_by }) => ended_at >= since && !replayed_by,
    )
    expect(died.map(({ id }) => id)).toEqual(
      expect.arrayContaining(dead.map((each) => each.dead.id)),
    )
    expect((await many(filter)).body).toEqual({ replayed: died.length, more: false })
    for (const { order } of dead)
      await merchant.readWhen(order.id, (now) => now.order.status === 'paid')
    expect((await many(filter)).body).toEqual({ replayed: 0, more: false })
    expect((await task(before.id)).replayed_by).toBeNull()
    expect((await many({ died_before: since })).body.replayed).toBeGreaterThan(0)
  })

  it('a bulk replay without a filter is refused', async () => {
    const { dead } = await deadPoll()
    for (const filter of [undefined, {}]) {
      const { status, body } = await world.api('POST', '/v1/tasks/replay', filter)
      expect({ status, errors: body.errors }).toMatchObject({
        status: 422,
        errors: [{ path: 'kind' }],
      })
    }
    expect((await task(dead.id)).replayed_by).toBeNull()
  })

  it('a bulk replay filters a dead task by the time of its last death, that of a failed replay included', async () => {
    const { dead, order } = await deadPoll()
    await pass(world, 60)
    const since = world.puente.ctx.clock.now().toISOString()
    const many = () => world.api('POST', '/v1/tasks/replay', { died_after: since })
    expect((await many()).body.replayed).toBe(0)
    proxy.always(KEY_REFUSED)
    await ended((await replay(dead.id)).body.id)
    proxy.always(undefined)
    expect((await many()).body).toEqual({ replayed: 1, more: false })
    await merchant.readWhen(order.id, (now) => now.order.status === 'paid')
  })

  it('concurrent bulk replays replay each dead task once', async () => {
    const dead = [await deadPoll(), await deadPoll(), await deadPoll()]
    const ids = dead.map((each) => each.dead.id)
    proxy.always({ kind: 'slow', ms: 300 })
    const many = () => world.api('POST', '/v1/tasks/replay', { kind: 'ask-gateway' })
    const answers = await Promise.all(Array.from({ length: 12 }, many))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const replays = (await tasks('?state=all&limit=100')).filter(({ replay_of }) =>
      ids.includes(replay_of),
    )
    expect(replays.map(({ replay_of }) => replay_of).toSorted()).toEqual(ids.toSorted())
  })

  it('a task with many failed attempts shows the last 50 and counts the earlier ones', async () => {
    const { dead } = await deadPoll()
    await world.puente.ctx.db.query
      .insertInto('task_failures')
      .columns(['task_id', 'try', 'at', 'retry', 'detail'])
      .expression(
        sql`SELECT ${BigInt(dead.id.slice(4))}::bigint, n, now(), 'retry', 'failure ' || n
          FROM generate_series(2, 60) n`,
      )
      .execute()
    const { failures, earlier_failures } = await task(dead.id)
    expect([failures.length, earlier_failures]).toEqual([50, 10])
    expect([failures[0].try, failures.at(-1).try]).toEqual([11, 60])
  })

  it('the list of tasks is paginated', async () => {
    const all = await tasks('?state=all&limit=3')
    const first = await world.api('GET', '/v1/tasks?state=all&limit=1')
    const cursor = first.body.next_cursor
    const second = await world.api('GET', `/v1/tasks?state=all&limit=1&cursor=${cursor}`)
    expect([first.body.data[0].id, second.body.data[0].id]).toEqual([all[0].id, all[1].id])
    expect((await world.api('GET', '/v1/tasks?cursor=x')).status).toBe(422)
  })
})

describe('an event that this version cannot read', () => {
  it('an unreadable event is kept, and a replay applies it once it can be read', async () => {
    const { id, gatewayId } = await merchant.open()
    const payment = await paymentAtGateway(world, gatewayId)
    const good = eventOf(payment, 'approved')
    await send(world, JSON.stringify({ ...JSON.parse(good), data: { id: 'not a number' } }))
    const [dead] = await eventually(async () => {
      const found = await tasks('?kind=apply-gateway-event')
      return found.length > 0 && found
    })
    expect(dead.last_error).toContain('unreadable event')
    // Simulates an upgrade that can parse it.
    await world.puente.ctx.db.query
      .updateTable('inbox')
      .set({ body: Buffer.from(good) })
      .where('message_id', '=', JSON.parse(good).id)
      .execute()
    const { body } = await replay(dead.id)
    await ended(body.id)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    expect(await problem(dead.id)).toBeUndefined()
  })
})

describe('npm run tasks', () => {
  const run = commandOf('tasks', () => settingsOf(world))
  const tasksCli = async (...args: string[]): Promise<string> => {
    const { stdout, stderr, hasFailed } = await run(...args)
    return hasFailed ? stderr : stdout
  }

  it('the command lists the dead tasks of all stores and replays them', async () => {
    const { dead, order } = await deadPoll()
    const listed = await tasksCli('list', '--kind', 'ask-gateway', '--store', 'tienda')
    expect(listed).toContain(`${dead.id}\tdead\ttienda\task-gateway\t1 tries`)
    expect(listed).toContain('gateway: unauthorized')
    expect(await tasksCli('replay', dead.id)).toContain(`Replaying ${dead.id} as tsk_`)
    await merchant.readWhen(order.id, (now) => now.order.status === 'paid')
    expect(await tasksCli('replay', dead.id)).toContain(`already replayed ${dead.id} successfully`)
    expect(await tasksCli('replay', 'tsk_999999')).toContain('There is no task')
    expect(await tasksCli('replay', '--kind', 'end-time-to-pay')).toContain('0 dead tasks')
  })

  it('the command replays everything only with --yes, after it has shown what that is', async () => {
    const { dead, order } = await deadPoll()
    const refused = await run('replay')
    expect(refused.exitCode).toBe(1)
    expect(refused.stderr).toMatch(/ask-gateway +tienda +20\d\d-/)
    expect(refused.stderr).toContain('--yes')
    expect((await task(dead.id)).replayed_by).toBeNull()
    const replayed = await run('replay', '--yes')
    expect(replayed.exitCode).toBe(0)
    expect(replayed.stdout).toMatch(/^Replaying \d+ dead tasks?\.$/m)
    await merchant.readWhen(order.id, (now) => now.order.status === 'paid')
    await settled(world)
    expect((await task(dead.id)).replayed_by).toMatchObject({ state: 'done' })
  })
})
