import { type Html, html } from '../../../src/runtime/html.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { isLanguage, type Language, languageOf } from '../language.ts'

/** Who looks at a page: the language, and the path and query for the links that switch it. */
export interface Reader {
  language: Language
  path: string
  query: URLSearchParams
}

/** `?lang=` goes before `Accept-Language`. */
export const readerOf = ({ path, query, headers }: HttpRequest): Reader => {
  const chosen = query.get('lang')
  const language = isLanguage(chosen) ? chosen : languageOf(headers['accept-language'])
  return { language, path, query }
}

/** The same page in another language. */
export const pathIn = (language: Language, { path, query }: Omit<Reader, 'language'>): string => {
  const changed = new URLSearchParams(query)
  changed.set('lang', language)
  return `${path}?${changed}`
}

const FRAME_TEXTS = {
  es: {
    language: 'Idioma',
    skipToContent: 'Ir al contenido',
    sandboxTitle: 'Sandbox',
    sandboxHint: 'Solo tarjetas de prueba: no se mueve dinero.',
  },
  en: {
    language: 'Language',
    skipToContent: 'Skip to the content',
    sandboxTitle: 'Sandbox',
    sandboxHint: 'Test cards only: no money moves.',
  },
} as const satisfies Record<Language, Record<string, string>>

/** Origins that a policy header can name without a way to say more than that. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Nothing runs and nothing is loaded but our stylesheets. Browsers hold a form's redirects to
 * `form-action` too, so where a form may lead besides here is on it.
 */
const securityPolicy = ({ formTargets = [], framedBy = 'nobody' }: Page): string => {
  const origins = formTargets
    .map((url) => URL.parse(url ?? '')?.origin ?? '')
    .filter((origin) => PLAIN_ORIGIN.test(origin))
  // A merchant's page may lead on to another of its hosts, over no less safe a connection.
  const schemes = origins.flatMap((origin) => {
    return origin.startsWith('https:') ? ['https:'] : ['http:', 'https:']
  })
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    ["form-action 'self'", ...new Set([...origins, ...schemes])].join(' '),
    "base-uri 'none'",
    ...(framedBy === 'nobody' ? ["frame-ancestors 'none'"] : []),
  ].join('; ')
}

interface Page {
  reader: Reader
  status: number
  title: string
  content: Html
  stylesheets: readonly string[]
  /** Between the sandbox's banner and the content. */
  navigation?: Html | undefined
  /** URLs that a form on it may lead to, besides here. */
  formTargets?: readonly (string | null)[] | undefined
  /** Whose pages may show it in a frame. */
  framedBy?: 'nobody' | 'anybody'
  /** `same-origin` where the page's own forms must show where they come from. */
  referrerPolicy?: 'no-referrer' | 'same-origin'
}

/** A page of the sandbox, with everything around its content. It needs no script. */
export const documentReply = (page: Page): Reply => ({
  status: page.status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': securityPolicy(page),
    'cache-control': 'no-store',
    'content-language': page.reader.language,
    'referrer-policy': page.referrerPolicy ?? 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Language',
  },
  body: documentOf(page).markup,
})

const documentOf = ({ reader, title, content, stylesheets, navigation }: Page): Html => {
  const texts = FRAME_TEXTS[reader.language]
  return html`<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${stylesheets.map((path) => html`<link rel="stylesheet" href="${path}">\n`)}</head>
<body>
<a class="skip" href="#main">${texts.skipToContent}</a>
<header class="top">
  <p class="sandbox"><strong>${texts.sandboxTitle}.</strong> ${texts.sandboxHint}</p>
  ${languageSwitch(reader, texts.language)}
</header>
${navigation}
<main id="main">
${content}
</main>
</body>
</html>
`
}

const languageSwitch = (reader: Reader, label: string): Html => html`<nav aria-label="${label}">
    ${(['es', 'en'] as const).map(
      (language) =>
        html`<a href="${pathIn(language, reader)}" hreflang="${language}" lang="${language}"${
          language === reader.language && html` aria-current="true"`
        }>${language === 'es' ? 'Español' : 'English'}</a>`,
    )}
  </nav>`
