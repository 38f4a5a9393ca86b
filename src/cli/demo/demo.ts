import { randomBytes } from 'node:crypto'
import { readSettings } from '../../../config/settings.ts'
import { startPuente } from '../../puente.ts'
import { UserError } from '../../runtime/failure.ts'
import { createLog } from '../../runtime/log/log.ts'
import { freePort } from '../../runtime/net/free-port.ts'
import { connectDatabase } from '../../runtime/postgres/connect-database.ts'
import { openRedis } from '../../runtime/redis/open-redis.ts'
import { connectDemoStore, DEMO_STORE } from '../servers/demo-store.ts'
import { startSandboxProcess } from '../servers/sandbox-process.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { authentication } from './chapters/authentication.ts'
import { declinedAndRetried, expiredLink, paidOrder } from './chapters/getting-paid.ts'
import { paidTwice } from './chapters/paid-twice.ts'
import { fullRefund, partialRefund, portalRefund } from './chapters/refund.ts'
import { declinedSavedCard, savedCardChapter } from './chapters/saved-card.ts'
import { merchantApi } from './merchant-api.ts'
import { startNotifiedStore } from './notified-store.ts'
import { sandboxGateway } from './sandbox-gateway.ts'
import type { Chapter } from './scene.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { printedSteps, StepFailed } from './steps.ts'

/**
 * Plays the main flows over HTTP against a sandbox gateway in its own process, on free ports.
 * Cleans up.
 */
export const demo = async ({ open, ending, platforms }: CommandProgram): Promise<'ended'> => {
  const given = readSettings(process.env, '.env', platforms)
  if (given.NODE_ENV === 'production') {
    throw new UserError(
      'NODE_ENV: the demo does not run in production, because it starts its own shop and gateway.',
    )
  }
  if (given.DATABASE_URL) await connectDatabase(given.DATABASE_URL)
  if (given.REDIS_URL) await openRedis(given.REDIS_URL)
  const log = createLog({ level: 'error', service: 'demo' })
  const startedAt = performance.now()
  const print = (line: string) => {
    // Failures during shutdown are expected.
    if (!ending.aborted) console.log(line)
  }
  const step = printedSteps(print)
  try {
    const scene = await step('everything started', async () => {
      const scratch = await open(
        () => openScratchDatabase(given.DATABASE_URL, log),
        ({ remove }) => remove(),
      )
      const port = await freePort()
      const url = `http://localhost:${port}`
      const sandboxPort = await freePort()
      const sandbox = await open(
        () =>
          startSandboxProcess({
            SANDBOX_PORT: String(sandboxPort),
            SANDBOX_PUBLIC_URL: '',
            SANDBOX_DATABASE_URL: scratch.url,
            SANDBOX_WEBHOOK_URL: `${url}/webhooks/gateway/${DEMO_STORE}`,
            LOG_LEVEL: 'error',
          }),
        ({ stop }) => stop(),
      )
      const puente = await open(
        () =>
          startPuente({
            settings: { ...given, PORT: port, DATA_DIR: scratch.dataDir, ROLES: ['web', 'worker'] },
            platforms,
            databaseUrl: scratch.url,
            log,
            gatewayBaseUrl: `${sandbox.url}/v1`,
            gatewayEmbedBaseUrl: `${sandbox.url}/embed/v1`,
            publicUrl: url,
          }),
        ({ close }) => close(),
      )
      const notifySecret = `whsec_${randomBytes(24).toString('base64')}`
      const shop = await open(
        () => startNotifiedStore(notifySecret),
        ({ close }) => close(),
      )
      await connectDemoStore(puente, { settings: given, notifyUrl: shop.url, notifySecret })
      return {
        api: merchantApi(url, given.DEMO_API_KEY),
        gateway: sandboxGateway(sandbox.url, {
          secretKey: given.SANDBOX_SECRET_KEY,
          publishableKey: given.SANDBOX_PUBLISHABLE_KEY,
        }),
        store: shop,
      }
    })
    for (const { title, play } of CHAPTERS) {
      print(`\n${title}`)
      await play({ ...scene, step })
    }
  } catch (error) {
    throw error instanceof StepFailed ? new UserError(`\nThe demo failed: ${error.message}`) : error
  }
  console.log(`\nEvery step passed (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`)
  return 'ended'
}

/** The last chapter moves the gateway's clock. */
const CHAPTERS: readonly Chapter[] = [
  paidOrder,
  declinedAndRetried,
  authentication,
  savedCardChapter,
  declinedSavedCard,
  fullRefund,
  partialRefund,
  portalRefund,
  paidTwice,
  expiredLink,
]
