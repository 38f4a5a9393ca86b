import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { addMs, DAY } from '../../src/runtime/clock.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { deadPolls } from '../browser/dashboard/failing-work.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { settingsOf } from '../support/command.ts'
import { eventually } from '../support/eventually.ts'
import { holdRefundsAbove } from '../support/held-refunds.ts'
import { startListening } from '../support/listening.ts'
import { HOUR_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { PASSWORD, signedInPerson } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useGateway, useWorldBehindProxy } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'
import { blocksIn, blocksOf } from './code-blocks.ts'
import { NOT_RUN_HERE } from './not-run-here.ts'
import { openShellSession, type ShellSession } from './shell-session.ts'
import { commandsIn, statementsIn } from './shell-words.ts'

const { world, proxy } = useWorldBehindProxy()
const gateway = useGateway()

/** Inside the repository, whose packages the shop of docs/own-shop.md imports. */
let folder: string
let session: ShellSession
let shopPort: number
const ending: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.document-shell-'))
  shopPort = await freePort()
  session = openShellSession({
    folder,
    settings: {
      ...settingsOf(world),
      PUENTE_URL: world.url,
      PUENTE_API_KEY: world.apiKey,
      SANDBOX_PORT: new URL(world.sandbox.url).port,
    },
  })
})
afterAll(async () => {
  for (const end of ending) await end()
  rmSync(folder, { recursive: true, force: true })
})

const reasonOf = (statement: string): string | undefined =>
  NOT_RUN_HERE.find(([pattern]) => pattern.test(statement))?.[1]

/** Addresses and the key of `npm start`, as this world has them. */
const localized = (statement: string, sandboxUrl: string): string =>
  statement
    .replaceAll(/http:\/\/localhost:4010/g, sandboxUrl)
    .replaceAll('localhost:3000', new URL(world.url).host)
    .replaceAll('https://puente.example', world.url)
    .replaceAll('localhost:8080', `localhost:${shopPort}`)
    .replaceAll('puente_test_demo', world.apiKey)

const latest = (pattern: RegExp): string => {
  const found = pattern.exec(session.printed())
  if (!found) throw new Error(`Nothing printed so far matches ${pattern}`)
  return found[1] ?? found[0]
}

interface Page {
  document: string
  /** Makes what the page's samples name. */
  prepare?: () => Promise<void>
  /** Puts real values in the place of ids and placeholders. */
  fill?: (statement: string) => string | Promise<string>
  /** Runs what stays open, for statements with this part. */
  instead?: Readonly<Record<string, (statement: string) => Promise<void>>>
  /** Documented refusals: part of a statement, and the answer that it then gets. */
  refusals?: Readonly<Record<string, string>>
  sandboxUrl?: () => string
}

/** Returns what is wrong with the samples of a page, run in their order. */
const failuresOf = async ({
  document,
  prepare,
  fill = (statement) => statement,
  instead = {},
  refusals = {},
  sandboxUrl = () => world.sandbox.url,
}: Page): Promise<string[]> => {
  await prepare?.()
  const failures: string[] = []
  const blocks = blocksOf(document).filter(({ language }) => language === 'sh')
  for (const { at, text } of blocks) {
    for (const statement of statementsIn(text)) {
      const [, other] = Object.entries(instead).find(([part]) => statement.includes(part)) ?? []
      if (other) {
        await other(localized(statement, sandboxUrl()))
        continue
      }
      if (reasonOf(statement) !== undefined) continue
      const filled = localized(await fill(statement), sandboxUrl())
      const { isFine, printed } = await session.run(filled)
      const [, refused] = Object.entries(refusals).find(([part]) => statement.includes(part)) ?? []
      if (isFine || (refused && printed.includes(refused))) continue
      failures.push(`${at}: ${filled}: ${printed.trim()}`)
    }
  }
  return failures
}

/** Starts the shop of docs/own-shop.md. */
const startShop = async (settings: Record<string, string>): Promise<void> => {
  const [program] = blocksOf('docs/own-shop.md').filter(({ language }) => language === 'js')
  writeFileSync(
    join(folder, 'shop.mjs'),
    (program?.text ?? '')
      .replaceAll('http://localhost:3000', world.url)
      .replaceAll('8080', String(shopPort)),
  )
  const shop = spawn(process.execPath, ['shop.mjs'], {
    cwd: folder,
    env: childEnvironment(settings),
    stdio: 'ignore',
  })
  ending.push(async () => {
    if (shop.exitCode !== null) return
    shop.kill()
    await once(shop, 'exit')
  })
  await eventually(() =>
    fetch(`http://localhost:${shopPort}/`).then(
      () => true,
      () => false,
    ),
  )
}

