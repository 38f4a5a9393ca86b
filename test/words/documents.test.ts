import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { anchorsIn } from '../../site/build/markdown.ts'
import { API_REFERENCE } from '../../src/http/documents/site.ts'

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

it('every file that CONTRIBUTING.md and the architecture name exists', () => {
  const text = ['CONTRIBUTING.md', 'docs/architecture.md']
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .join('\n')
  const named = [...text.matchAll(/`((?:src|adapters|config|docs|test|checks)\/[\w./-]+)`/g)]
  expect(named.length).toBeGreaterThan(10)
  expect(named.flatMap(([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [path]))).toEqual([])
})

it('the architecture lists every folder of the repository and of src', () => {
  const [, tree = ''] = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('## Folders')
  const named = new Set([...tree.matchAll(/^(?: {2})?([\w-]+)\/ /gm)].map(([, name = '']) => name))
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const folders = tracked.flatMap((file) => {
    const [top = '', second] = file.split('/')
    if (second === undefined || top.startsWith('.')) return []
    return top === 'src' && /^src\/[^/]+\//.test(file) ? [top, second] : [top]
  })
  expect([...new Set(folders)].filter((name) => name !== 'src' && !named.has(name))).toEqual([])
})

it('documents and messages name the API reference by its address', () => {
  const named = [...documents, 'src/http/documents/problem-causes.json'].flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/API reference \(`([^`]+)`/g)].map(
      ([, address]) => ({ file, address }),
    ),
  )
  expect(named.filter(({ address }) => address !== API_REFERENCE)).toEqual([])
  expect(named.length).toBeGreaterThan(3)
})
