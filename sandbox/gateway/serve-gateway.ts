import type { RequestListener } from 'node:http'
import type { Settings } from '../../config/settings.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import type { Log } from '../../src/runtime/log/log.ts'
import { challengeRoutes } from './authentication/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Sandbox } from './context.ts'
import { controlRoutes } from './control/routes.ts'
import type { SandboxDatabase } from './database/sandbox-database.ts'
import { openSigningKey } from './database/state.ts'
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

/** Timeout for slow receivers while the clock moves. */
const RECEIVER_PATIENCE_MS = 1_000

/** Serves one sandbox from a database that has its tables; `close` leaves the database open. */
export const serveGateway = async ({
  settings,
  database,
  log,
  port,
}: {
  settings: Settings
  database: SandboxDatabase
  log: Log
  /** 0 picks a free one. */
  port: number
}): Promise<RunningSandbox> => {
  let listener: RequestListener = (_, response) => response.writeHead(503).end()
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
    },
  }
}