const ofStore = () => merchantOf(world, { prefix: 'DOC' })

/** An id of the document, by its prefix. */
const idOf = (prefix: string) => new RegExp(`${prefix}_(?:01[0-9a-z]{24}|12)\\b`)

/** The connected store of docs/own-shop.md. */
let myshop = ''
const ofMyshop = () => merchantOf(world, { apiKey: myshop, prefix: 'SHOP' })

const ownShop: Page = {
  document: 'docs/own-shop.md',
  instead: {
    'node shop.mjs': async () => {
      myshop = latest(/API key\s+(\S+)/)
      await startShop({
        PUENTE_API_KEY: myshop,
        PUENTE_NOTIFY_SECRET: latest(/Notify secret\s+(\S+)/),
      })
    },
    'bin/puente listen': async (statement) => {
      const [{ words } = { words: [] }] = commandsIn(statement)
      const { firstLine, stop } = await startListening(words.slice(2), {
        PUENTE_API_KEY: myshop,
        XDG_CONFIG_HOME: folder,
      })
      expect(firstLine).toMatchObject({ store: 'myshop', skip: ['order.updated'] })
      expect(firstLine.notify_secret).toMatch(/^whsec_/)
      expect(await stop()).toBe(0)
    },
  },
  fill: async (statement) => {
    if (statement.includes('/refunds/R-')) {
      const status = statement.includes('R-1') ? 'paid' : 'partially_refunded'
      await ofMyshop().readWhen('A-1', ({ order }) => order.status === status)
    }
    return statement.replace('puente_test_…', myshop)
  },
  // Its page says that a notification that Puente did not sign gets 400.
  refusals: { 'localhost:8080/puente -d': '400 Bad Request' },
}

/** A refund without an answer: the portal made one of the same amount. */
const doubtfulRefund = async (): Promise<string> => {
  const { id, transactionId } = await ofStore().paid()
  const { refund } = (await ofStore().refundInFull(id, { amount: '10.00' })).body
  await world.control('/sandbox/settle', {})
  await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: '10.00' })
  await pass(world, HOUR_SECONDS)
  await settled(world)
  return String(refund.id)
}

const waitingRefund = async (): Promise<string> => {
  const { id } = await ofStore().paid()
  const { refund } = (await ofStore().refundInFull(id, { amount: '10.00' })).body
  await settled(world)
  return String(refund.id)
}

/** A refund that waits for a second person. */
const heldRefund = async (): Promise<string> => {
  const { id } = await ofStore().paid()
  return String((await ofStore().refundInFull(id, { amount: '60.00' })).body.refund.id)
}

const refunds = { waiting: '', doubtful: ['', ''], held: ['', ''] }
let paidAtMyshop = ''
const commandLine: Page = {
  document: 'docs/command-line.md',
  prepare: async () => {
    refunds.doubtful = [await doubtfulRefund(), await doubtfulRefund()]
    paidAtMyshop = (await ofMyshop().paid()).id
    await world.control('/sandbox/settle', {})
    await ofMyshop().paid({ number: '1001' })
    refunds.waiting = await waitingRefund()
    const limit = { store: TEST_STORE, minor: 50_00n }
    const endLimit = await holdRefundsAbove(world.puente.ctx, limit)
    refunds.held = [await heldRefund(), await heldRefund()]
    await endLimit()
  },
  fill: (statement) => {
    if (statement.includes('refunds try')) return statement.replace(idOf('ref'), refunds.waiting)
    if (statement.includes('refunds resolve')) {
      return statement.replace(idOf('ref'), refunds.doubtful.pop() ?? '')
    }
    if (/refunds (?:approve|reject)/.test(statement)) {
      const decided = statement.replace(idOf('ref'), refunds.held.pop() ?? '')
      return statement.includes('approve') ? `${decided} --yes` : decided
    }
    return statement.startsWith("bin/puente refund '#1001'")
      ? `${statement} --yes`
      : statement.replace('refund A-1', `refund ${paidAtMyshop}`)
  },
}

