import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Declaration, parseSync, Visitor } from 'oxc-parser'

/**
 * Fails when a count exceeds its limit in `structure.json`; lower the limit when a count falls.
 * `--list` prints every finding.
 */
const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const LIMITS: Readonly<Record<string, number>> = JSON.parse(read('./structure.json'))

const linesOf = (name: string): string[] =>
  read(name)
    .split('\n')
    .map((line) => line.replace(/\s*#.*/, '').trim())
    .filter((line) => line !== '')

const RETIRED = new RegExp(`(?:^| )(?:${linesOf('./retired-words.txt').join('|')})(?: |$)`)
const PUBLIC = new Set(linesOf('./public-names.txt'))

const FILES_IN_A_FOLDER = 20
const PARTS = ['src', 'adapters', 'dashboard', 'sandbox']

const tracked = execFileSync('git', ['ls-files', ...PARTS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')
const sources = tracked.filter((file) => /\.(?:tsx?|js)$/.test(file) && !/\.test\.tsx?$/.test(file))
const plugin = tracked.filter((file) => file.endsWith('.php') && !file.includes('plugin-tests'))

/** Splits `notTold`, `NOT_TOLD` and `not-told` into words; leaves public names out. */
const wordsOf = (text: string): string =>
  (text.match(/[\w:-]+/g) ?? [])
    .filter((name) => !PUBLIC.has(name))
    .flatMap((name) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? [])
    .join(' ')
    .toLowerCase()

const exporters = new Map<string, Set<string>>()
const retired: string[] = []

const noteExport = (name: string, file: string): void => {
  exporters.set(name, (exporters.get(name) ?? new Set()).add(file))
}

const namesIn = (declaration: Declaration): string[] => {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [id.name] : [],
      )
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return declaration.id ? [declaration.id.name] : []
    default:
      return []
  }
}

const noteText = (text: string, file: string): void => {
  if (RETIRED.test(wordsOf(text)))
    retired.push(`${file}: ${text.replaceAll('\n', ' ').slice(0, 80)}`)
}

for (const file of sources) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  noteText(basename(file).replace(/\.\w+$/, ''), file)
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) continue
    for (const name of namesIn(statement.declaration)) noteExport(name, file)
  }
  new Visitor({
    Identifier: ({ name }) => noteText(name, file),
    Literal: ({ value }) => {
      if (typeof value === 'string' && !value.startsWith('.')) noteText(value, file)
    },
    TemplateElement: ({ value }) => noteText(value.raw, file),
  }).visit(program)
}

/** PHP: names and strings, without comments. */
for (const file of plugin) {
  noteText(basename(file).replace(/\.\w+$/, ''), file)
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  for (const [name] of code.matchAll(/'(?:\\.|[^'\\])*'|\w+/g)) noteText(name, file)
}

/** The glossary lists the retired words, and the changelog quotes the past. */
const WITH_RETIRED_WORDS = new Set(['docs/glossary.md', 'CHANGELOG.md'])

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('.') && !WITH_RETIRED_WORDS.has(file))

/** Terms of a document that no other word replaces. */
const TERMS = /problem\+json|problem documents?/g
/** In documents, "problem" is the RFC 9457 document; what needs a person is an alert. */
const RETIRED_IN_DOCUMENTS = /(?:^| )problems(?: |$)/

for (const file of documents) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const text = line.replaceAll(TERMS, '')
    noteText(text, `${file}:${index + 1}`)
    if (RETIRED_IN_DOCUMENTS.test(wordsOf(text))) {
      retired.push(`${file}:${index + 1}: ${line.slice(0, 80)}`)
    }
  }
}

const double = [...exporters]
  .filter(([, files]) => files.size > 1)
  .map(([name, files]) => `${name}: ${[...files].join(', ')}`)

const folders = Map.groupBy(tracked, (file) => dirname(file))
const crowded = [...folders]
  .filter(([, files]) => files.length > FILES_IN_A_FOLDER)
  .map(([folder, files]) => `${folder}: ${files.length} files`)

const found: Readonly<Record<string, string[]>> = {
  'exported names in two files': double,
  [`folders of more than ${FILES_IN_A_FOLDER} files`]: crowded,
  'retired words': retired,
}

for (const [what, findings] of Object.entries(found)) {
  const limit = LIMITS[what] ?? 0
  const verdict =
    findings.length > limit ? 'too many' : findings.length < limit ? 'lower the limit' : 'ok'
  process.stdout.write(`${what}: ${findings.length} (limit ${limit}): ${verdict}\n`)
  if (findings.length > limit) process.exitCode = 1
  if (process.argv.includes('--list') || findings.length > limit) {
    for (const finding of findings) process.stdout.write(`  ${finding}\n`)
  }
}
