import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { PLUGIN } from '../../../../adapters/woocommerce/build/plugin-zip.ts'
import { freePort } from '../../../../src/runtime/net/free-port.ts'
import { eventually } from '../../../support/eventually.ts'
import type { Storage } from '../options.ts'
import { type Children, openChildren } from './children.ts'
import { startDatabase } from './database.ts'
import { copyShopFiles, PHP_FOLDER, type ShopSources } from './shop-files.ts'
import { openTlsFront } from './tls-front.ts'

const ANSWER_MS = 120_000
const QUEUE_EVERY_MS = 2_000
/** The shop calls itself while it answers, so one worker would wait for itself. */
const WORKERS = '6'
const MEMORY = ['-d', 'memory_limit=512M']
const PHP = [...MEMORY, '-d', 'display_errors=stderr']

export interface ShopToStart extends ShopSources {
  storage: Storage
  /** Folder for what the shop writes about itself; it outlives the shop. */
  logs: string
}

export interface StartedShop {
  /** Environment of the tests of real shops. */
  variables: Record<string, string>
  children: Children
  /** Throws if the shop keeps its orders elsewhere than asked. */
  checkStorage(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a shop in Honduras on free ports of loopback, in a folder of its own. Passes how to stop
 * it to `onStart` before it starts anything, so that a signal can stop a half-started shop.
 */
export const startShop = async (
  shop: ShopToStart,
  onStart: (stop: () => Promise<void>) => void,
): Promise<StartedShop> => {
  const home = mkdtempSync(join(tmpdir(), 'puente-shop-'))
  const children = openChildren(home)
  const closers: (() => void | Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  const stopNow = async () => {
    for (const close of closers.toReversed()) await close()
    await children.stop()
    rmSync(home, { recursive: true, force: true })
  }
  const stop = () => {
    stopped ??= stopNow()
    return stopped
  }
  onStart(stop)
  try {
    const started = await startIn(home, { shop, children, closers })
    return { ...started, children, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Starting {
  shop: ShopToStart
  children: Children
  closers: (() => void | Promise<void>)[]
}

const startIn = async (
  home: string,
  { shop, children, closers }: Starting,
): Promise<Pick<StartedShop, 'variables' | 'checkStorage'>> => {
  const { logs, storage, subscriptions } = shop
  const [www, port, httpsPort] = [join(home, 'www'), await freePort(), await freePort()]
  const [url, httpsUrl] = [`http://127.0.0.1:${port}`, `https://127.0.0.1:${httpsPort}`]
  const secrets = {
    key: `ck_${randomBytes(20).toString('hex')}`,
    secret: `cs_${randomBytes(20).toString('hex')}`,
    admin_password: randomBytes(9).toString('hex'),
    customer_password: randomBytes(9).toString('hex'),
  }
  mkdirSync(logs, { recursive: true })
  copyShopFiles(www, shop)
  const socket = await startDatabase(children, { home, logs })
  const seed = randomBytes(16).toString('hex')
  const settings = { socket, url, https_url: httpsUrl, log: logs, seed }
  writeFileSync(join(home, 'shop.json'), JSON.stringify(settings))

  const php = (script: string, ...args: string[]) =>
    children.run('php', [...PHP, join(PHP_FOLDER, script), www, ...args])
  await php('install.php', secrets.admin_password)
  const plugins = ['woocommerce/woocommerce.php', `${PLUGIN}/${PLUGIN}.php`]
  if (subscriptions) {
    const name = basename(subscriptions)
    plugins.splice(1, 0, `${name}/${name}.php`)
  }
  await php('activate.php', ...plugins)
  const configured = await php('configure.php', JSON.stringify({ ...secrets, storage }))
  const products = productsSchema.parse(JSON.parse(configured.split('\n').at(-1) ?? ''))
  const checkStorage = async () => {
    const found = await php('order-storage.php')
    if (found !== storage) throw new Error(`The shop keeps its orders in ${found}, not ${storage}.`)
  }
  await checkStorage()

  children.start(
    'php',
    [
      ...MEMORY,
      ...['-d', 'max_execution_time=120', '-d', 'display_errors=0', '-d', 'log_errors=1'],
      ...['-d', `error_log=${join(logs, 'php-errors.log')}`],
      // Tests add plugins while the shop runs.
      ...['-d', 'opcache.enable_cli=1', '-d', 'opcache.revalidate_freq=0'],
      ...['-S', `127.0.0.1:${port}`, '-t', www, join(PHP_FOLDER, 'router.php')],
    ],
    {
      log: join(logs, 'php-server.log'),
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', PHP_CLI_SERVER_WORKERS: WORKERS },
    },
  )
  closers.push(await openTlsFront(children, { home, port: httpsPort, shopPort: port }))
  closers.push(startQueueWorker(() => php('run-queue.php'), join(logs, 'queue.log')))
  await eventually(() => answers(url), ANSWER_MS)

  const variables = {
    WOO_URL: url,
    WOO_HTTPS_URL: httpsUrl,
    WOO_KEY: secrets.key,
    WOO_SECRET: secrets.secret,
    WOO_ADMIN: 'admin',
    WOO_ADMIN_PASS: secrets.admin_password,
    WOO_CUSTOMER: 'customer',
    WOO_CUSTOMER_PASS: secrets.customer_password,
    WOO_PRODUCT_ID: String(products.product),
    WOO_VIRTUAL_ID: String(products.virtual),
    WOO_VARIABLE_ID: String(products.variable),
    WOO_VARIATION_ID: String(products.variation),
    WOO_STORAGE: storage,
    WOO_SUBSCRIPTIONS: subscriptions ? 'yes' : 'no',
    WOO_PHP: writeRunner(home, www),
    WOO_WWW: www,
    WOO_HOME: home,
    WOO_LOGS: logs,
  }
  return { variables, checkStorage }
}

/** Writes the command of `WOO_PHP`, which runs its argument as PHP inside the shop. */
const writeRunner = (home: string, www: string): string => {
  const runner = join(home, 'run-php')
  const words = ['php', ...PHP, join(PHP_FOLDER, 'run-code.php'), www]
  const quoted = words.map((word) => `'${word}'`).join(' ')
  writeFileSync(runner, `#!/bin/sh\nexec ${quoted} "$1"\n`, { mode: 0o755 })
  return runner
}

const productsSchema = z.object({
  product: z.number(),
  virtual: z.number(),
  variable: z.number(),
  variation: z.number(),
})

const answers = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/wp-json/wc/v3`).catch(() => undefined)
  return answer?.status === 200
}

/** Runs what is due every other second, as a crontab would. Returns how to end it. */
const startQueueWorker = (runQueue: () => Promise<string>, log: string) => {
  const end = new AbortController()
  const work = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await runQueue().then(
        (output) => output && writeFileSync(log, output, { flag: 'a' }),
        (error) => writeFileSync(log, `${error}\n`, { flag: 'a' }),
      )
      await sleep(QUEUE_EVERY_MS, undefined, { signal: end.signal }).catch(() => {})
    }
  }
  const working = work()
  return async () => {
    end.abort()
    await working
  }
}
