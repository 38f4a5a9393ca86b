import { fileURLToPath } from 'node:url'
import { type Html, html } from './html.ts'
import { PERMISSIONS_POLICY } from './permissions-policy.ts'

export const SHARED_ASSETS = fileURLToPath(new URL('../assets', import.meta.url))

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
  /** Paths, the design system's first. */
  stylesheets: readonly string[]
  /** Overrides the device's colour scheme. */
  theme?: 'light' | 'dark' | undefined
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

/** Disables caching, and the Referer to other sites. */
export const PRIVATE_PAGE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const

/** Headers for servers that add none themselves. */
export const pageHeaders = (language: string, policy: string): Record<string, string> => ({
  ...PRIVATE_PAGE,
  ...PERMISSIONS_POLICY,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'content-language': language,
  'x-content-type-options': 'nosniff',
})

/**
 * Builds a Content-Security-Policy that blocks everything, framing included, except `allowed`. An
 * `undefined` directive is omitted.
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
