import { DECISIONS, HOMES, SECTIONS, type Section, SPANISH } from '../navigation.ts'
import type { StagedPage } from './stage.ts'

/** Lists all pages for programs that read (https://llmstxt.org): each as Markdown, with its summary. */
export const llmsText = (pages: readonly StagedPage[]): string => {
  const decisions = pages.filter(({ path }) => path.startsWith(`${DECISIONS.path}/`))
  const sections: Section[] = [
    { title: 'Home pages', pages: HOMES },
    ...SECTIONS,
    ...SPANISH,
    { title: 'Decisions', pages: decisions },
  ]
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const listed = sections.map(({ title, pages: own }) => {
    const lines = own.flatMap(({ path }) => {
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
    '## In one file\n\n- [All English pages but those of the project](/docs/llms-full.txt): quick starts, guides and reference',
    ...listed,
  ].join('\n\n')}\n`
}

/** The English pages in one file, without those of the project. */
export const llmsFullText = (pages: readonly StagedPage[]): string => {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return SECTIONS.filter(({ title }) => title !== 'Project')
    .flatMap(({ pages: listed }) => listed.map(({ path }) => byPath.get(path)?.text ?? ''))
    .join('\n\n')
}
