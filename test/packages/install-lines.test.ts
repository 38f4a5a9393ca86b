import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientVersion } from '../../packages/php/build/archive.ts'
import { documents } from '../documents/code-blocks.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Manifest {
  name: string
  private?: boolean
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The packages that shops install, by folder. */
const published = readdirSync(join(ROOT, 'packages')).flatMap((folder) => {
  const file = join(ROOT, 'packages', folder, 'package.json')
  if (!existsSync(file)) return []
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  return manifest.private ? [] : [{ folder, manifest }]
})

/** Names of the tarballs that `npm pack` makes, as npm says, and of the archive in PHP. */
const archives = (): string[] => {
  const folders = published.map(({ folder }) => `./packages/${folder}`)
  const flags = ['pack', '--dry-run', '--json', '--ignore-scripts', ...folders]
  const printed = execFileSync('npm', flags, { cwd: ROOT, encoding: 'utf8' })
  const packs: { filename: string }[] = JSON.parse(printed)
  return [...packs.map(({ filename }) => filename), `puente-php-${clientVersion()}.zip`]
}

const textOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8')

/** Matches of a pattern in all documents and package files of examples, with their place. */
const found = (pattern: RegExp): { at: string; text: string }[] =>
  [...documents, 'examples/express/package.json', 'examples/fastify/package.json'].flatMap(
    (document) => [...textOf(document).matchAll(pattern)].map(([text]) => ({ at: document, text })),
  )

it('each tarball that a document names is one that npm pack makes', () => {
  const made = archives()
  const named = found(/puente-[\w-]+-\d+\.\d+\.\d+\.(?:tgz|zip)/g)
  expect(new Set(named.map(({ text }) => text))).toEqual(new Set(made))
})

it('a document packs only packages that exist', () => {
  const packed = found(/(?:--workspace |npm pack.* \.\/)packages\/[\w-]+/g)
  const folders = published.map(({ folder }) => `packages/${folder}`)
  const isPublished = (text: string) => folders.some((folder) => text.endsWith(folder))
  expect(packed.filter(({ text }) => !isPublished(text))).toEqual([])
  expect(packed.length).toBeGreaterThan(5)
})

it('no document asks a registry for a package that none has', () => {
  const asking =
    /\b(?:npm (?:create|init)|npm (?:i|install|exec)(?: -\S+)*|pnpm (?:create|add)|yarn (?:create|add)) @puente\/\S*/g
  expect(found(asking)).toEqual([])
})

it('npx runs a package only after a line that installs its tarball', () => {
  const wrong = documents.filter((document) => {
    const text = textOf(document)
    const [, name] = /\bnpx @puente\/([\w-]+)/.exec(text) ?? []
    if (name === undefined || document.endsWith('CHANGELOG.md')) return false
    const isInstalled = new RegExp(`npm install .*puente-${name}-[\\d.]+\\.tgz`)
    return !isInstalled.test(text.slice(0, text.search(/\bnpx @puente\//)))
  })
  expect(wrong).toEqual([])
})

it('a package names another of Puente’s as a peer, which the shop installs from its tarball', () => {
  const fetched = published.flatMap(({ manifest: { name, dependencies = {} } }) =>
    Object.keys(dependencies)
      .filter((each) => each.startsWith('@puente/'))
      .map((each) => `${name} needs ${each}`),
  )
  expect(fetched).toEqual([])
  const peersOf = (name: string): string[] => {
    const found = published.find(({ folder }) => folder === name)
    return Object.keys(found?.manifest.peerDependencies ?? {})
  }
  expect(peersOf('local')).toEqual(['@puente/simulator'])
  expect(peersOf('vendure')).toEqual(['@puente/node', '@vendure/core'])
  expect(peersOf('medusa')).toEqual(['@medusajs/framework', '@puente/node'])
})
