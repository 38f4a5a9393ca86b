import { z } from 'zod'
import { notFound } from '../../../src/runtime/http/problem.ts'
import { refuse } from '../../../src/runtime/http/route.ts'
import { defineRoute } from '../../adapter.ts'
import { connectionOf } from '../shops/connection.ts'
import { storesOfShopDomain } from '../shops/stores-of-shop.ts'
import { exportOfRequest } from './data-requests.ts'

export const readDataRequest = defineRoute({
  method: 'get',
  path: '/v1/shopify/data-requests/{id}',
  scope: 'admin',
  operationId: 'readShopifyDataRequest',
  tag: 'Problems',
  summary: 'What is kept of a customer of a Shopify shop who asked for it',
  answers: { 200: { description: 'The orders of the customer', schema: z.looseObject({}) } },
  problems: { 404: 'There is no such request' },
  handle: async ({ core, store, id }) => {
    const stores =
      store.platform === 'shopify'
        ? await storesOfShopDomain(core.db.query, connectionOf(store).shop)
        : []
    const body = await exportOfRequest(core, stores, id)
    return body ? { status: 200, body } : refuse(notFound('There is no such request'))
  },
})
