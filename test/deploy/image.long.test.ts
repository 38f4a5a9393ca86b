import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const RULES = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ isKept: line.startsWith('!'), pattern: line.replace(/^!/, '') }))

/** Whether Docker sends a file to the build: the last rule decides that matches it or a folder above. */
const isSent = (file: string): boolean => {
  const parts = file.split('/')
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = RULES.findLast(({ pattern }) => paths.some((path) => matchesGlob(path, pattern)))
  return last?.isKept ?? true
}

/** Copies the files of a build stage that `.dockerignore` lets through. */
const filesOfStage = (name: string): string => {
  const [, stage = ''] = dockerfile.split(new RegExp(`^FROM .* AS ${name}$`, 'm'))
  const [own = ''] = stage.split(/^FROM /m)
  const folder = mkdtempSync(join(tmpdir(), 'puente-stage-'))
  folders.push(folder)
  for (const [, sources = '', to = ''] of own.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
    for (const source of sources.split(' ')) {
      const target = to.endsWith('/') ? join(folder, to, source) : join(folder, to)
      const filter = (path: string) =>
        statSync(path).isDirectory() ? !path.includes('node_modules') : isSent(relative(ROOT, path))
      cpSync(join(ROOT, source), target, { recursive: true, filter })
      expect(existsSync(target), `${source} is sent to the build`).toBe(true)
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

it('the dashboard builds from the files of its image stage', async () => {
  const folder = filesOfStage('dashboard')
  await promisify(execFile)(process.execPath, ['dashboard/build/build.ts'], { cwd: folder })
  expect(existsSync(join(folder, 'dashboard/dist/index.html'))).toBe(true)
})

it('files that .dockerignore leaves out are not sent to the build', () => {
  expect(['src/main.ts', 'test/README.md', 'AGENTS.md'].filter((file) => !isSent(file))).toEqual([])
  const others = ['test/slow-machine.sh', 'dashboard/dist/index.html', 'src/a/b.test.ts', '.env']
  expect(others.filter(isSent)).toEqual([])
})

it('every file that the image copies from the checkout is sent to the build', () => {
  const copies = [...dockerfile.matchAll(/^COPY (?!--from)(?:--\S+ )*(.+) \S+$/gm)]
  const sources = copies.flatMap(([, given = '']) => given.split(' '))
  expect(sources).toContain('deploy/image')
  const missing = sources.filter((source) => !isSent(source) || !existsSync(join(ROOT, source)))
  expect(missing).toEqual([])
})

/** Two whole builds beside other tests. */
const TWO_BUILDS_MS = 900_000

it('the documentation builds from the files of its image stage, also twice at a time', {
  timeout: TWO_BUILDS_MS,
}, async () => {
  const folder = filesOfStage('dashboard')
  const build = () =>
    promisify(execFile)(process.execPath, ['site/build/build.ts'], { cwd: folder })
  await Promise.all([build(), build()])
  expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['site', 'site-made-from'])
  for (const file of ['index.html', 'own-shop.html.gz', 'api/scalar.js']) {
    expect(existsSync(join(folder, 'dist/site', file)), file).toBe(true)
  }
})

it("the image's default version is the package's", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(new Set(dockerfile.match(/^ARG VERSION=.*$/gm))).toEqual(
    new Set([`ARG VERSION=${version}`]),
  )
})
