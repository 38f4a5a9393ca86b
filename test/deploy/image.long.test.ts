import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const filesOfStage = (name: string): string => {
  const [, stage = ''] = dockerfile.split(new RegExp(`^FROM .* AS ${name}$`, 'm'))
  const [own = ''] = stage.split(/^FROM /m)
  const folder = mkdtempSync(join(tmpdir(), 'puente-stage-'))
  folders.push(folder)
  for (const [, sources = '', to = ''] of own.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
    for (const source of sources.split(' ')) {
      const target = to.endsWith('/') ? join(folder, to, source) : join(folder, to)
      const isSource = (path: string) => !path.includes('node_modules') && !path.includes('/dist')
      cpSync(join(ROOT, source), target, { recursive: true, filter: isSource })
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

it('the documentation builds from the files of its image stage', async () => {
  const folder = filesOfStage('dashboard')
  await promisify(execFile)(process.execPath, ['site/build/build.ts'], { cwd: folder })
  expect(existsSync(join(folder, 'dist/site/index.html'))).toBe(true)
  expect(existsSync(join(folder, 'dist/site/api/scalar.js'))).toBe(true)
})

it("the image's default version is the package's", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`)
})
