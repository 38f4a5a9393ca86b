import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { orUndefined } from '../../../../src/runtime/failure.ts'
import { notFound, problem, sendProblem } from '../../../../src/runtime/http/problem.ts'
import type { Core, Store } from '../../../adapter.ts'
import type { ShopifyDeps } from '../../deps.ts'
import { isUninstalled, storesOfShopDomain } from '../../shops/connection.ts'
import { appsOfStores } from '../../shops/own-apps.ts'
import { bearerOf, verifySessionToken } from '../../shops/session-token.ts'
import { readShopName } from '../../shops/shop-name.ts'
import { numberOf } from '../ids.ts'
import { linkForBuyer } from './link-for-buyer.ts'

const PATH = '/shopify/pay-link'

const linkQuery = z.object({
  /** The thank-you page may send an `OrderIdentity`. */
  order: z.string().regex(/^(gid:\/\/shopify\/\w+\/)?[1-9]\d{0,19}$/),
  confirmation: z.string().min(1).max(64),
})

/**
 * Serves pay links to the extension. A session token proves the shop's checkout; the unguessable
 * confirmation number proves the buyer. Imports an order that has no webhook yet.
 */
export const payLinkRoute = (core: Core, deps: ShopifyDeps): Router =>
  Router()
    .options(PATH, (_request, response) => {
      allowOthers(response)
      response.set({
        'access-control-allow-headers': 'authorization',
        'access-control-allow-methods': 'GET',
        'access-control-max-age': '86400',
      })
      response.sendStatus(204)
    })
    .get(PATH, async (request, response) => {
      allowOthers(response)
      const stores = await storesOfToken(core, deps, request)
      if (!stores) return sendProblem(response, NOT_PROVEN)
      const query = linkQuery.safeParse(request.query)
      if (!query.success) return sendProblem(response, UNKNOWN)
      const { order, confirmation } = query.data
      const buyerOrder = { orderId: numberOf(order), confirmation }
      const link = await linkForBuyer(core, deps, { stores, ...buyerOrder })
      if (link.state === 'unknown') return sendProblem(response, UNKNOWN)
      if (link.state === 'silent') return sendProblem(response, SILENT)
      response.json(link)
    })

/** The extension runs on Shopify's pages and sends no cookies. */
const allowOthers = (response: Response): void => {
  response.set({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
}

const NOT_PROVEN = problem({
  code: 'session_token_refused',
  title: 'The session token is missing or not valid',
})
const UNKNOWN = notFound('The shop has no such order, or not yet')
const SILENT = problem({
  code: 'shop_silent',
  title: 'Puente could not read the order from the shop',
})

const storesOfToken = async (
  core: Core,
  deps: ShopifyDeps,
  { headers }: Request,
): Promise<Store[] | undefined> => {
  const token = bearerOf(headers.authorization)
  if (!token) return undefined
  const claimed = claimedShop(token)
  const stores = claimed ? await storesOfShopDomain(core.db.query, claimed) : []
  const apps = [...(deps.app?.bySecret ?? []), ...appsOfStores(stores, deps, core.publicUrl)]
  const checked = await verifySessionToken(token, apps)
  if (!checked || checked.shop !== claimed) return undefined
  return stores.filter((store) => !isUninstalled(store))
}

/** Reads the unverified shop: its own app may have signed the token. */
const claimedShop = (token: string): string | undefined => {
  const [, payload = ''] = token.split('.')
  const claims = orUndefined(() => JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return readShopName(claim.safeParse(claims).data?.dest.replace(/^https:\/\//, ''))
}
const claim = z.object({ dest: z.string() })
