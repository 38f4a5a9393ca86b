import type { RequestListener } from 'node:http'
import type { Settings } from '../../config/settings.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import type { Log } from '../../src/runtime/log/log.ts'
import { openDatabase } from '../../src/runtime/postgres/database.ts'
import { prepareSchema } from '../../src/runtime/schema.ts'
import { challengeRoutes } from './authentication/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Sandbox } from './context.ts'
import { controlRoutes } from './control/routes.ts'
import { lockDatabase } from './database/database-lock.ts'
import { SCHEMA, sandboxSchema } from './database/schema.ts'
import { openSigningKey } from './database/state.ts'
import type { Tables } from './database/tables.ts'
import { faultyRoutes } from './faults/faulty-routes.ts'
import { openFaults } from './faults/open-faults.ts'
import { createListener } from './http/listener.ts'
import { createRouter } from './http/router.ts'
import { openJournal } from './journal/journal.ts'
import { leftoversOf } from './leftovers.ts'
import { merchantOf } from './merchant.ts'
import { openProfile } from './open-profile.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { homeRoutes } from './pages/home.ts'
import { challengeSweep } from './payments/challenge/sweep-challenges.ts'
import { expirySweep } from './payments/sweep-expiry.ts'
import { portalRoutes } from './portal/routes.ts'
import { receiptRoutes } from './receipts/receipt-page.ts'
import { sdkRoutes } from './sdk/routes.ts'
import { openSandboxClock } from './time/sandbox-clock.ts'
import { startScheduler } from './time/scheduler.ts'
import { travelTo } from './time/travel.ts'
import { routeNotFound } from './v1/answers.ts'
import { v1Routes } from './v1/routes.ts'
import { startDeliveries } from './webhooks/deliveries.ts'
import { registerSettingsEndpoint } from './webhooks/endpoints.ts'

export interface RunningSandbox {
  /** Without a trailing slash; `{base_url}` is `url` + `/v1`. */
  url: string
  port: number
  leftovers: string[]
  close(): Promise<void>
}

const MAX_CONNECTIONS = 16

/** Timeout of a statement or connection; long, as there is no second database to fail over to. */
const DATABASE_PATIENCE_MS = 60_000

/** Timeout for slow receivers while the clock moves. */
const RECEIVER_PATIENCE_MS = 1_000

/** One sandbox per database. `port` overrides `SANDBOX_PORT`; 0 picks a free one. */
export const startSandbox = async ({
  settings,
  databaseUrl,
  log,
  port = settings.SANDBOX_PORT,
}: {
  settings: Settings
  databaseUrl: string
  log: Log
  port?: number
}): Promise<RunningSandbox> => {
  const database = openDatabase<Tables>({
    url: databaseUrl,
    schema: SCHEMA,
    applicationName: 'sandbox',
    maxConnections: MAX_CONNECTIONS,
    statementMs: DATABASE_PATIENCE_MS,
    connectMs: DATABASE_PATIENCE_MS,
    log,
  })
  let listener: RequestListener = (_, response) => response.writeHead(503).end()
  const soleUse = await lockDatabase(databaseUrl).catch(async (error) => {
    await database.close()
    throw error
  })
  const open = async () => {
    await prepareSchema(database.query, { schema: SCHEMA, parts: [sandboxSchema] })
    await registerSettingsEndpoint(database, settings)
    const clock = await openSandboxClock(database)
    const journal = await openJournal(database, log)
    const profile = await openProfile(database, settings.SANDBOX_MERCHANT_NAME)
    const faults = await openFaults(database)
    const signingKey = await openSigningKey(database)
    const leftovers = leftoversOf({
      offsetMs: clock.offsetMs(),
      profile: profile.current(),
      usualProfile: profile.usual,
      faults: await faults.read(),
    })
    // Last, because a step that failed afterwards would leave the port open.
    const server = await serve((request, response) => listener(request, response), {
      host: settings.LISTEN_HOST,
      port,
    }).catch(async (error) => {
      await journal.close()
      throw error
    })
    return { clock, journal, profile, faults, signingKey, leftovers, server }
  }
  const { clock, journal, profile, faults, signingKey, leftovers, server } = await open().catch(
    async (error) => {
      await database.close()
      await soleUse.release()
      throw error
    },
  )
  const publicUrl = settings.SANDBOX_PUBLIC_URL ?? `http://localhost:${server.port}`

  const sandbox: Sandbox = {
    database,
    clock,
    get profile() {
      return profile.current()
    },
    faults,
    publicUrl,
    signingKey,
    wake: () => scheduler.wake(),
    log,
  }
  const deliveries = startDeliveries({ sandbox, journal })
  const scheduler = startScheduler({
    clock,
    work: [expirySweep(sandbox), challengeSweep(sandbox), deliveries],
    log,
  })

  const merchant = merchantOf(settings)
  const closed = new AbortController()
  const routes = [
    ...faultyRoutes(v1Routes(sandbox, merchant), { faults, closed: closed.signal }),
    ...checkoutRoutes(sandbox),
    ...openapiRoutes(publicUrl),
    ...sdkRoutes({ sandbox, merchant, settings }),
    ...challengeRoutes(sandbox),
    ...receiptRoutes(sandbox),
    ...portalRoutes({ sandbox, settings }),
    ...homeRoutes(sandbox),
    ...controlRoutes({
      sandbox,
      profile,
      journal,
      settings,
      travelTo: (instant) =>
        travelTo(instant, {
          clock,
          scheduler,
          settled: () => deliveries.settled(RECEIVER_PATIENCE_MS),
        }),
    }),
  ]
  const router = createRouter(routes, routeNotFound)
  listener = createListener({ router, journal, merchant, clock, log })

  return {
    url: publicUrl,
    port: server.port,
    leftovers,
    close: async () => {
      await server.close()
      closed.abort()
      await scheduler.close()
      await deliveries.close()
      await journal.close()
      await database.close()
      await soleUse.release()
    },
  }
}
