import type { Language } from '../../../src/locales/language.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import {
  pageHeaders,
  renderPageShell,
  securityPolicy,
} from '../../../src/runtime/http/page/page-shell.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { isLanguage, languageOfHeader } from '../language.ts'
import { GATEWAY_TEXTS, type GatewayTexts } from '../locales/texts.ts'
import { DESIGN_PATH, STYLESHEET_PATH } from './static-file.ts'

export interface Reader {
  language: Language
  texts: GatewayTexts
  path: string
  query: URLSearchParams
}

/** `?lang=` overrides `Accept-Language`. */
export const readerOf = ({ path, query, headers }: HttpRequest): Reader => {
  const chosen = query.get('lang')
  const language = isLanguage(chosen) ? chosen : languageOfHeader(headers['accept-language'])
  return { language, texts: GATEWAY_TEXTS[language], path, query }
}

export const pathIn = (language: Language, { path, query }: Pick<Reader, 'path' | 'query'>) => {
  const changed = new URLSearchParams(query)
  changed.set('lang', language)
  return `${path}?${changed}`
}

/** Origins that a CSP header can hold unescaped. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Allows no scripts and only our stylesheets. `form-action` also applies to redirects, so it lists
 * every target.
 */
const policyOf = ({ formTargets = [], framedBy, policy }: Page): string => {
  const origins = formTargets
    .map((url) => URL.parse(url ?? '')?.origin ?? '')
    .filter((origin) => PLAIN_ORIGIN.test(origin))
  // The merchant may redirect to another host, but not from https to http.
  const schemes = origins.flatMap((origin) => {
    return origin.startsWith('https:') ? ['https:'] : ['http:', 'https:']
  })
  return securityPolicy({
    'style-src': "'self'",
    'img-src': 'data:',
    'form-action': ["'self'", ...new Set([...origins, ...schemes])].join(' '),
    ...(framedBy === 'anybody' && { 'frame-ancestors': undefined }),
    ...policy,
  })
}

interface Page {
  reader: Reader
  /** Default: 200. */
  status?: number
  title: string
  content: Html
  /** Besides the shared ones. */
  stylesheets?: readonly string[]
  navigation?: Html | undefined
  /** Redirect targets of the page's forms. */
  formTargets?: readonly (string | null)[] | undefined
  framedBy?: 'nobody' | 'anybody'
  /** `same-origin` if the page's forms must send their origin. */
  referrerPolicy?: 'no-referrer' | 'same-origin'
  /** `policy` must allow their actions. */
  scripts?: readonly string[]
  /** As `scripts`, but ES modules. */
  modules?: readonly string[]
  policy?: Readonly<Record<string, string>>
}

export const documentReply = (page: Page): Reply => ({
  status: page.status ?? 200,
  headers: {
    ...pageHeaders(page.reader.language, policyOf(page)),
    ...(page.referrerPolicy && { 'referrer-policy': page.referrerPolicy }),
    vary: 'Accept-Language',
  },
  body: documentOf(page),
})

const documentOf = (page: Page) => {
  const { reader, title, content, stylesheets = [], navigation, scripts = [], modules = [] } = page
  const texts = reader.texts.page
  return renderPageShell({
    language: reader.language,
    title,
    stylesheets: [DESIGN_PATH, STYLESHEET_PATH, ...stylesheets],
    head: html`${scripts.map((path) => html`<script defer src="${path}"></script>\n`)}${modules.map((path) => html`<script type="module" src="${path}"></script>\n`)}`,
    body: html`<a class="skip" href="#main">${texts.skipToContent}</a>
<header class="banner">
  <p><strong>${texts.testTitle}.</strong> ${texts.testHint}</p>
  ${languageSwitch(reader, texts.language)}
</header>
${navigation}
<main id="main">
${content}
</main>`,
  })
}

const languageSwitch = (reader: Reader, label: string): Html => html`<nav aria-label="${label}">
    ${(['es', 'en'] as const).map(
      (language) =>
        html`<a href="${pathIn(language, reader)}" hreflang="${language}" lang="${language}"${
          language === reader.language && html` aria-current="true"`
        }>${language === 'es' ? 'Español' : 'English'}</a>`,
    )}
  </nav>`
