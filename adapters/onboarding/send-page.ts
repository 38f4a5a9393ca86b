import { fileURLToPath } from 'node:url'
import type { Response } from 'express'
import { html } from '../../src/runtime/http/page/html.ts'
import { speak } from '../../src/runtime/http/page/reader-language.ts'
import { renderDocument } from '../adapter.ts'

export const CONNECTING_ASSETS = fileURLToPath(new URL('assets', import.meta.url))

type Document = Parameters<typeof renderDocument>[0]

/** Sends an onboarding page with its stylesheet and a link to the other language. */
export const sendPage = (
  response: Response,
  {
    assetsPath,
    head,
    path,
    query = {},
    ...document
  }: Omit<Document, 'otherLanguageUrl'> & {
    /** URL path of `CONNECTING_ASSETS`. */
    assetsPath: string
    /** Target of the language link; skips `undefined` values. */
    path: string
    query?: Record<string, string | undefined>
  },
): void => {
  const { locale } = document
  const other = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  for (const [name, value] of Object.entries(query)) if (value) other.set(name, value)
  speak(response, locale)
  response.send(
    renderDocument({
      ...document,
      head: html`<link rel="stylesheet" href="${assetsPath}/connect.css">${head}`,
      otherLanguageUrl: `${path}?${other}`,
    }),
  )
}
