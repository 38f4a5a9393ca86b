import { fileURLToPath } from 'node:url'
import { type Html, html } from '../html.ts'
import { PERMISSIONS_POLICY } from './permissions-policy.ts'

/** The folder of `design.css`: tokens, elements and components of the pages of all services. */
export const SHARED_ASSETS = fileURLToPath(new URL('assets', import.meta.url))

/** A page as a document: all that stands around what it shows. */
export const renderPageShell = ({
  language,
  title,
  stylesheets,
  theme,
  attributes,
  icon = 'data:,',
  head,
  body,
}: {
  language: string
  title: string
  /** Paths, that of the design first. */
  stylesheets: readonly string[]
  /** Unless it is as the reader's device is set. */
  theme?: 'light' | 'dark' | undefined
  /** Of the document, for its script. */
  attributes?: Html | false | undefined
  icon?: string
  head?: Html | false | undefined
  body: Html
}): string =>
  html`<!doctype html>
<html lang="${language}"${theme && html` data-theme="${theme}"`}${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
${stylesheets.map((path) => html`<link rel="stylesheet" href="${path}">\n`)}${head}
</head>
<body>
${body}
</body>
</html>
`.markup

/** Of a page that is for one reader: nobody keeps it, and no other site learns its address. */
export const PRIVATE_PAGE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const

/** The headers of such a page where no server adds its own. */
export const pageHeaders = (language: string, policy: string): Record<string, string> => ({
  ...PRIVATE_PAGE,
  ...PERMISSIONS_POLICY,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'content-language': language,
  'x-content-type-options': 'nosniff',
})

/**
 * A Content-Security-Policy under which a page loads, sends and shows nothing, and stands in no other
 * page, but for what `allowed` says. A directive that is `undefined` there is left out.
 */
export const securityPolicy = (allowed: Readonly<Record<string, string | undefined>>): string =>
  Object.entries({ ...allowed, ...NOTHING_ALLOWED, ...allowed })
    .flatMap(([directive, sources]) => (sources === undefined ? [] : [`${directive} ${sources}`]))
    .join('; ')

const NOTHING_ALLOWED = {
  'default-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}
