import { type Request, type Response, Router } from 'express'
import { formBody } from '../../../src/runtime/http/body/parse-body.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { type Core, type GatewayOfKey, openAlertsOf, webhookUrlOf } from '../../adapter.ts'
import { checkKeysForm, type KeysCheck, keysFormSchema } from '../../onboarding/keys-form.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import { webhookAddressesOf } from '../../onboarding/webhook-address.ts'
import { exportOfRequest, openDataRequests } from '../compliance/data-requests.ts'
import type { AppDeps, ShopifyApp } from '../deps.ts'
import { servesOtherShops } from '../distribution/distribution.ts'
import { refusalToServe } from '../distribution/may-serve.ts'
import { refusalCard } from '../distribution/setups-page.ts'
import { APP_PATH } from '../paths.ts'
import { planToBeReady } from '../payment-sessions/be-ready.ts'
import { shopifyPolicyOf } from '../policy.ts'
import { isOfApp, isUninstalled, storesOfShopDomain } from '../shops/connection.ts'
import { readShopName } from '../shops/shop-name.ts'
import { holdingSessionsOf } from '../tables/sessions.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { type AppCard, appCard } from './app-card.ts'
import { OWN_PAGE_PATH, sendFrame, sendOwnPage } from './app-frame.ts'
import { tryCode } from './code-tries.ts'
import { connectedStoreId, connectShop } from './connect-shop.ts'
import { installUrl, localeOfAdmin } from './install-page.ts'
import { canRefresh, exchangeToken, findInstallation } from './installation.ts'
import { missingScopes } from './read-install.ts'
import { type InstallVisit, readVisit } from './visit.ts'

export interface AppPageDeps extends AppDeps {
  /** Gateway client for a key that no store uses yet. */
  gatewayOf: GatewayOfKey
  connectCode: string | undefined
}

interface AppPage {
  ctx: Core
  deps: AppPageDeps
}

/**
 * Serves the app's page, in the Shopify admin or, for a payments app, in its own window. The empty
 * page fetches its content with a token: inside the admin's frame only the session token is
 * reliable, and it stops other sites from submitting the form.
 */
export const appPage = (ctx: Core, deps: AppPageDeps): Router => {
  const { app } = deps
  const page: AppPage = { ctx, deps }
  const readForm = formBody({ maxBytes: 16_384 })
  const router = Router()
  if (app.usesSessions) router.get(OWN_PAGE_PATH, sendOwnPage)
  return router
    .get(APP_PATH, (request, response) => sendFrame(request, response, app))
    .get(`${APP_PATH}/page`, visited(page, show))
    .post(`${APP_PATH}/page`, readForm, visited(page, submit))
    .get(`${APP_PATH}/data-requests/:id`, visited(page, download))
}

const cardFor = async (
  { ctx, deps }: AppPage,
  { shop, locale }: InstallVisit,
  more: Partial<Pick<AppCard, 'isNew' | 'problems' | 'refusal'>> = {},
): Promise<Html> => {
  const { query } = ctx.db
  const { app, connectCode } = deps
  const stores = await storesOfShopDomain(query, shop)
  const ofApp = stores.find((store) => isOfApp(store) && !isUninstalled(store))
  return appCard({
    locale,
    shop,
    stores: stores.filter((store) => !isUninstalled(store)),
    storeOfNewOrders: ctx.storeOfNewOrders(stores),
    webhookAddressOf: (storeId) => webhookUrlOf(ctx, { id: storeId }),
    webhookAddresses: await webhookAddressesOf(ctx.publicUrl, (environment) =>
      connectedStoreId(query, shop, environment),
    ),
    methods: app.usesSessions ? [] : shopifyPolicyOf(stores[0] ?? { policy: {} }).payment_method,
    needsCode: connectCode !== undefined,
    dataRequests: await openDataRequests(ctx, stores),
    missingScopes: ofApp ? await missingScopes(ofApp, deps) : [],
    activateUrl: app.usesSessions ? activateUrlOf(shop, app) : undefined,
    isNew: false,
    problems: {},
    ...more,
  })
}

type Show = (
  page: AppPage,
  visit: InstallVisit,
  request: Request,
  response: Response,
) => Promise<void>

/** Authenticates the merchant; the app must serve their shop. */
const visited =
  (page: AppPage, show: Show) =>
  async (request: Request, response: Response): Promise<void> => {
    const { ctx, deps } = page
    response.set('cache-control', 'no-store')
    const visit = await readVisit(request, deps)
    if (!visit) {
      response.status(401).set('www-authenticate', 'Bearer')
      return send(response, refusedCard(page, request))
    }
    if (await hasAccess(page, visit)) {
      const refusal = await refusalToServe(ctx, deps, visit.shop)
      if (!refusal) return show(page, visit, request, response)
      return send(response.status(403), refusalCard(visit.locale, refusal, visit.shop))
    }
    const { install, notInstalled } = SHOPIFY_TEXTS[visit.locale].install
    const link = { url: installUrl(visit.shop), label: install }
    send(response, stateCard({ mark: 'not-paid', ...notInstalled, links: [link] }))
  }

