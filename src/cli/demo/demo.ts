import { randomBytes } from 'node:crypto'
import { readSettings } from '../../../config/settings.ts'
import { UserError } from '../../platform/failure.ts'
import { freePort } from '../../platform/http-server.ts'
import { createLog } from '../../platform/log.ts'
import { reachDatabase } from '../../platform/postgres/local-database.ts'
import { type Program, runProgram } from '../../platform/program.ts'
import { reachRedis } from '../../platform/reach-redis.ts'
import { startPuente } from '../../puente.ts'
import { connectDemoStore, DEMO_STORE } from '../demo-store.ts'
import { startSandboxProcess } from '../sandbox-process.ts'
import { merchantApi } from './merchant-api.ts'
import { sandboxGateway } from './sandbox-gateway.ts'
import { playScenario } from './scenario.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { printedSteps, StepFailed } from './steps.ts'
import { toldShop } from './told-shop.ts'

/**
 * `npm run demo`: the main job without a browser, over real HTTP, against the sandbox gateway in a
 * process of its own. Everything is started for it on free ports and removed afterwards.
 */
const demo = async ({ onEnd }: Program): Promise<'ended'> => {
  const given = readSettings()
  if (given.NODE_ENV === 'production') {
    throw new UserError(
      'NODE_ENV: the demo does not run in production; it makes a shop and a gateway of its own.',
    )
  }
  if (given.DATABASE_URL) await reachDatabase(given.DATABASE_URL)
  if (given.REDIS_URL) await reachRedis(given.REDIS_URL)
  const log = createLog({ level: 'error', service: 'demo' })
  const startedAt = performance.now()
  const step = printedSteps(console.log)
  try {
    const scene = await step('everything started', async () => {
      const scratch = await openScratchDatabase(given.DATABASE_URL, log)
      onEnd(scratch.remove)
      const port = await freePort()
      const url = `http://localhost:${port}`
      const settings = {
        ...given,
        PORT: port,
        DATA_DIR: scratch.dataDir,
        ROLES: ['web', 'worker'] as const,
      }

      const sandbox = await startSandboxProcess({
        SANDBOX_PORT: String(await freePort()),
        SANDBOX_PUBLIC_URL: '',
        SANDBOX_DATABASE_URL: scratch.url,
        SANDBOX_WEBHOOK_URL: `${url}/webhooks/gateway/${DEMO_STORE}`,
        LOG_LEVEL: 'error',
      })
      onEnd(sandbox.stop)
      const puente = await startPuente({
        settings: { ...settings, ROLES: [...settings.ROLES] },
        databaseUrl: scratch.url,
        log,
        gatewayBaseUrl: `${sandbox.url}/v1`,
        gatewayEmbedBaseUrl: `${sandbox.url}/embed/v1`,
        publicUrl: url,
      })
      onEnd(puente.close)
      const notifySecret = `whsec_${randomBytes(24).toString('base64')}`
      const shop = await toldShop(notifySecret)
      onEnd(shop.close)
      await connectDemoStore(puente, { settings: given, notifyUrl: shop.url, notifySecret })
      return {
        api: merchantApi(url, given.DEMO_API_KEY),
        gateway: sandboxGateway(sandbox.url, {
          secretKey: given.SANDBOX_SECRET_KEY,
          publishableKey: given.SANDBOX_PUBLISHABLE_KEY,
        }),
        shop,
      }
    })
    await playScenario({ ...scene, step, chapter: (title) => console.log(`\n${title}`) })
  } catch (error) {
    throw error instanceof StepFailed ? new UserError(`\nThe demo failed: ${error.message}`) : error
  }
  console.log(`\nAll of it works (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`)
  return 'ended'
}

await runProgram(demo)
