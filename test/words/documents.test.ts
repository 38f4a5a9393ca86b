import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { anchorsIn } from '../../site/build/markdown.ts'

const ROOT = join(import.meta.dirname, '../..')
const documents = globSync(
  ['*.md', 'docs/**/*.md', 'adapters/*.md', 'packages/*/*.md', 'examples/*.md', 'test/*.md'],
  { cwd: ROOT },
)

it.each(documents)('every link of %s leads to an existing file and heading', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) =>
    link === undefined || /^[a-z]+:/.test(link) ? [] : [link],
  )
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path)
    if (!existsSync(file)) return true
    return anchor !== undefined && !anchorsIn(readFileSync(file, 'utf8')).has(anchor)
  })
  expect(broken).toEqual([])
})

it('every file that CONTRIBUTING.md names exists', () => {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const named = [...text.matchAll(/`((?:src|adapters|config|docs|test|checks)\/[\w./-]+)`/g)]
  expect(named.length).toBeGreaterThan(10)
  expect(named.flatMap(([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [path]))).toEqual([])
})