let refundable = ''
const operatorApi: Page = {
  document: 'docs/reference-operations.md',
  prepare: async () => {
    await signedInPerson(world, { email: 'ana@example.com' })
    const { id } = await ofStore().paid()
    const found = await world.puente.ctx.db.query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', id)
      .executeTakeFirstOrThrow()
    refundable = found.id
  },
  fill: (statement) => statement.replace('"…"', `"${PASSWORD}"`).replace(idOf('ord'), refundable),
}

/** The key that an earlier sample created; its output leaves the id out. */
const keyNamed = async (name: string): Promise<string> => {
  const keys = world.puente.ctx.db.query.selectFrom('api_keys').select('id')
  return (await keys.where('name', '=', name).executeTakeFirst())?.id ?? ''
}

/** The endpoint that an earlier sample added; its output leaves the id out. */
const endpointAdded = async (): Promise<string> => {
  const endpoints = world.puente.ctx.db.query.selectFrom('notification_endpoints').select('id')
  return (await endpoints.orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.id ?? ''
}

const dayAgo = (): string => addMs(world.puente.ctx.clock.now(), -DAY).toISOString()

const tasks = { dead: [''], waiting: '', notification: '' }
const operations: Page = {
  document: 'docs/operations.md',
  prepare: async () => {
    await deadPolls({ world, proxy, merchant: ofStore() }, 3)
    const list = async (path: string): Promise<Json[]> => (await world.api('GET', path)).body.data
    tasks.dead = (await list('/v1/tasks?kind=ask-gateway')).map(({ id }) => String(id))
    await waitingRefund()
    const ready: Json[] = await list('/v1/tasks?state=ready')
    tasks.waiting = ready.find(({ waiting_for }) => waiting_for === 'settlement')?.id ?? ''
    tasks.notification = (await list('/v1/notifications?state=told'))[0]?.id ?? ''
  },
  fill: async (statement) => {
    const key = await keyNamed(statement.includes('revoke') ? 'counter' : 'tills')
    const endpoint = statement.includes('--endpoint') ? await endpointAdded() : ''
    const task = () => {
      if (statement.includes('/notifications/')) return tasks.notification
      return statement.includes('replay') ? (tasks.dead.pop() ?? '') : tasks.waiting
    }
    return (
      statement
        .replace(idOf('tsk'), task)
        .replace(idOf('key'), key)
        .replace(idOf('ep'), endpoint)
        .replace('--store SHOP', `--store ${TEST_STORE}`)
        .replace('--webhook-secret NEW', '--webhook-secret whsec_another_secret')
        // At most 30 days ahead of the world's clock, which differs from the real one.
        .replace(/2030-02-01T\S+/, addMs(world.puente.ctx.clock.now(), DAY).toISOString())
        // At most 30 days back.
        .replace(/--from 2030-01-31T\S+/, () => `--from ${dayAgo()}`)
        .replace(
          /^npm run (?:tasks -- replay|stores -- (?:remove|endpoints replay) .*)$/,
          '$& --yes',
        )
    )
  },
  refusals: {
    '/circuits/gateway/try': 'nothing_waits',
    // Its page says that money in flight prevents it.
    'stores -- remove': 'Payments are in progress',
    // The receiver of the sample does not exist.
    'endpoints test': 'did not accept a test notification',
  },
}

const MEMBERS = {
  changed: 'luis@example.com',
  removed: 'eva@example.com',
  /** An organization must keep an owner. */
  kept: 'marta@example.com',
}
const people: Page = {
  document: 'docs/people.md',
  prepare: async () => {
    for (const email of Object.values(MEMBERS)) await signedInPerson(world, { email })
  },
  fill: (statement) => {
    const isAsked = /users (remove|reset-second-factor)/.test(statement)
    const asked = isAsked ? `${statement} --yes` : statement
    const member = statement.includes('users remove') ? MEMBERS.removed : MEMBERS.changed
    return asked
      .replace('--email EMAIL', '--email invited@example.com')
      .replace('EMAIL', member)
      .replace('--store SHOP', `--store ${TEST_STORE}`)
  },
}

const runbooks: Page = {
  document: 'docs/runbooks.md',
  prepare: async () => void (await session.run(`KEY=${world.apiKey}`)),
}

const privacy: Page = {
  document: 'docs/privacy.md',
  prepare: async () => {
    const apiKey = await connectTestStore(world.puente, { id: 'privada', notifyUrl: null })
    const ofPrivada = merchantOf(world, { apiKey, prefix: 'PRIV' })
    await ofPrivada.open({ customer: { name: 'Ana', email: 'ana@example.com' } })
    await settled(world, StoreId.parse('privada'))
    await session.run(`KEY='authorization: Bearer ${world.apiKey}'`)
  },
  fill: (statement) =>
    statement
      .replaceAll('myshop', 'privada')
      .replace(/^bin\/puente (?:privacy (?:erase|repeat)|stores remove)\b.*$/, '$& --yes')
      .replace(/stores remove .*$/, '$& --force'),
}

let toRefund = ''
const refundGuide: Page = {
  document: 'docs/guides/refunds.md',
  prepare: async () => {
    toRefund = (await ofStore().paid()).id
    await world.control('/sandbox/settle', {})
  },
  fill: (statement) => statement.replaceAll('G-3', toRefund),
}

const TRANSACTION = /"transaction_id":\s*"([\w-]+)"/

/** The customer's payment, which the sample does not void. */
const firstTransaction = (): string => {
  const all = [...session.printed().matchAll(new RegExp(TRANSACTION, 'g'))]
  return all.at(-1)?.[1] ?? ''
}

const sandbox: Page = {
  document: 'docs/sandbox.md',
  sandboxUrl: () => gateway.sandbox.url,
  fill: (statement) =>
    statement
      .replace('pm_…', () => latest(/pm_\w+/))
      .replace('tok_…', () => latest(/tok_\w+/))
      .replace('{transaction_id}', () =>
        /\/(?:refund|receipt)/.test(statement) ? firstTransaction() : latest(TRANSACTION),
      ),
}

const accounting: Page = {
  document: 'docs/accounting.md',
  fill: (statement) => statement.replaceAll('myshop', TEST_STORE),
}

/** In this order: later pages use the store and the orders of earlier ones. */
const PAGES: readonly Page[] = [
  sandbox,
  ownShop,
  commandLine,
  operatorApi,
  operations,
  people,
  runbooks,
  privacy,
  refundGuide,
  accounting,
  { document: 'docs/guides/checkout.md' },
  { document: 'docs/guides/payment-links.md' },
  { document: 'docs/guides/payment-requests.md' },
  { document: 'docs/guides/testing.md' },
  { document: 'docs/try-it.md' },
  // They need nothing prepared; most of their samples are not run here.
  ...['README.md', 'docs/connecting-woocommerce.md', 'docs/performance.md', 'docs/reliability.md'],
  ...['docs/read-schema.md', 'docs/shopify.md', 'docs/woocommerce.md', 'packages/node/README.md'],
  ...['packages/php/README.md', 'packages/simulator/README.md', 'packages/local/README.md'],
  ...['packages/create-shop/README.md', 'packages/create-adapter/README.md', 'examples/README.md'],
  ...[
    'packages/browser/README.md',
    'packages/vendure/README.md',
    'docs/vendure.md',
    'packages/medusa/README.md',
    'docs/medusa.md',
    'docs/guides/deploy.md',
  ],
].map((page) => (typeof page === 'string' ? { document: page } : page))

/** A page starts up to thirty commands. */
const PAGE_MS = 900_000

describe('the shell samples of documents', () => {
  it.each(PAGES.map((page) => [page.document, page] as const))(
    'the samples of %s run in their order, but for those that need another system',
    async (_, page) => {
      expect(await failuresOf(page)).toEqual([])
    },
    PAGE_MS,
  )

  it('every page with shell samples is run', () => {
    const documents = blocksIn('sh').map(({ at }) => at.split(':')[0])
    expect(new Set(PAGES.map(({ document }) => document))).toEqual(new Set(documents))
  })

  it('every reason not to run a sample still has its sample', () => {
    const statements = blocksIn('sh').flatMap(({ text }) => statementsIn(text))
    const unused = NOT_RUN_HERE.filter(([pattern]) => !statements.some((one) => pattern.test(one)))
    expect(unused.map(([, reason]) => reason)).toEqual([])
  })
})
