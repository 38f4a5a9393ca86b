import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBudgets } from '../../adapters/shopify/graphql/budgets.ts'
import { type ShopGraphql, shopGraphql } from '../../adapters/shopify/graphql/client.ts'
import { cancelOrderMutation } from '../../adapters/shopify/graphql/operations/change-order.ts'
import { readInstallQuery } from '../../adapters/shopify/graphql/operations/install.ts'
import { orderForPaymentQuery } from '../../adapters/shopify/graphql/operations/order-for-payment.ts'
import { ordersToReconcileQuery } from '../../adapters/shopify/graphql/operations/orders-to-reconcile.ts'
import {
  capturePendingMutation,
  markPaidMutation,
} from '../../adapters/shopify/graphql/operations/record-payment.ts'
import { refundOrderMutation } from '../../adapters/shopify/graphql/operations/refund-order.ts'
import type { GraphqlOutcome } from '../../adapters/shopify/graphql/outcome.ts'
import { SHOPIFY_SCOPES, shopifyLibrary } from '../../adapters/shopify/library.ts'
import { tokenFailureOf } from '../../adapters/shopify/sessions/token-failure.ts'
import { callingShops } from '../../adapters/shopify/shops/shop-fetch.ts'
import type { Db } from '../../src/db/db.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { openTestDb } from '../support/open-db.ts'

const { SHOPIFY_SHOP: shop = '', SHOPIFY_CLIENT_ID, SHOPIFY_CLIENT_SECRET } = process.env
const calls = { address: process.env.SHOPIFY_SHOP_ADDRESS, timeoutMs: 15_000 }

/**
 * Needs `SHOPIFY_SHOP=cafe.myshopify.com`, a development shop, with the app's client id and secret.
 * Reads orders; mutations target an order that does not exist.
 */
describe.skipIf(!shop || !SHOPIFY_CLIENT_ID || !SHOPIFY_CLIENT_SECRET)(
  'a real Shopify shop',
  () => {
    let db: Db | undefined
    let ask: ShopGraphql

    beforeAll(async () => {
      const library = shopifyLibrary({
        clientId: SHOPIFY_CLIENT_ID ?? '',
        clientSecret: SHOPIFY_CLIENT_SECRET ?? '',
        publicUrl: 'https://puente.example',
      })
      const log = createLog({ level: 'silent', service: 'test' })
      db = await openTestDb({ databaseUrl: await freshDatabase(), log })
      ask = shopGraphql({
        shop,
        tokenOf: async () => {
          try {
            const { session } = await callingShops(calls, () =>
              library.auth.clientCredentials({ shop }),
            )
            return { outcome: 'token', accessToken: session.accessToken ?? '' }
          } catch (error) {
            return tokenFailureOf(error)
          }
        },
        calls,
        budgets: createBudgets(db.query),
      })
    })
    afterAll(() => db?.close())

    test('the installed app has its scopes', async () => {
      const install = await ask(readInstallQuery, {})
      expect(install).toMatchObject({ outcome: 'done', value: { shop } })
      expect(install).toMatchObject({ value: { scopes: expect.arrayContaining(SHOPIFY_SCOPES) } })
    })

    test('orders are readable', async () => {
      const page = await ask(ordersToReconcileQuery, {
        q: "updated_at:>='2020-01-01T00:00:00Z'",
        after: null,
      })
      if (page.outcome !== 'done') throw new Error(JSON.stringify(page))
      for (const { order } of page.value.changes.slice(0, 5)) {
        const { id } = order
        expect(await ask(orderForPaymentQuery, { id })).toMatchObject({
          outcome: 'done',
          value: { id },
        })
      }
    })

    test('mutations match the schema and fail for an order that does not exist', async () => {
      const id = 'gid://shopify/Order/1'
      const parentTransactionId = 'gid://shopify/OrderTransaction/1'
      const transaction = {
        orderId: id,
        parentId: parentTransactionId,
        kind: 'REFUND' as const,
        gateway: 'manual',
        amount: '1.00',
      }
      const refund = {
        orderId: id,
        note: '',
        notify: false,
        currency: 'USD',
        transactions: [transaction],
      }
      const capture = { id, parentTransactionId, amount: '1.00', currency: 'USD' }
      const answers: GraphqlOutcome<unknown>[] = [
        await ask(markPaidMutation, { id }),
        await ask(capturePendingMutation, { input: capture }),
        await ask(refundOrderMutation, { input: refund, key: crypto.randomUUID() }),
        await ask(cancelOrderMutation, { id, reason: 'OTHER', restock: false, note: null }),
      ]
      for (const answer of answers) {
        expect(answer.outcome).not.toBe('done')
        // Shopify rejects values outside its schema before it looks up the order.
        expect(JSON.stringify(answer)).not.toMatch(/undefined|Incompatible|missingRequired|no code/)
      }
    })
  },
)
