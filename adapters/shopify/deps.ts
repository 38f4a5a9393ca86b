import type { Shopify } from '@shopify/shopify-api'
import type { Clock } from '../../src/runtime/clock.ts'
import type { SecretSealer } from '../../src/runtime/sealed-secrets.ts'
import { type Db, openConnection } from '../adapter.ts'
import type { OpenConnection } from './connection.ts'
import type { Distribution } from './distribution/distribution.ts'
import { createBudgets, type ShopBudgets } from './graphql/budgets.ts'
import { type NoteVersion, watchVersions } from './graphql/version-watch.ts'
import { type AppCredentials, PAYMENTS_SCOPES, SCOPES, shopifyLibrary } from './library.ts'
import { createPlans, type IsPlus } from './order/plans.ts'
import { createSharedReads, type ShareRead } from './order/shared-reads.ts'
import { createTokens, type TokenOf } from './sessions/tokens.ts'
import type { ShopCalls } from './shop-fetch.ts'

/** The app of this installation. */
export interface ShopifyApp extends AppCredentials {
  library: Shopify
  /** What Shopify may sign with now: the current secret, and the one before until it is told. */
  secrets: readonly string[]
  /** The library by each of them. */
  bySecret: readonly Shopify[]
  /** What it has to be allowed. */
  scopes: readonly string[]
  /** It is an approved payments app: shops are paid by sessions, and their orders are not read. */
  takesSessions: boolean
  /** Whom Shopify lets it serve. */
  distribution: Distribution
}

/** What every part of the adapter is given. */
export interface ShopifyDeps {
  /** Opens the sealed part of a store's connection. */
  open: OpenConnection
  sealer: SecretSealer
  /** `undefined`: shops have apps of their own, or there are none. */
  app: ShopifyApp | undefined
  /** Gives the access token of a store's shop, and renews it in time. */
  tokenOf: TokenOf
  /** How shops are called. */
  calls: ShopCalls
  /** The points that shops give for calls. */
  budgets: ShopBudgets
  /** Orders that many buyers open, or one very often. */
  shareRead: ShareRead
  /** Which shops are on Plus. */
  isPlus: IsPlus
  /** By which version of its APIs Shopify answers. */
  noteVersion: NoteVersion
  /** Puente's. */
  clock: Clock
  /** Where sessions of payments are kept. */
  db: Db
  /** Where buyers reach us. */
  publicUrl: string
}

interface GivenApp extends AppCredentials {
  previousSecret?: string | undefined
  takesSessions?: boolean
  distribution?: Distribution | undefined
}

const appOf = (
  { clientId, clientSecret, previousSecret, takesSessions = false, ...given }: GivenApp,
  publicUrl: string,
): ShopifyApp => {
  const scopes = takesSessions ? PAYMENTS_SCOPES : SCOPES
  const secrets = previousSecret ? [clientSecret, previousSecret] : [clientSecret]
  const library = shopifyLibrary({ clientId, clientSecret, publicUrl, scopes })
  const others = secrets.slice(1).map((secret) => {
    return shopifyLibrary({ clientId, clientSecret: secret, publicUrl, scopes })
  })
  const bySecret = [library, ...others]
  const { distribution = takesSessions ? 'payments-partner' : 'organisation' } = given
  return { clientId, clientSecret, library, secrets, bySecret, scopes, takesSessions, distribution }
}

/** A token, or one call of the admin API; a task makes several. */
const TIMEOUT_MS = 10_000

export const shopifyDeps = ({
  db,
  sealer,
  clock,
  publicUrl,
  app: credentials,
  shopAddress,
}: {
  db: Db
  sealer: SecretSealer
  clock: Clock
  publicUrl: string
  app: GivenApp | undefined
  /** Where every shop is instead of its own address. */
  shopAddress: string | undefined
}): ShopifyDeps => {
  const open: OpenConnection = (store) => openConnection(sealer, store)
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
