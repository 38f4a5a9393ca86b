import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { REGIONS } from '../../src/locales/language.ts'
import { argumentsByKey, folders } from './catalogues.ts'

const known = folders.flatMap((folder) =>
  Object.entries(argumentsByKey(`${folder}/en.json`, REGIONS.en))
    .filter(([, needed]) => needed.length > 0)
    .map(([path, needed]) => ({ part: folder.slice(0, -'locales'.length), path, needed })),
)

/** Searches the catalogues next to the file for the longest known suffix of `key`. */
const messagesAt = (key: string, file: string): string[][] => {
  const found = known.filter(({ part, path }) => file.startsWith(part) && path.endsWith(key))
  const rest = key.indexOf('.', 1)
  return found.length > 0 || rest < 0
    ? found.map(({ needed }) => needed)
    : messagesAt(key.slice(rest), file)
}

const FORMATTERS = new Set(['format', 'formatMessage'])

/** Keeps only the literal part, such as `.words.each` of `TEXTS[language].alerts.words.each`. */
const keyIn = (expression: Expression): string =>
  expression.type === 'MemberExpression' &&
  !expression.computed &&
  expression.property.type === 'Identifier'
    ? `${keyIn(expression.object)}.${expression.property.name}`
    : ''

/** Returns `undefined` if the literal spreads another object. */
const namesIn = (expression: Expression): string[] | undefined => {
  if (expression.type !== 'ObjectExpression') return undefined
  const names = expression.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? property.key.name
      : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

type Program = ReturnType<typeof parseSync>['program']

const callsIn = (program: Program): [key: string, names: string[]][] => {
  const calls: [string, string[]][] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [message, values] }) => {
      if (callee.type !== 'Identifier' || !FORMATTERS.has(callee.name)) return
      if (!message || !values || message.type === 'SpreadElement') return
      if (values.type === 'SpreadElement') return
      const [key, names] = [keyIn(message), namesIn(values)]
      if (key !== '' && names) calls.push([key, names])
    },
  }).visit(program)
  return calls
}

const files = execFileSync('git', ['ls-files', 'src', 'adapters', 'dashboard', 'sandbox'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

const programs = files.map((file) => ({
  file,
  program: parseSync(file, readFileSync(file, 'utf8')).program,
}))

it('every call that formats a message passes the values that the message needs', () => {
  const checked = programs.flatMap(({ file, program }) =>
    callsIn(program).map((call) => ({ file, call })),
  )
  const wrong = checked.filter(
    ({ file, call: [key, names] }) =>
      !messagesAt(key, file).some((needed) => needed.every((name) => names.includes(name))),
  )
  expect(wrong.map(({ file, call: [key, names] }) => `${file}: ${key} (${names})`)).toEqual([])
  expect(checked.length).toBeGreaterThan(100)
})

const NAMED: Readonly<Record<string, (name: string) => string[]>> = {
  fieldMessage: (name) => [`.validation.${name}`],
  problemWords: (name) => [`.problems.${name}.title`, `.problems.${name}.detail`],
}

/** Reads an object literal, or an arrow function's. */
const namesGiven = (values: Argument | undefined): string[] | undefined => {
  if (!values) return []
  if (values.type === 'SpreadElement') return undefined
  if (values.type === 'ParenthesizedExpression') return namesGiven(values.expression)
  if (values.type !== 'ArrowFunctionExpression') return namesIn(values)
  return values.body.type === 'BlockStatement' ? undefined : namesGiven(values.body)
}

it('every call that names a message of the server passes the values that the message needs', () => {
  const needed = argumentsByKey('src/locales/en.json', REGIONS.en)
  const wrong: string[] = []
  let checked = 0
  for (const { file, program } of programs) {
    new Visitor({
      CallExpression: ({ callee, arguments: [name, values] }) => {
        const paths = callee.type === 'Identifier' ? NAMED[callee.name] : undefined
        const given = namesGiven(values)
        if (!paths || name?.type !== 'Literal' || !given) return
        checked += 1
        const missing = paths(String(name.value))
          .flatMap((path) => needed[path] ?? [])
          .filter((each) => !given.includes(each))
        if (missing.length > 0) wrong.push(`${file}: ${name.value} lacks ${missing}`)
      },
    }).visit(program)
  }
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(30)
})
