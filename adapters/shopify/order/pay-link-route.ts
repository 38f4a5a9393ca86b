import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { notFound, problem, sendProblem } from '../../../src/runtime/http/problem.ts'
import type { Core, StoreRow } from '../../adapter.ts'
import { isUninstalled } from '../connection.ts'
import type { ShopifyDeps } from '../deps.ts'
import { appsOfStores } from '../own-apps.ts'
import { bearerOf, checkSessionToken } from '../session-token.ts'
import { readShopName } from '../shop-name.ts'
import { storesOfShop } from '../stores-of-shop.ts'
import { numberOf } from './ids.ts'
import { linkForBuyer } from './link-for-buyer.ts'

const PATH = '/shopify/pay-link'

const asked = z.object({
  /** As the extension is given it; the thank-you page may say `OrderIdentity`. */
  order: z.string().regex(/^(gid:\/\/shopify\/\w+\/)?[1-9]\d{0,19}$/),
  confirmation: z.string().min(1).max(64),
})

/**
 * Where the extension of the thank-you page and of the order's page learns an order's pay link. Who
 * asks proves by a session token to be in that shop's checkout, and by the order's confirmation
 * number, which nobody can guess, whose order it is. The page may be quicker than the webhook: an
 * order that is not known yet is taken at once.
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
      const query = asked.safeParse(request.query)
      if (!query.success) return sendProblem(response, UNKNOWN)
      const { order, confirmation } = query.data
      const wanted = { orderId: numberOf(order), confirmation }
      const link = await linkForBuyer(core, deps, { stores, ...wanted })
      if (link.state === 'unknown') return sendProblem(response, UNKNOWN)
      if (link.state === 'silent') return sendProblem(response, SILENT)
      response.json(link)
    })

/** The extension runs on a page of Shopify's; what it proves itself with is no cookie. */
const allowOthers = (response: Response): void => {
  response.set({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
}

const NOT_PROVEN = problem({
  status: 401,
  code: 'session_token_refused',
  title: 'The session token is missing or not valid',
  retry: 'retry',
})
const UNKNOWN = notFound('The shop has no such order, or not yet')
const SILENT = problem({
  status: 503,
  code: 'shop_silent',
  title: 'The shop could not be asked about the order',
  retry: 'retry',
})

/** The stores of the shop whose checkout asks. `undefined`: it has not proven that. */
const storesOfToken = async (
  core: Core,
  deps: ShopifyDeps,
  { headers }: Request,
): Promise<StoreRow[] | undefined> => {
  const token = bearerOf(headers.authorization)
  if (!token) return undefined
  const claimed = claimedShop(token)
  const stores = claimed ? await storesOfShop(core.db.query, claimed) : []
  const apps = [...(deps.app?.bySecret ?? []), ...appsOfStores(stores, deps, core.publicUrl)]
  const checked = await checkSessionToken(token, apps)
  if (!checked || checked.shop !== claimed) return undefined
  return stores.filter((store) => !isUninstalled(store))
}

/** Whom a token says that it is of, before it is checked: a shop can have an app of its own. */
const claimedShop = (token: string): string | undefined => {
  const [, payload = ''] = token.split('.')
  try {
    const { dest } = claim.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return readShopName(dest.replace(/^https:\/\//, ''))
  } catch {
    return undefined
  }
}
const claim = z.object({ dest: z.string() })
