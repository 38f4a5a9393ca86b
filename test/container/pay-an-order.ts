import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { controlClient, typedCard } from '../../sandbox/gateway/control/client.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { startEmbeddedPostgres } from '../../src/runtime/postgres/embedded-postgres.ts'
import type { Program } from '../../src/runtime/process/program.ts'
import { eventually } from '../support/eventually.ts'
import { startShop } from '../support/shop.ts'
import { answers, runOnce, startContainer } from './containers.ts'
import type { Engine } from './engine.ts'

const STORE = 'myshop'
const APPROVED_CARD = '4111111111111111'
const GATEWAY_SECRETS = ['sk_test_sandbox', 'whsec_test_sandbox']

const opened = z.object({ payment: z.object({ checkout_url: z.url() }) })
const order = z.object({ order: z.object({ status: z.string() }) })

const startDatabases = async ({ open }: Program) => {
  const server = await open(
    () =>
      startEmbeddedPostgres({
        dataDir: mkdtempSync(join(tmpdir(), 'puente-image-')),
        log: createLog({ level: 'warn', service: 'test' }),
        isTemporary: true,
      }),
    ({ stop }) => stop(),
  )
  return {
    puente: await server.databaseUrl('puente'),
    sandbox: await server.databaseUrl('sandbox'),
  }
}

const planSettings = async ({ puente, sandbox }: { puente: string; sandbox: string }) => {
  const [port, gatewayPort, webPrivatePort, workerPrivatePort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const url = `http://127.0.0.1:${port}`
  const gateway = `http://127.0.0.1:${gatewayPort}`
  const controlKey = randomBytes(16).toString('hex')
  const sealingKey = randomBytes(32).toString('base64')
  const shared = {
    LISTEN_HOST: '127.0.0.1',
    DATABASE_URL: puente,
    SEALING_KEYS: `main:${sealingKey}`,
    PUBLIC_URL: url,
    GATEWAY_BASE_URL: `${gateway}/v1`,
    GATEWAY_EMBED_BASE_URL: `${gateway}/embed/v1`,
    GATEWAY_SDK_URL: `${gateway}/sdk/v1/connect.js`,
    GATEWAY_PORTAL_URL: `${gateway}/portal`,
    STORE_NETWORKS: '127.0.0.0/8',
  }
  return {
    url,
    gateway,
    controlKey,
    secrets: [sealingKey, controlKey, new URL(puente).password, ...GATEWAY_SECRETS],
    web: { ...shared, ROLES: 'web', PORT: `${port}`, PRIVATE_PORT: `${webPrivatePort}` },
    worker: { ...shared, ROLES: 'worker', PRIVATE_PORT: `${workerPrivatePort}` },
    sandbox: {
      // The sandbox refuses to start in production, which the image presets.
      NODE_ENV: 'development',
      LISTEN_HOST: '127.0.0.1',
      SANDBOX_PORT: `${gatewayPort}`,
      SANDBOX_DATABASE_URL: sandbox,
      SANDBOX_PUBLIC_URL: gateway,
      SANDBOX_CONTROL_KEY: controlKey,
      SANDBOX_WEBHOOK_URL: `${url}/webhooks/gateway/${STORE}`,
    },
  }
}

/** Starts the image as sandbox, web and worker on a new database, pays an order, and stops them. */
export const payAnOrder = async (
  program: Program,
  given: { engine: Engine; image: string; healthCheck: readonly string[]; say(t: string): void },
): Promise<void> => {
  const { engine, image, healthCheck, say } = given
  const plan = await planSettings(await startDatabases(program))

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
