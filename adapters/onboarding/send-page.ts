import { fileURLToPath } from 'node:url'
import type { Response } from 'express'
import { html } from '../../src/runtime/html.ts'
import { speak } from '../../src/runtime/http/reader-language.ts'
import { renderDocument } from '../adapter.ts'

/** The folder with the style of the pages on which stores are connected. */
export const CONNECTING_ASSETS = fileURLToPath(new URL('assets', import.meta.url))

type Document = Parameters<typeof renderDocument>[0]

/** Sends a page on which a store is connected, with the style of all of them. */
export const sendPage = (
  response: Response,
  {
    assetsPath,
    head,
    path,
    query = {},
    ...document
  }: Omit<Document, 'otherLanguageUrl'> & {
    /** Where the platform serves the files of `CONNECTING_ASSETS`. */
    assetsPath: string
    /** The address of the page, for the same in the other language; what is `undefined` is left out. */
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
