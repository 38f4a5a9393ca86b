import assert from 'node:assert/strict'
import { z } from 'zod'
import { controlClient, typedCard } from '../../sandbox/gateway/control/client.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import type { Program } from '../../src/runtime/process/program.ts'
import { eventually } from '../support/eventually.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { answers, type Container, runOnce, startContainer } from './containers.ts'
import type { Engine } from './engine.ts'
import { GATEWAY_SECRETS, type Plan, planInstallation } from './installation.ts'

const STORE = 'myshop'
const APPROVED_CARD = '4111111111111111'
const ORDER = { id: 'A-1', amount: '125.50', currency: 'HNL' }

const opened = z.object({ payment: z.object({ checkout_url: z.url() }) })
const read = z.object({ order: z.object({ status: z.string() }) })

interface Given {
  engine: Engine
  image: string
  /** As in the image's configuration. */
  healthCheck: readonly string[]
  say(text: string): void
}

interface Installation {
  sandbox: Container
  web: Container
  worker: Container
}

/** Starts the image as sandbox, web and worker on a new database, pays an order, and stops them. */
export const payAnOrder = async (program: Program, given: Given): Promise<void> => {
  const { say } = given
  const plan = await planInstallation(program, STORE)
  await migrate(plan, given)
  say('puente migrate creates the tables, as any user, without a writable file or a privilege')
  const installation = await start(program, { plan, given })
  say('web and worker are ready, alive and healthy')
  const { shop, apiKey, notifySecret } = await connectShop(program, installation.web)
  await pay(plan, { shop, apiKey })
  say('a customer pays an order at the sandbox, and the shop gets its signed notification')
  for (const container of Object.values(installation))
    assert.equal(await container.stop(), 0, `${container.name}\n${await container.log()}`)
  say('each container exits with 0 after SIGTERM')
  await checkLogs(installation, [...plan.secrets, apiKey, notifySecret])
  say('no log has a secret')
}

const migrate = async (plan: Plan, { engine, image }: Given): Promise<void> => {
  for (const more of [[], ['--check']]) {
    const command = ['puente', 'migrate', ...more]
    const { code, stdout, stderr } = await runOnce(engine, { image, settings: plan.web, command })
    assert.equal(code, 0, stdout + stderr)
  }
}

const start = async (
  program: Program,
  { plan, given }: { plan: Plan; given: Given },
): Promise<Installation> => {
  const { engine, image } = given
  const open = (role: 'sandbox' | 'web' | 'worker', command: readonly string[] = []) => {
    const name = `puente-${role}-${process.pid}`
    const settings = plan[role]
    return program.open(
      () => startContainer(engine, { image, name, settings, command }),
      ({ remove }) => remove(),
    )
  }
  const sandbox = await open('sandbox', ['node', 'sandbox/gateway/main.ts'])
  const [web, worker] = [await open('web'), await open('worker')]
  await answers(sandbox, `${plan.gateway}/v1/me`, 401)
  // Without the first word, which says how the engine starts it.
  const healthCheck = given.healthCheck.slice(1)
  for (const [container, { PRIVATE_PORT }] of [
    [web, plan.web],
    [worker, plan.worker],
  ] as const) {
    for (const path of ['/readyz', '/livez', '/health'])
      await answers(container, `http://127.0.0.1:${PRIVATE_PORT}${path}`)
    const { code, stderr } = await container.exec(healthCheck)
    assert.equal(code, 0, stderr)
  }
  return { sandbox, web, worker }
}

const connectShop = async (
  program: Program,
  web: Container,
): Promise<{ shop: Shop; apiKey: string; notifySecret: string }> => {
  const port = await freePort()
  const added = await web.exec(
    [
      ...['puente', 'stores', 'add', '--id', STORE, '--secret-key', '-', '--webhook-secret', '-'],
      ...['--publishable-key', 'pk_test_sandbox', '--notify-url', `http://127.0.0.1:${port}`],
    ],
    `${GATEWAY_SECRETS.join('\n')}\n`,
  )
  assert.equal(added.code, 0, added.stdout + added.stderr)
  const credential = (label: string): string =>
    new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(added.stdout)?.[1] ?? assert.fail(added.stdout)
  const notifySecret = credential('Notify secret')
  const shop = await program.open(
    () => startShop(notifySecret, port),
    ({ close }) => close(),
  )
  return { shop, apiKey: credential('API key'), notifySecret }
}

const pay = async (plan: Plan, { shop, apiKey }: { shop: Shop; apiKey: string }) => {
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
  const { payment } = opened.parse(await call('/v1/checkouts', { order: ORDER }))
  await controlClient(plan.gateway, { key: plan.controlKey }).pay({
    checkout_url: payment.checkout_url,
    card: typedCard(APPROVED_CARD),
  })
  const path = `/v1/orders/${ORDER.id}`
  await eventually(async () => read.parse(await call(path)).order.status === 'paid')
  await shop.waitFor(({ type, order }) => type === 'order.paid' && order.id === ORDER.id)
}

const checkLogs = async (installation: Installation, secrets: readonly string[]) => {
  for (const container of Object.values(installation)) {
    const log = await container.log()
    assert.ok(log.includes('\n'), `${container.name} has no log`)
    // The sandbox shows its public test keys.
    const isSandbox = container === installation.sandbox
    const shown = secrets.filter(
      (secret) => log.includes(secret) && !(isSandbox && GATEWAY_SECRETS.includes(secret)),
    )
    assert.deepEqual(shown, [], `the log of ${container.name} has a secret`)
  }
}
