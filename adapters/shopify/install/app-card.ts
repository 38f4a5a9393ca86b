import type { StoreId } from '../../../src/domain/ids.ts'
import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { Store } from '../../adapter.ts'
import { type ConnectFormPage, connectForm, KEYS_TEXTS } from '../../onboarding/keys-fields.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import type { OpenDataRequest } from '../compliance/data-requests.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'
import { installUrl } from './install-page.ts'

export interface AppCard extends ConnectFormPage {
  shop: string
  /** Most recently connected first. */
  stores: readonly Store[]
  /** Missing for a payments app, because its sessions name their environment. */
  storeOfNewOrders: string | undefined
  webhookAddressOf: (storeId: StoreId) => string
  /** Accepted names of a manual payment method. */
  methods: readonly string[]
  dataRequests: readonly OpenDataRequest[]
  missingScopes: readonly string[]
  /** Shopify page that activates a payments app. */
  activateUrl: string | undefined
  /** Connected by this request. */
  isNew: boolean
  refusal?: string | undefined
}

export const appCard = (page: AppCard): Html => {
  const { locale, stores, isNew } = page
  const texts = SHOPIFY_TEXTS[locale].install
  if (stores.length === 0) return form(page)
  const isOpen = Object.keys(page.problems).length > 0 || page.refusal !== undefined
  return html`${isNew && justConnected(page)}
${lackingAccess(page)}
<div class="facts">
${!isNew && html`<h1>${texts.isConnected}</h1>`}
${stores.map((store) => storeFacts(page, store))}
${manualMethods(page)}
${dataRequests(page)}
</div>
<details class="facts"${isOpen && html` open`}>
<summary>${texts.otherKeys}</summary>
${form(page)}
</details>`
}

const justConnected = ({ locale, activateUrl }: AppCard): Html => {
  const { connected, activate } = SHOPIFY_TEXTS[locale].install
  const link = activateUrl === undefined ? undefined : { url: activateUrl, label: activate }
  return stateCard({ mark: 'paid', ...connected, links: [link] })
}

const lackingAccess = ({ locale, shop, missingScopes }: AppCard): Html | false => {
  const { missingAccess, install } = SHOPIFY_TEXTS[locale].install
  const scopes = missingScopes.join(', ')
  const message = formatMessage(missingAccess.message, { scopes }, locale)
  const link = { url: installUrl(shop), label: install }
  return (
    missingScopes.length > 0 &&
    stateCard({ mark: 'not-paid', title: missingAccess.title, message, links: [link] })
  )
}

const storeFacts = (page: AppCard, store: Store): Html => {
  const { locale, webhookAddressOf, storeOfNewOrders } = page
  const texts = SHOPIFY_TEXTS[locale].install
  const { environment, environments } = KEYS_TEXTS[locale]
  return html`<h2>${environment}: ${environments[store.environment]}</h2>
${store.id === storeOfNewOrders && newOrders(page, store)}
<p>${texts.webhookAddress}: <code>${webhookAddressOf(store.id)}</code></p>
<p class="soft">${texts.webhookHint}</p>`
}

/** Warns a live shop that re-entered test keys. */
const newOrders = ({ locale }: AppCard, { environment }: Store): Html => {
  const { acceptsNewOrders, testsNewOrders } = SHOPIFY_TEXTS[locale].install
  return environment === 'live'
    ? html`<p>${acceptsNewOrders}</p>`
    : html`<p class="problem">${testsNewOrders}</p>`
}

const manualMethods = ({ locale, methods }: AppCard): Html | false => {
  const { method, methodHint } = SHOPIFY_TEXTS[locale].install
  return (
    methods.length > 0 &&
    html`<h2>${method}</h2>
<p class="soft">${methodHint}</p>
${methods.map((name) => html`<p><code>${name}</code></p>`)}`
  )
}

const dataRequests = ({ locale, dataRequests: requests }: AppCard): Html | false => {
  const texts = SHOPIFY_TEXTS[locale].install
  return (
    requests.length > 0 &&
    html`<h2>${texts.dataRequests}</h2>
<p class="soft">${texts.dataRequestsHint}</p>
${requests.map(({ id, at }) => html`<button class="other" type="button" data-download="${id}">${formatMessage(texts.dataRequestOf, { date: at.toISOString().slice(0, 10) }, locale)}</button>`)}`
  )
}

const form = (page: AppCard): Html => {
  const { locale, shop, refusal } = page
  const intro = formatMessage(SHOPIFY_TEXTS[locale].install.missingKeys, { shop }, locale)
  return connectForm(page, { intro, refusal })
}
