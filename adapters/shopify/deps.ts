import type { Shopify } from '@shopify/shopify-api'
import type { Clock } from '../../src/runtime/clock.ts'
import type { SecretSealer } from '../../src/runtime/secrets/sealed-secrets.ts'
import { type Core, openCredentials } from '../adapter.ts'
import type { Distribution } from './distribution/distribution.ts'
import { createBudgets, type ShopBudgets } from './graphql/budgets.ts'
import { type NoteVersion, watchVersions } from './graphql/version-watch.ts'
import { type AppCredentials, PAYMENTS_SCOPES, SHOPIFY_SCOPES, shopifyLibrary } from './library.ts'
import { createPlans, type IsPlus } from './order/plans.ts'
import { createSharedReads, type ShareRead } from './order/reading/shared-reads.ts'
import { createTokens, type TokenOf } from './sessions/tokens.ts'
import type { OpenShopConnection } from './shops/connection.ts'
import type { ShopCalls } from './shops/shop-fetch.ts'

export interface ShopifyApp extends AppCredentials {
  library: Shopify
  /** Accepted signing secrets; two during a rotation. */
  secrets: readonly string[]
  /** One library instance per secret. */
  bySecret: readonly Shopify[]
  scopes: readonly string[]
  /** Approved payments app: uses payment sessions, cannot read orders. */
  usesSessions: boolean
  distribution: Distribution
}

export interface ShopifyDeps {
  open: OpenShopConnection
  sealer: SecretSealer
  /** `undefined`: shops have their own apps. */
  app: ShopifyApp | undefined
  tokenOf: TokenOf
  calls: ShopCalls
  budgets: ShopBudgets
  /** Throttles reads of orders that buyers open. */
  shareRead: ShareRead
  isPlus: IsPlus
  noteVersion: NoteVersion
  clock: Clock
  db: Core['db']
  publicUrl: string
}

interface GivenApp extends AppCredentials {
  previousSecret?: string | undefined
  usesSessions?: boolean
  distribution?: Distribution | undefined
}

const appOf = (
  { clientId, clientSecret, previousSecret, usesSessions = false, ...given }: GivenApp,
  publicUrl: string,
): ShopifyApp => {
  const scopes = usesSessions ? PAYMENTS_SCOPES : SHOPIFY_SCOPES
  const secrets = previousSecret ? [clientSecret, previousSecret] : [clientSecret]
  const library = shopifyLibrary({ clientId, clientSecret, publicUrl, scopes })
  const others = secrets.slice(1).map((secret) => {
    return shopifyLibrary({ clientId, clientSecret: secret, publicUrl, scopes })
  })
  const bySecret = [library, ...others]
  const { distribution = usesSessions ? 'payments-partner' : 'organisation' } = given
  return {
    clientId,
    clientSecret,
    library,
    secrets,
    bySecret,
    scopes,
    usesSessions,
    distribution,
  }
}

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
  app: GivenApp | undefined
  /** Overrides the address of every shop. */
  shopAddress: string | undefined
}): ShopifyDeps => {
  const open: OpenShopConnection = (store) => openCredentials(sealer, store)
  const calls = { address: shopAddress, timeoutMs: TIMEOUT_MS }
  const app = credentials && appOf(credentials, publicUrl)
  const { tokenOf } = createTokens({
    db,
    sealer,
    clock,
    open,
    app: app?.library,
    publicUrl,
    calls,
  })
  const budgets = createBudgets(db.query)
  const shareRead = createSharedReads()
  const isPlus = createPlans()
  const noteVersion = watchVersions(db.query)
  return {
    open,
    sealer,
    app,
    tokenOf,
    calls,
    budgets,
    shareRead,
    isPlus,
    noteVersion,
    clock,
    db,
    publicUrl,
  }
}
