import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { DECISIONS, HOMES, SECTIONS, type SitePage, SPANISH } from '../navigation.ts'
import { anchorsIn, mapLinks, summaryOf, titleOf } from './markdown.ts'

export interface StagedPage extends SitePage {
  title: string
  summary: string
  /** With links between pages of the site. */
  text: string
}

/** The records of decisions, in their order. */
export const decisionPages = (root: string): SitePage[] =>
  readdirSync(join(root, DECISIONS.folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      source: `${DECISIONS.folder}/${name}`,
      path: `${DECISIONS.path}/${name.slice(0, -'.md'.length)}`,
    }))

export const sitePages = (root: string): SitePage[] => [
  ...HOMES,
  ...[...SECTIONS, ...SPANISH].flatMap(({ pages }) => pages),
  ...decisionPages(root),
]

/** Documents that the navigation must list: everything below `docs`, and the package READMEs. */
const documentsIn = (root: string): string[] => [
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join('docs', name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((name) => existsSync(join(root, name))),
]

interface Target {
  /** Of the document that has the link. */
  page: SitePage
  isPicture: boolean
  label: string
  target: string
}

type Linked = { kind: 'link'; text: string } | { kind: 'dead'; fault: string }

/** Turns a link between files into one between pages; a link to code becomes its text. */
const linkOf = (
  { page: { source, path }, isPicture, label, target }: Target,
  { root, bySource }: { root: string; bySource: ReadonlyMap<string, string> },
): Linked => {
  const linkTo = (address: string): Linked => ({
    kind: 'link',
    text: `${isPicture ? '!' : ''}[${label}](${address})`,
  })
  if (/^[a-z]+:/.test(target)) return linkTo(target)
  const [file = '', anchor] = target.split('#')
  const linked = file === '' ? source : posix.join(posix.dirname(source), file)
  const to = bySource.get(linked.replace(/\/$/, ''))
  const isFile = /\.(?:md|png|svg)$/.test(linked)
  if (to === undefined && !isFile) return { kind: 'link', text: label }
  if (!existsSync(join(root, linked))) {
    return { kind: 'dead', fault: `${source}: ${target} does not exist` }
  }
  if (isPicture) return linkTo(relative(path, linked.replace(/^docs\//, '')))
  if (to === undefined)
    return { kind: 'dead', fault: `${source}: ${target} is no page of the site` }
  if (anchor === undefined) return linkTo(relative(path, `${to}.md`))
  if (!anchorsIn(readFileSync(join(root, linked), 'utf8')).has(anchor)) {
    return { kind: 'dead', fault: `${source}: ${target} has no such heading` }
  }
  return linkTo(`${relative(path, `${to}.md`)}#${anchor}`)
}

/** Reads the pages of the site. Throws with every document outside the navigation and every dead link. */
export const readPages = (root: string): StagedPage[] => {
  const pages = sitePages(root)
  const bySource = new Map(pages.map(({ source, path }) => [source, path]))
  // The front page of the repository.
  bySource.set('README.md', 'index')
  bySource.set(DECISIONS.folder, `${DECISIONS.path}/index`)
  const faults = documentsIn(root)
    .filter((source) => !bySource.has(source))
    .map((source) => `${source} is in no section of site/navigation.ts`)

  const staged = pages.map((page) => {
    const whole = readFileSync(join(root, page.source), 'utf8')
    const text = mapLinks(whole, (link) => {
      const linked = linkOf({ page, ...link }, { root, bySource })
      if (linked.kind === 'link') return linked.text
      faults.push(linked.fault)
      return link.label
    })
    return { ...page, title: titleOf(whole), summary: summaryOf(whole), text }
  })
  if (faults.length > 0) throw new Error(`The site has faults:\n${faults.join('\n')}`)
  return [...staged, listOfDecisions(staged)]
}

const listOfDecisions = (staged: readonly StagedPage[]): StagedPage => {
  const records = staged.filter(({ path }) => path.startsWith(`${DECISIONS.path}/`))
  const summary = 'For contributors who want to know why Puente is as it is, or to undo a decision.'
  const list = records.map(({ path, title }) => `- [${title}](./${posix.basename(path)}.md)`)
  return {
    source: DECISIONS.folder,
    path: `${DECISIONS.path}/index`,
    title: 'Decisions',
    summary,
    text: `# Decisions\n\n${summary}\n\n${list.join('\n')}\n`,
  }
}

const relative = (from: string, to: string): string => {
  const way = posix.relative(posix.dirname(from), to)
  return way.startsWith('.') ? way : `./${way}`
}

/** Pictures keep their names, so that pages and their Markdown show the same files. */
const PICTURE = /\]\((?:\.\.?\/)+images\//g

const writeAll = (folder: string, files: readonly (readonly [name: string, text: string])[]) => {
  for (const [name, text] of files) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Writes the pages and their pictures where the generator reads them. */
export const stagePages = (
  pages: readonly StagedPage[],
  { root, folder }: { root: string; folder: string },
): void => {
  rmSync(folder, { recursive: true, force: true })
  writeAll(
    folder,
    pages.map(({ path, summary, text }) => [
      `${path}.md`,
      `---\ndescription: ${JSON.stringify(summary)}\n---\n\n${text.replace(PICTURE, '](/images/')}`,
    ]),
  )
  cpSync(join(root, 'docs/images'), join(folder, 'public/images'), { recursive: true })
}

/** Writes each page as Markdown beside it, for readers that are programs. */
export const writeMarkdown = (pages: readonly StagedPage[], folder: string): void =>
  writeAll(
    folder,
    pages.map(({ path, text }) => [`${path}.md`, text]),
  )
