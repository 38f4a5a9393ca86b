import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { llmsText } from '../../site/build/llms.ts'
import { mapLinks, summaryOf } from '../../site/build/markdown.ts'
import { readPages, sitePages } from '../../site/build/stage.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A repository with every page of the navigation, and these texts in place of some. */
const repositoryWith = (texts: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'puente-site-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const files = Object.fromEntries(
    sitePages(ROOT).map(({ source }) => [source, '# Page\n\nText.\n']),
  )
  for (const [name, text] of Object.entries({ ...files, 'README.md': '# Puente\n', ...texts })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const pageOf = (texts: Readonly<Record<string, string>>, path: string): string =>
  readPages(repositoryWith(texts)).find((page) => page.path === path)?.text ?? ''

const FAULTS: readonly (readonly [
  what: string,
  texts: Readonly<Record<string, string>>,
  fault: string,
])[] = [
  [
    'a missing document',
    { 'docs/try-it.md': '[a](gone.md)' },
    'docs/try-it.md: gone.md does not exist',
  ],
  [
    'a missing heading',
    { 'docs/try-it.md': '[a](own-shop.md#gone)' },
    'docs/try-it.md: own-shop.md#gone has no such heading',
  ],
  [
    'a missing picture',
    { 'docs/try-it.md': '![a](images/gone.png)' },
    'docs/try-it.md: images/gone.png does not exist',
  ],
  [
    'a document outside the navigation',
    { 'docs/new.md': '# New' },
    'docs/new.md is in no section of site/navigation.ts',
  ],
  [
    'the README of a package outside the navigation',
    { 'packages/new/README.md': '# New' },
    'packages/new/README.md is in no section of site/navigation.ts',
  ],
  [
    'a link that would lose its target',
    { 'docs/try-it.md': '[a](../deploy/notes.md)', 'deploy/notes.md': '# Notes' },
    'docs/try-it.md: ../deploy/notes.md is no page of the site',
  ],
]

describe('the pages of the site', () => {
  it('a link between documents leads to the page, and a link to code becomes text', () => {
    const text =
      '# Try it\n\n[Own](own-shop.md#fields), [root](../README.md), [code](../src/main.ts), [why](decisions), [out](https://example.com)'
    const page = pageOf(
      { 'docs/try-it.md': text, 'docs/own-shop.md': '# Own\n\n## Fields\n' },
      'try-it',
    )
    expect(page).toContain(
      '[Own](./own-shop.md#fields), [root](./index.md), code, [why](./decisions/index.md), [out](https://example.com)',
    )
  })

  it('a link to the README of a package leads to its page', () => {
    const text = readPages(ROOT).find(({ path }) => path === 'own-shop')?.text
    expect(text).toContain('](./packages/node.md#receive-notifications)')
  })

  it('every published package has a page', () => {
    const readmes = globSync('packages/*/README.md', { cwd: ROOT })
    const sources = sitePages(ROOT).map(({ source }) => source)
    expect(readmes.filter((readme) => !sources.includes(readme))).toEqual([])
  })

  it('a link inside code stays as it is', () => {
    const text = '`[a](b.md)`\n\n```md\n[a](b.md)\n```\n'
    expect(mapLinks(text, () => 'changed')).toBe(text)
  })

  it.each(FAULTS)('%s stops the build', (_, texts, fault) => {
    expect(() => readPages(repositoryWith(texts))).toThrow(fault)
  })

  it('the quick start for developers leads to the pages of packages and examples', () => {
    const home = readPages(ROOT).find(({ path }) => path === 'index')?.text ?? ''
    for (const path of ['packages/create-shop', 'packages/node', 'packages/php', 'examples']) {
      expect(home).toContain(`](./${path}.md)`)
    }
  })

  it('every page of the repository has a title and says whom it is for', () => {
    const without = readPages(ROOT).filter(({ title, summary }) => !title || summary.length < 20)
    expect(without.map(({ source }) => source)).toEqual([])
  })

  it('llms.txt names each page with its address and summary', () => {
    expect(llmsText(readPages(ROOT))).toContain(
      '- [Try it](/docs/try-it.md): For everyone who wants to see Puente at work',
    )
  })

  it('llms.txt names every page, also the Spanish ones and the decisions, and the file of all', () => {
    const pages = readPages(ROOT)
    const links = [...llmsText(pages).matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, to]) => to)
    const expected = ['llms-full.txt', ...pages.map(({ path }) => `${path}.md`)]
    expect(links.sort()).toEqual(expected.sort())
  })

  it('a summary is the first paragraph without markup', () => {
    expect(summaryOf('# A\n\nFor *all*, [b](c.md)\nand `d`.\n\nMore.\n')).toBe('For all, b and d.')
  })
})
