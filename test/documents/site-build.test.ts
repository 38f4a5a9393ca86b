import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBuildFolder, publish } from '../../site/build/publish.ts'
import { sourcesOfSite } from '../../site/build/sources.ts'
import { readPages } from '../../site/build/stage.ts'

const ROOT = join(import.meta.dirname, '../..')

const folderForTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A finished build whose pages hold this text. */
const madeIn = (dist: string, text: string): string => {
  const made = join(openBuildFolder(dist), 'made')
  mkdirSync(made)
  writeFileSync(join(made, 'index.html'), text)
  return made
}

describe('publishing the site', () => {
  it('a build replaces the former site with all its files', () => {
    const dist = folderForTest()
    const site = join(dist, 'site')
    publish(madeIn(dist, 'first'), site)
    writeFileSync(join(site, 'gone.html'), '')
    publish(madeIn(dist, 'second'), site)
    expect(readFileSync(join(site, 'index.html'), 'utf8')).toBe('second')
    expect(readdirSync(site)).toEqual(['index.html'])
  })

  it('two builds at a time write into folders of their own', () => {
    const dist = folderForTest()
    const [one, other] = [madeIn(dist, 'one'), madeIn(dist, 'other')]
    expect(one).not.toBe(other)
    publish(one, join(dist, 'site'))
    publish(other, join(dist, 'site'))
    expect(readFileSync(join(dist, 'site/index.html'), 'utf8')).toBe('other')
  })

  it('a build without its files leaves the former site', () => {
    const dist = folderForTest()
    const site = join(dist, 'site')
    publish(madeIn(dist, 'first'), site)
    expect(() => publish(join(dist, 'nothing'), site)).toThrow('ENOENT')
    expect(readFileSync(join(site, 'index.html'), 'utf8')).toBe('first')
  })

  it('a build removes the folders of killed builds, not those that another one writes', () => {
    const dist = folderForTest()
    const killed = dirname(madeIn(dist, 'killed'))
    const running = dirname(madeIn(dist, 'running'))
    const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000)
    utimesSync(killed, hoursAgo, hoursAgo)
    const own = openBuildFolder(dist)
    expect(
      readdirSync(dist)
        .map((name) => join(dist, name))
        .sort(),
    ).toEqual([running, own].sort())
  })
})

describe('a changed source makes the site stale', () => {
  const sources = sourcesOfSite(ROOT)
  const isSource = (file: string) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`))

  it('every document of a page is a source', () => {
    const documents = readPages(ROOT).map(({ source }) => source)
    expect(documents.filter((source) => !isSource(source))).toEqual([])
  })

  it('every module that the build imports is a source', () => {
    const modules = globSync('site/{build,.vitepress}/**/*.ts', { cwd: ROOT })
    expect(modules.length).toBeGreaterThan(8)
    const imported = modules.flatMap((file) =>
      [
        ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|\}) .*from '(\.[^']+)'/gm),
      ].map(([, to = '']) => relative(ROOT, join(ROOT, dirname(file), to))),
    )
    expect(imported).toContain('src/http/documents/design-tokens.ts')
    // Decides whether to build, not what.
    const others = imported.filter((file) => file !== 'dashboard/build/fingerprint.ts')
    expect(others.filter((file) => !isSource(file))).toEqual([])
  })
})
