import { z } from 'zod'
import { formatMessage } from '../../../src/locales/format-message.ts'
import type { Language } from '../../../src/locales/language.ts'
import { type Core, defineRoute, type Store, webhookUrlOf } from '../../adapter.ts'
import { siteOf } from '../connect/connection.ts'
import { connectWebhooks } from '../open-storefront.ts'
import { optionsOf, type WooCommerceDeps } from '../options.ts'
import { readSite } from '../plugin-routes.ts'
import { type RestOutcome, restClient } from '../rest/rest-client.ts'
import type { RestFailure } from '../rest/rest-failure.ts'
import { WOO_TEXTS } from '../texts.ts'

const testBody = z.strictObject({
  site_url: z.string().max(2_000),
  plugin_version: z.string().max(50),
  woocommerce_version: z.string().max(50),
  wordpress_version: z.string().max(50),
})

const part = z.object({ ok: z.boolean(), detail: z.string() })
type Part = z.output<typeof part>

const testAnswer = z.object({
  store: z.object({
    id: z.string(),
    name: z.string(),
    environment: z.enum(['test', 'live']),
    locale: z.enum(['es', 'en']),
    /** This Puente; another may have a store of the same id. */
    installation: z.string(),
  }),
  gateway: part,
  rest_api: part,
  plugin_route: part,
  webhooks: part,
  saved_cards: part,
  /**
   * Endpoint of the gateway's webhooks, the last accepted one, and whether recent ones were;
   * `null`: none yet.
   */
  gateway_webhooks: z.object({
    address: z.string(),
    last_at: z.string().nullable(),
    ok: z.boolean().nullable(),
    detail: z.string(),
  }),
  /** Settings of the gateway's card fields, if set up. */
  card_fields: z
    .object({ publishable_key: z.string(), sdk_url: z.string(), locale: z.enum(['es', 'en']) })
    .nullable(),
})

/**
 * Tests plugin, Puente, gateway and store, in the reader's language; repairs the store's webhooks.
 */
export const connectionTest = (deps: WooCommerceDeps) =>
  defineRoute({
    method: 'post',
    path: '/v1/woocommerce/connection-test',
    scope: 'admin',
    operationId: 'testWooCommerceConnection',
    tag: 'Checkouts',
    platform: 'woocommerce',
    summary: 'Does everything between WooCommerce, Puente and the gateway work?',
    body: testBody,
    answers: { 200: { description: 'What works and what does not', schema: testAnswer } },
    problems: {},
    handle: async ({ core, store, body, reader }) => {
      const options = optionsOf(store, deps)
      const language = reader ?? store.locale
      const texts = WOO_TEXTS[language].test
      const rest = restClient(options)
      const [gateway, savedCards, restApi, pluginRoute] = await Promise.all([
        testGateway(core, store, texts),
        testSavedCards(core, store, texts),
        rest.get('orders', z.array(z.unknown()), { per_page: 1, _fields: 'id' }),
        readSite(options),
      ])
      const site = testSite(store, { claimed: body.site_url, read: pluginRoute, language })
      const webhooks = restApi.outcome === 'done' ? await connectWebhooks(store, deps) : restApi
      const answer: z.input<typeof testAnswer> = {
        store: {
          id: store.id,
          name: store.name,
          environment: store.environment,
          locale: store.locale,
          installation: await core.installationId(),
        },
        gateway,
        rest_api: partOf(restApi, texts.restApi, texts),
        plugin_route: site,
        webhooks: partOf(webhooks, texts.webhooks, texts),
        saved_cards: savedCards,
        gateway_webhooks: await gatewayWebhooksOf(core, { ...store, locale: language }),
        card_fields: cardFieldsOf(core, store),
      }
      return { status: 200, body: answer, language }
    },
  })

type TestTexts = (typeof WOO_TEXTS)[Language]['test']

const partOf = (outcome: RestOutcome<unknown>, ok: string, texts: TestTexts): Part =>
  outcome.outcome === 'done' ? { ok: true, detail: ok } : withFix(outcome, texts)

/** Appends the site's own words if they add detail. */
const withFix = (failed: RestFailure, { fixes }: TestTexts): Part => {
  const cause = fixOf(failed)
  const words = cause === 'basicAuth' ? '' : ` (${failed.detail})`
  return { ok: false, detail: `${fixes[cause]}${words}` }
}

const fixOf = ({ code, refusesAccess, unreachable }: RestFailure): keyof TestTexts['fixes'] => {
  if (code === 'redirected') return 'redirected'
  if (code === 'basic_auth') return 'basicAuth'
  if (refusesAccess) return 'refused'
  if (code === 'rest_no_route') return 'noRoute'
  return unreachable ? 'away' : 'other'
}

const testGateway = async (core: Core, store: Store, texts: TestTexts): Promise<Part> => {
  const me = await core.gatewayAccountOf(store)
  if (me.outcome === 'authorized') return { ok: true, detail: texts.gateway }
  const detail = me.outcome === 'unauthorized' ? texts.keyRefused : texts.gatewayAway
  return { ok: false, detail }
}

/** Any customer shows whether saved cards are enabled (`gateway-api.md` 4.10). */
const ANY_CUSTOMER = { by: 'email', email: 'connection-test@example.com' } as const

const testSavedCards = async (core: Core, store: Store, texts: TestTexts): Promise<Part> => {
  const listed = await core.listSavedCards(store, ANY_CUSTOMER)
  if (listed.outcome === 'listed') return { ok: true, detail: texts.savedCards }
  const isOff = listed.outcome === 'saved-cards-disabled'
  return { ok: false, detail: isOff ? texts.savedCardsOff : texts.gatewayAway }
}

/** A staging copy has the pairing, but is another store. */
const testSite = (
  store: Store,
  {
    claimed,
    read,
    language,
  }: { claimed: string; read: Awaited<ReturnType<typeof readSite>>; language: Language },
): Part => {
  const texts = WOO_TEXTS[language].test
  if (read.outcome !== 'done') return withFix(read, texts)
  const known = siteOf(store).site_url
  return isSameSite(known, claimed)
    ? { ok: true, detail: texts.pluginRoute }
    : { ok: false, detail: formatMessage(texts.otherSite, { known }, language) }
}

const isSameSite = (one: string, other: string): boolean => {
  const plain = (url: string) =>
    url
      .replace(/^https?:\/\//, '')
      .replace(/\/+$/, '')
      .toLowerCase()
  return plain(one) === plain(other)
}

const gatewayWebhooksOf = async (core: Core, store: Store) => {
  const { arrives, words, facts } = await core.reportDeliveries(store, PASTE_AT)
  return {
    address: webhookUrlOf(core, store),
    last_at: facts.lastAcceptedAt?.toISOString() ?? null,
    ok: arrives,
    detail: [words.text, words.todo].filter(Boolean).join(' '),
  }
}

/** Reconnecting shows the keys form and keeps the store. */
const PASTE_AT = { es: WOO_TEXTS.es.test.pasteAt, en: WOO_TEXTS.en.test.pasteAt }

const cardFieldsOf = (
  { cardPage: { sdkUrl, embedBaseUrl } }: Core,
  { publishable_key: key, locale }: { publishable_key: string | null; locale: Language },
) => (key && sdkUrl && embedBaseUrl ? { publishable_key: key, sdk_url: sdkUrl, locale } : null)
