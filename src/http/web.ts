import express, { type Router } from 'express'
import helmet from 'helmet'
import { readProbeFailure } from '../db/installation/probe-writes.ts'
import {
  type InboundMessage,
  type StoredCount,
  storeMessages,
} from '../db/notifications/store-messages.ts'
import { hasPeople } from '../db/people/people.ts'
import { openWebhookSecrets } from '../db/stores/replaced-secrets.ts'
import { findStore } from '../db/stores/stores.ts'
import { StoreId } from '../domain/ids.ts'
import type { Money } from '../domain/money.ts'
import { signingKeyOf } from '../gateway/webhook-signature.ts'
import { EVENT_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import type { TestClock } from '../payments/ports/test-clock.ts'
import type { InvitationMail } from '../people/members/invitation-mail.ts'
import { openPeople, SESSION_SECRET_PURPOSE } from '../people/members/people.ts'
import { type IssuerSettings, openIssuer } from '../people/single-sign-on/issuer.ts'
import { CLOCK_SKEW_MS, systemClock } from '../runtime/clock.ts'
import { isDataException } from '../runtime/error-code.ts'
import { capsFor } from '../runtime/http/caps.ts'
import { type RunningServer, serve } from '../runtime/http/http-server.ts'
import { PERMISSIONS_POLICY } from '../runtime/http/page/permissions-policy.ts'
import { answerErrors, problemPagesAt } from '../runtime/http/problem.ts'
import { REQUEST_ID_HEADER, requestIdOf } from '../runtime/http/request-id.ts'
import { withLogFields } from '../runtime/log/log-fields.ts'
import { createTally, type RunningTally } from '../runtime/log/tally.ts'
import { within } from '../runtime/queue/within.ts'
import type { SecretSealer } from '../runtime/secrets/sealed-secrets.ts'
import { readVersion } from '../runtime/version.ts'
import { type ChangeStreams, openChangeStreams } from './api/changes/streams.ts'
import { merchantRouter } from './api/merchant/router.ts'
import { merchantRoutesWith } from './api/merchant/routes.ts'
import { operatorRouter } from './api/operator/router.ts'
import { operatorRoutes } from './api/operator/routes.ts'
import type { SecondFactorRefunds } from './api/route.ts'
import type { TestAlerts } from './api/stores/alert-tests-port.ts'
import type { DemoData } from './api/stores/demo-data-port.ts'
import { brandRoutes } from './brand/routes.ts'
import { type ContentReports, createContentReports } from './content-reports/collect-reports.ts'
import { ERROR_PAGES, errorPages } from './documents/error-pages.ts'
import { documentation, documentationNotBuilt } from './documents/site.ts'
import { legacyReportRedirects } from './former-reports.ts'
import { createFrontDoor } from './front-door/front-door.ts'
import { createBatchWriter } from './gateway-webhooks/batch-writer.ts'
import { createDeliveryCounts, type DeliveryCounts } from './gateway-webhooks/delivery-counts.ts'
import { createIntake, GATEWAY_WEBHOOK_PATH } from './gateway-webhooks/intake.ts'
import { createSecretRecognition } from './gateway-webhooks/recognise-secret.ts'
import type { IntakeWatch } from './gateway-webhooks/watch-intake.ts'
import { cacheSecrets } from './gateway-webhooks/webhook-secrets.ts'
import { type Probes, probeRoutes } from './health.ts'
import { linkPages } from './link-pages/routes.ts'
import type { Metrics } from './metrics.ts'
import { dashboardPages } from './pages/dashboard.ts'
import { operatorPages } from './pages/operator-pages.ts'
import { answerPathWithNul, answerUnknownPathOf } from './pages/unknown-address.ts'
import { payPages } from './pay-pages/routes.ts'
import { authRoutes } from './people/auth-routes.ts'
import { forgedRequest } from './people/own-origin.ts'
import { secondFactorPage } from './people/second-factor-page.ts'
import { signInLinkRoute, signInPages } from './people/sign-in-pages.ts'
import { singleSignOnPages } from './people/single-sign-on-pages.ts'
import { welcomePages } from './people/welcome-pages.ts'
import type { Inbox, OpenedPlatform, PlatformWeb } from './platform-routes.ts'
import { createCountCallers } from './rate-limits/count-callers.ts'
import { createRateLimits, type RequestsPerMinute } from './rate-limits/rate-limits.ts'
import { requestsOf } from './requests/acting.ts'
import { countPlatformWebhooks, logRequests, platformOfWebhook } from './requests/request-log.ts'
import { createRequestRecords, type RequestRecords } from './requests/request-records.ts'
import { traceRequests } from './requests/trace-requests.ts'
import { testClockRoutes } from './test-clock.ts'

export interface WebOptions {
  host: string
  port: number
  drainMs: number
  idleMs?: number | undefined
  metrics: Metrics
  probes: Probes
  intakeWatch: IntakeWatch
  /** Metrics and OpenAPI documents have their own port. */
  hasPrivatePort: boolean
  sealer: SecretSealer
  /** Extends HSTS to subdomains of `PUBLIC_URL`. */
  hstsSubdomains: boolean
  /** Refunds from these amounts on require a fresh sign-in. */
  largeRefunds: readonly Money[]
  secondFactorRefunds: SecondFactorRefunds
  singleSignOn: IssuerSettings | undefined
  /** Reverse proxies that may name the caller. */
  trustedProxies: readonly string[]
  requestsPerMinute: RequestsPerMinute
  /** Timeout of the inbox write, then 503. */
  storedWithinMs: number
  webhookToleranceSeconds: number
  webhookMaxBytes: number
  /** Never in production. */
  testClock?: TestClock | undefined
  portalUrl: string | undefined
  hasSignInLinks: boolean
  demoData?: DemoData | undefined
  platforms: readonly OpenedPlatform[]
  connecting: Pick<PlatformWeb, 'connectCode' | 'gatewayOf'>
  mail: InvitationMail
  testAlerts: TestAlerts
  demo?: Router | undefined
}

/** Body limit of platform plugins, the largest besides events. */
const LARGEST_OTHER_BODY = 2_097_152

const COUNTS_PATIENCE_MS = 1_000

const INTAKE_BATCH = { maxRows: 200, maxWaiting: 5_000 }

/** Starts the web role: webhook intake in front of Express. */
export const startWeb = async (
  ctx: PaymentsContext,
  options: WebOptions,
): Promise<RunningServer> => {
  const { metrics, sealer, storedWithinMs } = options
  const tally = createTally(ctx.log)
  const counts = createDeliveryCounts(ctx)
  const inbox = openInbox(ctx, counts, options)
  const intake = createIntake(ctx, {
    secretsOf: cacheSecrets((storeId) =>
      within(storedWithinMs / 2, async () => {
        const store = await findStore(ctx.db.query, StoreId.parse(storeId))
        return store && openWebhookSecrets(sealer, store, ctx.clock.now()).map(signingKeyOf)
      }),
    ),
    recognise: createSecretRecognition(ctx, sealer),
    inbox,
    metrics,
    counts,
    toleranceSeconds: options.webhookToleranceSeconds,
    maxBytes: options.webhookMaxBytes,
    ...tally,
  })
  const changes = openChangeStreams(ctx)
  const records = createRequestRecords(ctx)
  const reports = createContentReports(ctx)
  const app = expressApp(ctx, options, { inbox, tally, changes, records, reports })
  const frontDoor = createFrontDoor({
    caps: capsFor(Math.max(options.webhookMaxBytes, LARGEST_OTHER_BODY)),
    trustedProxies: options.trustedProxies,
    metrics,
    tally: tally.tally,
  })
  const server = await serve(
    (request, response) => {
      const path = request.url ?? '/'
      const requestId = requestIdOf(request)
      response.setHeader(REQUEST_ID_HEADER, requestId)
      if (!frontDoor.admit(request, response)) return
      if (!path.startsWith(GATEWAY_WEBHOOK_PATH)) {
        return withLogFields({ request: requestId }, () => app(request, response))
      }
      const [storeId = ''] = path.slice(GATEWAY_WEBHOOK_PATH.length).split(/[/?]/, 1)
      intake(request, response, { storeId, requestId })
    },
    {
      host: options.host,
      port: options.port,
      door: frontDoor.of,
      headers: securityHeaders(ctx.publicUrl, options),
      drainMs: options.drainMs,
      idleMs: options.idleMs,
      isStopping: options.probes.isStopping,
    },
  )
  return {
    port: server.port,
    close: async () => {
      // First, because change streams last as long as anyone watches.
      await changes.close()
      await server.close()
      // Counts and records are best effort.
      await within(COUNTS_PATIENCE_MS, () =>
        Promise.all([counts.close(), records.close(), reports.close()]),
      ).catch(() => {})
      tally.close()
    },
  }
}

/** Shares a commit across senders. */
const openInbox = (
  ctx: PaymentsContext,
  counts: DeliveryCounts,
  { intakeWatch, storedWithinMs, webhookToleranceSeconds }: WebOptions,
): Inbox => {
  const signedForMs = webhookToleranceSeconds * 1_000 + CLOCK_SKEW_MS
  const storeAndCount = async (rows: readonly InboundMessage[]): Promise<void> => {
    const stored = await storeMessages(ctx.db.pool, rows, {
      signedForMs,
      limitMs: storedWithinMs,
    }).catch((error) => {
      if (readProbeFailure(error) === 'takes_no_writes') intakeWatch.failed()
      throw error
    })
    intakeWatch.stored()
    const fromGateway = rows.filter(({ source }) => source === 'gateway')
    if (fromGateway.length > 0) ctx.signals.send(EVENT_SIGNAL)
    if (fromGateway.length < rows.length) ctx.signals.send(WORK_SIGNAL)
    for (const [storeId, sent] of Map.groupBy(fromGateway, (row) => row.storeId)) {
      const isOfStore = (one: StoredCount) => one.storeId === storeId && one.source === 'gateway'
      const known = sent.length - (stored.find(isOfStore)?.count ?? 0)
      if (known > 0) counts.count(storeId, { result: 'repeated', count: known })
    }
  }
  const writer = createBatchWriter(storeAndCount, {
    ...INTAKE_BATCH,
    limitMs: storedWithinMs,
    isRowsFault: isDataException,
  })
  return { keep: writer.write }
}

const expressApp = (
  ctx: PaymentsContext,
  options: WebOptions,
  {
    inbox,
    tally,
    changes,
    records,
    reports,
  }: {
    inbox: Inbox
    tally: RunningTally
    changes: ChangeStreams
    records: RequestRecords
    reports: ContentReports
  },
) => {
  const app = express()
  app.disable('x-powered-by')
  const platforms = options.platforms.flatMap(({ adapter: { name }, openRoutes }) => {
    const { webhookMaxBytes } = options
    const opened = openRoutes?.(ctx, { inbox, webhookMaxBytes, ...options.connecting })
    return opened ? [{ name, ...opened }] : []
  })
  if (ctx.tracing) app.use(traceRequests(ctx.tracing, platforms))
  app.use(logRequests(ctx.log, tally.tally, platforms))
  app.use(countPlatformWebhooks(options.metrics, platforms))
  app.use(
    helmet({
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      // The server sets it on every answer.
      strictTransportSecurity: false,
    }),
  )
  const signedCalls = platforms.find((platform) => platform.signedCalls)?.signedCalls
  app.use(
    problemPagesAt(`${ctx.publicUrl}${ERROR_PAGES}`, {
      // Released plugins recognise Puente's answers by the former type.
      isFormer: ({ headers, path }) =>
        platforms.some(({ name }) => ['/v1', ''].some((at) => path.startsWith(`${at}/${name}/`))) ||
        (signedCalls?.isSigned(headers) ?? false),
    }),
  )
  app.use(answerPathWithNul)
  app.use(probeRoutes(options.probes))
  if (!options.hasPrivatePort) app.use(operatorPages(ctx, options.metrics, { isPublicPort: true }))
  const callers = createCountCallers(
    createRateLimits(options.requestsPerMinute, options.metrics),
    options,
  )
  // A lost webhook may be a lost payment. The APIs and the pay pages count by themselves.
  app.use(
    callers.addresses(
      ({ url, path }) =>
        /^\/(?:pay|l|v1|operator\/v1)\//.test(path) ||
        platformOfWebhook(platforms, url) !== undefined,
    ),
  )
  app.use(documentation())
  app.use(ERROR_PAGES, errorPages())
  app.use('/docs', documentationNotBuilt())
  const version = readVersion()
  // Customer and payment data must not be cached.
  app.use(['/v1', '/operator/v1'], (_request, response, next) => {
    response.set({ 'cache-control': 'no-store', 'puente-version': version })
    next()
  })
  const people = openPeople({
    query: ctx.db.query,
    secret: options.sealer.derive(SESSION_SECRET_PURPOSE),
    sealer: options.sealer,
    publicUrl: ctx.publicUrl,
    ids: ctx.ids,
    clock: systemClock,
    log: ctx.log,
    refusedActions: ctx.refusedActions,
  })
  const { singleSignOn } = options
  const issuer = singleSignOn && openIssuer(singleSignOn, ctx)
  if (issuer) app.use(singleSignOnPages(people, issuer))
  app.use('/auth', authRoutes(people, { demoData: options.demoData }))
  const connecting = { sealer: options.sealer, gatewayOf: options.connecting.gatewayOf }
  app.use(
    operatorRouter(ctx, {
      signedIn: {
        personOf: people.personOf,
        forgeryOf: (request) => forgedRequest(request, ctx.publicUrl),
      },
      connecting,
      changes,
      portalUrl: options.portalUrl,
      demoData: options.demoData,
      mail: options.mail,
      testAlerts: options.testAlerts,
      largeRefunds: options.largeRefunds,
      secondFactorRefunds: options.secondFactorRefunds,
      callers,
    }),
  )
  app.use(
    signInPages(people, {
      hasPeople: () => hasPeople(ctx.db.query),
      hasSingleSignOn: singleSignOn !== undefined,
    }),
  )
  app.use(secondFactorPage(people))
  app.use('/welcome', welcomePages(people))
  if (options.hasSignInLinks) app.use('/sign-in', signInLinkRoute(people))
  app.use('/pay', requestsOf({ kind: 'customer' }), payPages(ctx, { callers, reports }))
  app.use('/brand', brandRoutes(ctx))
  app.use('/l', requestsOf({ kind: 'customer' }), linkPages(ctx, { callers }))
  app.use('/reports', legacyReportRedirects(ctx))
  const routes = [
    ...merchantRoutesWith([...ctx.taskKinds.keys()]),
    ...platforms.flatMap(({ routes: own = [] }) => own),
  ]
  app.use(merchantRouter(ctx, routes, { signedCalls, connecting, records, callers }))
  for (const { name, router } of platforms) {
    if (router) app.use(requestsOf({ kind: 'platform', name }), router)
  }
  if (options.testClock) app.use('/test/clock', testClockRoutes(options.testClock))
  if (options.demo) app.use('/shop', options.demo)
  const dashboard = dashboardPages({
    isSignedIn: async ({ headers }) => (await people.personOf(headers)) !== undefined,
  })
  if (dashboard) app.use(dashboard)
  else app.get('/', (_request, response) => response.redirect(options.demo ? '/shop' : '/docs'))
  app.use(answerUnknownPathOf([...routes, ...operatorRoutes].map(({ path }) => path)))
  app.use(answerErrors(ctx.log, tally.tallyError))
  return app
}

const A_YEAR_SECONDS = 365 * 24 * 60 * 60

/** Sets headers outside Express too; Helmet adds more to pages. */
const securityHeaders = (
  publicUrl: string,
  { hstsSubdomains }: Pick<WebOptions, 'hstsSubdomains'>,
): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  ...PERMISSIONS_POLICY,
  ...(publicUrl.startsWith('https:')
    ? {
        'strict-transport-security': `max-age=${A_YEAR_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`,
      }
    : {}),
})

/** The API reference and the documentation site need inline styles. */
export const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    // A form may redirect to the gateway's checkout.
    formAction: ["'self'", 'https:', 'http:'],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
}
