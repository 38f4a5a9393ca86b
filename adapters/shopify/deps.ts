import type { Clock } from '../../src/runtime/clock.ts'
import type { SecretSealer } from '../../src/runtime/secrets/sealed-secrets.ts'
import { type Core, openCredentials } from '../adapter.ts'
import type { Distribution } from './distribution/distribution.ts'
import { createBudgets } from './graphql/budgets.ts'
import { watchVersions } from './graphql/version-watch.ts'
import { type AppCredentials, PAYMENTS_SCOPES, SHOPIFY_SCOPES, shopifyLibrary } from './library.ts'
import { createPlans } from './order/plans.ts'
import { createSharedReads } from './order/reading/shared-reads.ts'
import { createTokens } from './sessions/tokens.ts'
import type { OpenShopConnection } from './shops/connection.ts'

interface GivenApp extends AppCredentials {
  previousSecret?: string | undefined
  usesSessions?: boolean
  distribution?: Distribution | undefined
}

export type ShopifyApp = ReturnType<typeof appOf>

const appOf = (
  { clientId, clientSecret, previousSecret, usesSessions = false, distribution }: GivenApp,
  publicUrl: string,
) => {
  const scopes = usesSessions ? PAYMENTS_SCOPES : SHOPIFY_SCOPES
  /** Accepted signing secrets; two during a rotation. */
  const secrets = previousSecret ? [clientSecret, previousSecret] : [clientSecret]
  const libraryWith = (secret: string) =>
    shopifyLibrary({ clientId, clientSecret: secret, publicUrl, scopes })
  return {
    clientId,
    library: libraryWith(clientSecret),
    secrets,
    /** One library instance per secret. */
    bySecret: secrets.map(libraryWith),
    scopes,
    /** Approved payments app: uses payment sessions, cannot read orders. */
    usesSessions,
    distribution: distribution ?? (usesSessions ? 'payments-partner' : 'organisation'),
  }
}

export type ShopifyDeps = ReturnType<typeof shopifyDeps>

export type AppDeps = ShopifyDeps & { app: ShopifyApp }

/** Per token request or API call; a task makes several. */
const TIMEOUT_MS = 10_000

export const shopifyDeps = ({
  db,
  sealer,
  clock,
  publicUrl,
  app: credentials,
  shopAddress,
}: {
  db: Core['db']
  sealer: SecretSealer
  clock: Clock
  publicUrl: string
  /** `undefined`: shops have their own apps. */
  app: GivenApp | undefined
  shopAddress: string | undefined
}) => {
  const open: OpenShopConnection = (store) => openCredentials(sealer, store)
  const calls = { address: shopAddress, timeoutMs: TIMEOUT_MS }
  const app = credentials && appOf(credentials, publicUrl)
  const shared = { db, sealer, clock, publicUrl, open, calls }
  return {
    ...shared,
    app,
    tokenOf: createTokens({ ...shared, app: app?.library }),
    budgets: createBudgets(db.query),
    /** Throttles reads of orders that buyers open. */
    shareRead: createSharedReads(),
    isPlus: createPlans(),
    noteVersion: watchVersions(db.query),
  }
}
