import { randomBytes } from 'node:crypto'
import {
  configuredAddresses,
  gatewayBaseUrl,
  gatewaySdkUrl,
  isLocalAddress,
  isLocalGateway,
  publicUrl,
} from '../../../config/addresses.ts'
import { readSettings, type Settings } from '../../../config/settings.ts'
import { tracingSettings } from '../../../config/tracing-settings.ts'
import { demoShop } from '../../../sandbox/shop/shop.ts'
import { inviteFirstOwner, MAIN_ORGANIZATION } from '../../people/members/invite.ts'
import { makeSignInLink } from '../../people/sign-in/links.ts'
import { startPuente } from '../../puente.ts'
import { systemClock } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'
import { PUENTE, SANDBOX_GATEWAY } from '../../runtime/http/known-services.ts'
import { createLog } from '../../runtime/log/log.ts'
import { requireFreePorts } from '../../runtime/net/require-free-ports.ts'
import { openLocalDatabase } from '../../runtime/postgres/local-database.ts'
import { openRedis } from '../../runtime/redis/open-redis.ts'
import { openTracing } from '../../runtime/tracing/open-tracing.ts'
import { demoData } from '../demo-data/demo-data.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { connectDemoStore, DEMO_STORE, DEMO_STORE_NAME } from './demo-store.ts'
import { makeDashboard, makeSite } from './make-pages.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { welcome } from './welcome.ts'

/** Runs `npm start`: everything on this machine. */
export const start = async ({ open, fail, platforms }: CommandProgram): Promise<'running'> => {
  const settings = readSettings(process.env, '.env', platforms)
  await requireFreePortsFor(settings)
  const log = createLog({ level: settings.LOG_LEVEL, service: 'puente' })
  const tracing = await open(
    () => openTracing({ ...tracingSettings(settings), log }),
    async (opened) => opened?.close(),
  )
  if (settings.REDIS_URL) await openRedis(settings.REDIS_URL)
  const dashboardMade = makeDashboard(console.log)
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url: databaseUrl, directUrl, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const url = publicUrl(settings)
  // For local processes: sandbox and demo shop.
  const localUrl = `http://localhost:${settings.PORT}`
  const webhookUrl = `${localUrl}/webhooks/gateway/${DEMO_STORE}`
  const withDemo = settings.DEMO_SHOP ?? isDevelopment(settings)
  const sandbox = settings.GATEWAY_BASE_URL
    ? undefined
    : await open(
        () =>
          startSandboxProcess({
            SANDBOX_WEBHOOK_URL: settings.SANDBOX_WEBHOOK_URL ?? webhookUrl,
            ...(withDemo && !settings.SANDBOX_MERCHANT_NAME
              ? { SANDBOX_MERCHANT_NAME: DEMO_STORE_NAME }
              : {}),
          }),
        ({ stop }) => stop(),
      )
  sandbox?.onUnexpectedExit(() => fail(new UserError('The sandbox gateway stopped.')))

  const notifySecret = `whsec_${randomBytes(24).toString('base64')}`
  const apiKey = settings.DEMO_API_KEY
  const openPuente = () =>
    startPuente({
      settings,
      platforms,
      databaseUrl: database.url,
      log,
      tracing,
      ...configuredAddresses(settings),
      prepare: withDemo
        ? (opened) =>
            connectDemoStore(opened, {
              settings,
              notifyUrl: `${localUrl}/shop/puente`,
              ordersUrl: `${localUrl}/shop/puente/orders`,
              notifySecret,
            })
        : undefined,
      demoData: (opened) =>
        demoData(opened, {
          settings,
          url: localUrl,
          sandboxUrl: gatewayBaseUrl(settings).replace(/\/v1$/, ''),
        }),
      demo: withDemo
        ? demoShop({
            puenteUrl: localUrl,
            apiKey,
            notifySecret,
            publicUrl: url,
            cardFields: cardFieldsOf(settings),
          })
        : undefined,
    })
  await dashboardMade
  const { ctx } = await open(openPuente, ({ close }) => close())
  const links = { query: ctx.db.query, ids: ctx.ids, publicUrl: url, now: systemClock.now() }
  const ownerLink = await inviteFirstOwner(links)
  const signInUrl =
    isDevelopment(settings) && isLocalAddress(url)
      ? await makeSignInLink(links, MAIN_ORGANIZATION)
      : undefined
  const ownerUrl = ownerLink?.url
  const exported = exportedSettings(process.env)
  console.log(
    welcome({ settings, url, localUrl, sandbox, withDemo, ownerUrl, signInUrl, exported }),
  )
  void makeSite(console.log, { isUrgent: false })
  return 'running'
}

/** Picks where other commands find this Puente, its sandbox and its database. */
const exportedSettings = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    ['PORT', 'SANDBOX_PORT', 'DATA_DIR'].flatMap((name) => {
      const value = env[name]
      return value ? [[name, value]] : []
    }),
  )

const requireFreePortsFor = (settings: Settings): Promise<void> => {
  const { PORT, PRIVATE_PORT = 0, SANDBOX_PORT, GATEWAY_BASE_URL } = settings
  const sandbox = { setting: 'SANDBOX_PORT', port: SANDBOX_PORT, service: SANDBOX_GATEWAY }
  return requireFreePorts(
    [
      { setting: 'PORT', port: PORT, service: PUENTE },
      { setting: 'PRIVATE_PORT', port: PRIVATE_PORT, service: PUENTE },
      ...(GATEWAY_BASE_URL ? [] : [sandbox]),
    ],
    {
      host: settings.LISTEN_HOST,
      command: 'npm start',
      moreSettings: `DATA_DIR=${settings.DATA_DIR}-2`,
    },
  )
}

/** The demo shop needs the SDK's URL for card fields. */
const cardFieldsOf = (settings: Settings) => {
  const sdkUrl = gatewaySdkUrl(settings)
  return sdkUrl ? { sdkUrl, publishableKey: settings.SANDBOX_PUBLISHABLE_KEY } : undefined
}

/** The demo shop's credentials are public: local sandbox only. */
const isDevelopment = (settings: Settings): boolean =>
  settings.NODE_ENV !== 'production' && isLocalGateway(gatewayBaseUrl(settings))
