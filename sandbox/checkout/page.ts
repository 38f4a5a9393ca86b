import { type Html, html } from '../../src/platform/html.ts'
import type { Reply } from '../http/reply.ts'
import { pathIn, type Visit } from './visit.ts'

export const STYLESHEET_PATH = '/checkout/assets/page.css'

/** Origins that a policy header can name without a way to say more than that. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Nothing runs and nothing is loaded but our stylesheet. Browsers hold a form's redirects to
 * `form-action` too, so the merchant's own origin is on it.
 */
const securityPolicy = (formTargets: readonly string[]): string => {
  const origins = formTargets
    .map((url) => URL.parse(url)?.origin ?? '')
    .filter((origin) => PLAIN_ORIGIN.test(origin))
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    ["form-action 'self'", ...new Set(origins)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A hosted page with everything around its content. */
export const page = (options: {
  visit: Visit
  status: number
  title: string
  content: Html
  /** Where a form on it may lead, besides here. */
  formTargets?: readonly string[]
}): Reply => ({
  status: options.status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': securityPolicy(options.formTargets ?? []),
    'cache-control': 'no-store',
    'content-language': options.visit.language,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Language',
  },
  body: documentOf(options).markup,
})

const documentOf = ({
  visit,
  title,
  content,
}: {
  visit: Visit
  title: string
  content: Html
}): Html => html`<!doctype html>
<html lang="${visit.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<a class="skip" href="#main">${visit.texts.skipToContent}</a>
<header class="top">
  <p class="sandbox"><strong>${visit.texts.sandboxTitle}.</strong> ${visit.texts.sandboxHint}</p>
  ${languageSwitch(visit)}
</header>
<main id="main">
${content}
</main>
</body>
</html>
`

const languageSwitch = (visit: Visit): Html => html`<nav aria-label="${visit.texts.language}">
    ${(['es', 'en'] as const).map(
      (language) =>
        html`<a href="${pathIn(language, visit)}" hreflang="${language}" lang="${language}"${
          language === visit.language && html` aria-current="true"`
        }>${language === 'es' ? 'Español' : 'English'}</a>`,
    )}
  </nav>`
