import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import express from 'express'
import { expect, it } from 'vitest'
import { DASHBOARD_SECTIONS, dashboardPages } from '../../../src/http/pages/dashboard.ts'

const MADE = new URL('../../../dashboard/dist/', import.meta.url)
const MOST_BYTES = 250_000
const HOME = 'screens/attention/screen.tsx'
const CATALOGUE = 'locales/es.json'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

const read = (file: string): Buffer => readFileSync(fileURLToPath(new URL(file, MADE)))

/** Including transitive imports. */
const filesOf = (
  manifest: Record<string, Chunk>,
  name: string,
  seen = new Set<string>(),
): Set<string> => {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const file of chunk.css ?? []) seen.add(file)
  for (const other of chunk.imports ?? []) filesOf(manifest, other, seen)
  return seen
}

it('the home of the dashboard loads in less than 250 kB, compressed', () => {
  const manifest: Record<string, Chunk> = JSON.parse(String(read('manifest.json')))
  const files = new Set([
    'index.html',
    ...filesOf(manifest, 'index.html'),
    ...filesOf(manifest, HOME),
    ...filesOf(manifest, CATALOGUE),
  ])
  expect(files.size).toBeGreaterThan(3)
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
  expect(bytes).toBeLessThan(MOST_BYTES)
})

it('component styles of the dashboard override the shared page design', () => {
  const page = String(read('index.html'))
  const styles = [...page.matchAll(/rel="stylesheet"[^>]* href="\/([^"]+)"/g)]
  const css = styles.map(([, file = '']) => String(read(file))).join('\n')
  expect(css.indexOf('@layer design')).toBeGreaterThanOrEqual(0)
  expect(css.indexOf('@layer mantine')).toBeGreaterThan(css.indexOf('@layer design'))
})

it('the stylesheet has the rules of every Mantine component in use', () => {
  const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
  const built = (kind: string) =>
    readdirSync(new URL('assets/', MADE))
      .filter((file) => file.endsWith(kind))
      .map((file) => String(read(`assets/${file}`)))
      .join('\n')
  const styled = classesOf(built('.css'))
  const all = classesOf(
    ['core', 'notifications', 'charts']
      .map((part) => readFileSync(`node_modules/@mantine/${part}/styles.css`, 'utf8'))
      .join('\n'),
  )
  const used = [...classesOf(built('.js'))].filter((name) => all.has(name))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !styled.has(name))).toEqual([])
})

it('Puente serves each section that the dashboard links to', () => {
  const shell = readFileSync(new URL('../../../dashboard/app/shell.tsx', import.meta.url), 'utf8')
  const sections = [...shell.matchAll(/to: '\/(\w*)'/g)].map(([, section]) => section)
  expect(sections.length).toBeGreaterThan(1)
  expect(
    sections.filter((name) => name && !DASHBOARD_SECTIONS.some((one) => one === name)),
  ).toEqual([])
})

it.each([
  ['compressed to a browser', 'gzip, br', 'gzip'],
  ['as they are to who cannot read that', 'identity', null],
])('the files of the dashboard go %s', async (_, accepted, encoding) => {
  const pages = dashboardPages({ isSignedIn: async () => true })
  if (!pages) throw new Error('The dashboard is not made')
  const manifest: Record<string, Chunk> = JSON.parse(String(read('manifest.json')))
  const { file, css: [style = ''] = [] } = manifest['index.html'] ?? { file: '' }
  const server = express().use(pages).listen(0)
  try {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    for (const [name, type] of [
      [file, 'text/javascript'],
      [style, 'text/css'],
    ] as const) {
      const headers = { 'accept-encoding': accepted }
      const answer = await fetch(`http://127.0.0.1:${port}/${name}`, { headers })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('content-type')).toContain(type)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(Buffer.from(await answer.arrayBuffer()).equals(read(name))).toBe(true)
    }
  } finally {
    server.close()
  }
})

/** Address and screen of each route. */
const routes = [
  ...readFileSync(new URL('../../../dashboard/app/router.tsx', import.meta.url), 'utf8').matchAll(
    /path: '([^']+)'(?:(?!path:).)*?import\('\.\.\/screens\/([\w-]+)\/screen\.tsx'\)/gs,
  ),
].map(([, path = '', screen = '']) => [path.replace('$id', 'id_1'), screen] as const)

it('every screen of the dashboard has an address', () => {
  const screens = readdirSync(new URL('../../../dashboard/screens/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => /^[\w-]+\/screen\.tsx$/.test(file))
  expect(routes.map(([, screen]) => `${screen}/screen.tsx`).toSorted()).toEqual(screens.toSorted())
})

it.each(routes)(
  'the page at %s lists every module of its screen, so they load at once',
  async (path, screen) => {
    const manifest: Record<string, Chunk> = JSON.parse(String(read('manifest.json')))
    const pages = dashboardPages({ isSignedIn: async () => true })
    if (!pages) throw new Error('The dashboard is not made')
    const server = express().use(pages).listen(0)
    try {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const page = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
      const listed = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
        ([, file]) => file,
      )
      const modules = [...filesOf(manifest, `screens/${screen}/screen.tsx`)]
      expect(modules.length).toBeGreaterThan(3)
      const missing = modules.filter((file) => file.endsWith('.js') && !listed.includes(file))
      expect(missing).toEqual([])
      expect(new Set(listed).size).toBe(listed.length)
    } finally {
      server.close()
    }
  },
)
