import assert from 'node:assert/strict'
import { z } from 'zod'
import { controlClient, typedCard } from '../../sandbox/gateway/control/client.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import type { Program } from '../../src/runtime/process/program.ts'
import { eventually } from '../support/eventually.ts'
import { startShop } from '../support/shop.ts'
import { answers, runOnce, startContainer } from './containers.ts'
import type { Engine } from './engine.ts'
import { GATEWAY_SECRETS, planSettings, startDatabases } from './installation.ts'

const STORE = 'myshop'
const APPROVED_CARD = '4111111111111111'

const opened = z.object({ payment: z.object({ checkout_url: z.url() }) })
const order = z.object({ order: z.object({ status: z.string() }) })

/** Starts the image as sandbox, web and worker on a new database, pays an order, and stops them. */
export const payAnOrder = async (
  program: Program,
  given: { engine: Engine; image: string; healthCheck: readonly string[]; say(t: string): void },
): Promise<void> => {
  const { engine, image, healthCheck, say } = given
  const plan = await planSettings(await startDatabases(program), STORE)

  const migrate = (...more: readonly string[]) =>
    runOnce(engine, { image, settings: plan.web, command: ['puente', 'migrate', ...more] })
  for (const more of [[], ['--check']]) {
    const { code, stdout, stderr } = await migrate(...more)
    assert.equal(code, 0, stdout + stderr)
  }
  say('puente migrate creates the tables, as any user, without a writable file or privilege')

  const start = (name: string, settings: Record<string, string>, command?: readonly string[]) =>
    program.open(
      () =>
        startContainer(engine, {
          image,
          name: `puente-${name}-${process.pid}`,
          settings,
          ...(command && { command }),
        }),
      ({ remove }) => remove(),
    )
  const sandbox = await start('sandbox', plan.sandbox, ['node', 'sandbox/gateway/main.ts'])
  const web = await start('web', plan.web)
  const worker = await start('worker', plan.worker)
  await answers(sandbox, `${plan.gateway}/v1/me`, 401)
  for (const [container, { PRIVATE_PORT }] of [
    [web, plan.web],
    [worker, plan.worker],
  ] as const)
    for (const path of ['/readyz', '/livez', '/health'])
      await answers(container, `http://127.0.0.1:${PRIVATE_PORT}${path}`)
  const [, ...check] = healthCheck
  for (const container of [web, worker]) {
    const { code, stderr } = await container.exec(check)
    assert.equal(code, 0, stderr)
  }
  say('web and worker are ready, alive and healthy')

  const shopPort = await freePort()
  const added = await web.exec(
    [
      ...['puente', 'stores', 'add', '--id', STORE, '--secret-key', '-', '--webhook-secret', '-'],
      ...['--publishable-key', 'pk_test_sandbox'],
      ...['--notify-url', `http://127.0.0.1:${shopPort}`],
    ],
    `${GATEWAY_SECRETS.join('\n')}\n`,
  )
  assert.equal(added.code, 0, added.stdout + added.stderr)
  const credential = (label: string): string =>
    new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(added.stdout)?.[1] ?? assert.fail(added.stdout)
  const apiKey = credential('API key')
  const notifySecret = credential('Notify secret')
  const shop = await program.open(
    () => startShop(notifySecret, shopPort),
    ({ close }) => close(),
  )

  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${plan.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const id = 'A-1'
  const { payment } = opened.parse(
    await call('/v1/checkouts', { order: { id, amount: '125.50', currency: 'HNL' } }),
  )
  await controlClient(plan.gateway, { key: plan.controlKey }).pay({
    checkout_url: payment.checkout_url,
    card: typedCard(APPROVED_CARD),
  })
  await eventually(async () => order.parse(await call(`/v1/orders/${id}`)).order.status === 'paid')
  await shop.waitFor(({ type, order }) => type === 'order.paid' && order.id === id)
  say('a customer pays an order at the sandbox, and the shop gets its signed notification')

  for (const container of [web, worker, sandbox])
    assert.equal(await container.stop(), 0, `${container.name}\n${await container.log()}`)
  say('each container exits with 0 after SIGTERM')

  const secrets = [...plan.secrets, apiKey, notifySecret]
  for (const container of [web, worker, sandbox]) {
    const log = await container.log()
    assert.ok(log.includes('\n'), `${container.name} has no log`)
    const shown = secrets.filter((secret) => log.includes(secret))
    assert.deepEqual(shown, [], `the log of ${container.name} has a secret`)
  }
  say('no log has a secret')
}
