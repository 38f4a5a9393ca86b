import { SECTIONS } from '../navigation.ts'
import type { StagedPage } from './stage.ts'

/** Lists the pages for programs that read (https://llmstxt.org): each as Markdown, with its summary. */
export const llmsText = (pages: readonly StagedPage[]): string => {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const sections = SECTIONS.map(({ title, pages: listed }) => {
    const lines = listed.flatMap(({ path }) => {
      const page = byPath.get(path)
      return page ? [`- [${page.title}](/docs/${path}.md): ${page.summary}`] : []
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `${[
    '# Puente',
    '> Puente connects storefront orders to card payments at the gateway: checkout, signed notifications, refunds and reconciliation.',
    'Amounts are decimal strings with a currency, times are ISO 8601 in UTC, errors are problem documents (RFC 9457) with a `code` and a `retry`.',
    '## API\n\n- [Merchant API as an OpenAPI document](/openapi.json): every route, field, error and notification',
    ...sections,
  ].join('\n\n')}\n`
}

/** All English pages for developers in one file. */
export const llmsFullText = (pages: readonly StagedPage[]): string => {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return SECTIONS.filter(({ title }) => title !== 'Project')
    .flatMap(({ pages: listed }) => listed.map(({ path }) => byPath.get(path)?.text ?? ''))
    .join('\n\n')
}
