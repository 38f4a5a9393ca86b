import type { z } from 'zod'
import { createBudgets } from '../../adapters/shopify/graphql/budgets.ts'
import { shopGraphql } from '../../adapters/shopify/graphql/client.ts'
import { methodBook } from '../../adapters/shopify/order/method-book.ts'
import { createPlans } from '../../adapters/shopify/order/plans.ts'
import { createSharedReads } from '../../adapters/shopify/order/reading/shared-reads.ts'
import type { ShopClient } from '../../adapters/shopify/order/shop.ts'
import { shopifyPolicySchema } from '../../adapters/shopify/policy.ts'
import { shopifyStorefront } from '../../adapters/shopify/storefront.ts'
import { shopifyTables } from '../../adapters/shopify/tables/rows.ts'
import type { Db } from '../../src/db/db.ts'
import { StoreId } from '../../src/domain/ids.ts'
import type { Storefront } from '../../src/payments/ports/storefront.ts'
import { type Clock, systemClock } from '../../src/runtime/clock.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { openTestDb } from '../support/open-db.ts'
import type { NewOrder } from '../support/shopify/books.ts'
import { type FakeShopify, startFakeShopify } from '../support/shopify/fake-shopify.ts'
import type { ShopOptions, StandInShop } from '../support/shopify/shop.ts'
import { moneyOf } from '../support/shopify/stored-order.ts'
import type { ConformingShop } from './storefront-conformance.ts'

export interface ShopifyTestShop extends ConformingShop {
  standIn: FakeShopify
  shop: StandInShop
  place(order?: NewOrder): string
  /** `restoreRate`: points per second. */
  givePoints(points: { available: number; restoreRate: number }): Promise<void>
  storefrontWith(options: {
    policy?: z.input<typeof shopifyPolicySchema>
    clock?: Clock
  }): Storefront
  close(): Promise<void>
}

export const ENOUGH = { available: 1_000_000, restoreRate: 100_000 }

export const startShopifyShop = async (options: ShopOptions = {}): Promise<ShopifyTestShop> => {
  const standIn = await startFakeShopify()
  const shop = standIn.shop('cafe.myshopify.com', options)
  const log = createLog({ level: 'silent', service: 'test' })
  const db: Db = await openTestDb({ databaseUrl: await freshDatabase(), log })
  const givePoints: ShopifyTestShop['givePoints'] = async ({ available, restoreRate }) => {
    Object.assign(shop.bucket, { maximum: available, available, restoreRate })
    await shopifyTables(db.query).deleteFrom('shopify_budgets').execute()
  }
  await givePoints(ENOUGH)
  const graphql = shopGraphql({
    shop: shop.name,
    tokenOf: async () => ({ outcome: 'token', accessToken: shop.access.token() }),
    calls: { address: standIn.url, timeoutMs: 10_000 },
    budgets: createBudgets(db.query),
    wait: async () => {},
  })
  const storefrontWith: ShopifyTestShop['storefrontWith'] = ({
    policy = {},
    clock = systemClock,
  }) => {
    const decided = shopifyPolicySchema.parse(policy)
    const isPlus = createPlans()
    const of: ShopClient = {
      graphql,
      isPlus: () => isPlus('cafe', graphql),
      locale: 'es',
      mode: 'hosted',
      policy: decided,
      methods: methodBook({
        storeId: StoreId.parse('cafe'),
        names: decided.payment_method,
        db,
        clock,
      }),
      clock,
      db,
      shareRead: createSharedReads(),
    }
    return shopifyStorefront(of)
  }
  let hasLost = false
  const place = (order?: NewOrder): string => shop.placeOrder(order).id

  return {
    standIn,
    shop,
    place,
    givePoints,
    storefrontWith,
    storefront: storefrontWith({}),
    newOrder: async () => place(),
    see: async (id) => {
      const order = shop.order(id)
      const { received, refunded } = moneyOf(order)
      const money = `${refunded / 100n}.${String(refunded % 100n).padStart(2, '0')}`
      if (order.cancelledAt) return { status: 'cancelled', refunded: money }
      if (received === 0n) return { status: 'unpaid', refunded: money }
      if (refunded === 0n) return { status: 'paid', refunded: money }
      return { status: refunded < received ? 'partially_refunded' : 'refunded', refunded: money }
    },
    failNext: (how) => {
      if (how === 'down') return standIn.failNext(/./, { status: 503 }, 3)
      // The client retries a refund immediately, because it has an idempotency key.
      if (hasLost) standIn.failNext(/ Refund$/, 'lost-answer', 3)
      else standIn.failNext(/ MarkPaid$/, 'lost-answer')
      hasLost = true
    },
    close: async () => {
      await db.close()
      await standIn.close()
    },
  }
}