/** Offers to reinstall, which reopens the page without a prompt. */
const refusedCard = ({ deps: { app } }: AppPage, request: Request): Html => {
  const { tokenRefused, visitOver, openAgain } = SHOPIFY_TEXTS[localeOfAdmin(request)].install
  const shop = readShopName(request.query.shop)
  if (!app.usesSessions || !shop) {
    return html`<p class="problem" role="alert">${tokenRefused}</p>`
  }
  const link = { url: installUrl(shop), label: openAgain }
  return stateCard({ mark: 'ended', ...visitOver, links: [link] })
}

/**
 * Recovers lost or refused tokens in exchange for the session token. Without it, the merchant must
 * reinstall.
 */
const hasAccess = async ({ ctx, deps }: AppPage, visit: InstallVisit): Promise<boolean> => {
  const stores = await storesOfShopDomain(ctx.db.query, visit.shop)
  const storeIds = stores.filter(isOfApp).map(({ id }) => id)
  const refused = await openAlertsOf(ctx.db.query, { kinds: ['store_access_refused'], storeIds })
  const before = await findInstallation(ctx.db.query, deps, visit.shop)
  if (refused.length === 0 && before && canRefresh(before)) return true
  const { shop, sessionToken } = visit
  if (sessionToken === undefined) return false
  return exchangeToken(ctx, deps, { shop, sessionToken, before })
}

const show: Show = async (page, visit, _request, response) =>
  send(response, await cardFor(page, visit))

const submit: Show = async (page, visit, request, response) => {
  const { ctx, deps } = page
  const { app, connectCode } = deps
  const { shop, locale } = visit
  const form = keysFormSchema.parse(request.body ?? {})
  const code = connectCode && (await tryCode(ctx, { shop, typed: form.connect_code, connectCode }))
  if (code === 'too-many') {
    const { tooManyCodes } = SHOPIFY_TEXTS[locale].install
    return send(response.status(403), stateCard({ mark: 'ended', ...tooManyCodes }))
  }
  // A wrong connect code must reveal nothing about keys.
  const checked: KeysCheck =
    code === 'wrong'
      ? { outcome: 'wrong', problems: { connect_code: 'wrong' } }
      : await checkKeysForm(form, { gatewayOf: deps.gatewayOf, locale })
  if (checked.outcome === 'wrong') {
    const { problems } = checked
    return send(response.status(422), await cardFor(page, visit, { problems }))
  }
  const mode = app.usesSessions ? 'payments-app' : 'app'
  const connect = () => connectShop(ctx, deps.sealer, { shop, locale, mode, ...checked })
  const connected = await (app.distribution === 'one-shop'
    ? connectOnlyShop(page, shop, connect)
    : connect())
  if (connected === 'another') {
    return send(response.status(403), refusalCard(locale, 'second_shop', shop))
  }
  if (connected.outcome === 'refused') {
    const { reason: refusal } = connected
    return send(response.status(422), await cardFor(page, visit, { refusal }))
  }
  const { environment } = connected
  if (app.usesSessions) await planToBeReady(ctx, { shop, environment })
  ctx.log.info({ shop, environment }, 'a shop of Shopify is connected')
  send(response, await cardFor(page, visit, { isNew: true }))
}

const download: Show = async ({ ctx }, { shop }, request, response) => {
  const stores = await storesOfShopDomain(ctx.db.query, shop)
  const exported = await exportOfRequest(ctx, stores, String(request.params.id))
  if (!exported) return void response.sendStatus(404)
  response.json(exported)
}

/** Locks the app, so one of two concurrent shops wins. */
const connectOnlyShop = <T>(
  { ctx: { db }, deps: { app } }: AppPage,
  shop: string,
  connect: () => Promise<T>,
): Promise<T | 'another'> =>
  holdingSessionsOf(db.query, app.clientId, async () =>
    (await servesOtherShops(db.query, shop)) ? 'another' : connect(),
  )

/** Shopify's App Store requirements send merchants there after the setup. */
const activateUrlOf = (shop: string, { clientId }: ShopifyApp): string =>
  `https://${shop}/services/payments_partners/gateways/${clientId}/settings`

const send = (response: Response, card: Html): void => {
  response.type('html').send(card.markup)
}
