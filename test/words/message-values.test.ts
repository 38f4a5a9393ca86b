import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'
import { REGIONS } from '../../src/locales/language.ts'
import { argumentsByKey, folders } from './catalogues.ts'

const known = folders.flatMap((folder) =>
  Object.entries(argumentsByKey(`${folder}/en.json`, REGIONS.en))
    .filter(([, needed]) => needed.length > 0)
    .map(([path, needed]) => ({ part: folder.slice(0, -'locales'.length), path, needed })),
)

/** Returns the arguments of the messages that the longest known end of a key may name, in the catalogues of the file's part. */
const messagesAt = (key: string, file: string): string[][] => {
  const found = known.filter(({ part, path }) => file.startsWith(part) && path.endsWith(key))
  const rest = key.indexOf('.', 1)
  return found.length > 0 || rest < 0
    ? found.map(({ needed }) => needed)
    : messagesAt(key.slice(rest), file)
}

const FORMATTERS = new Set(['format', 'formatMessage'])

/** Returns `.words.each` of `TEXTS[language].alerts.words.each`, as far as it is written out. */
const keyIn = (expression: Expression): string =>
  expression.type === 'MemberExpression' &&
  !expression.computed &&
  expression.property.type === 'Identifier'
    ? `${keyIn(expression.object)}.${expression.property.name}`
    : ''

/** Returns the names of an object literal, or `undefined` if it spreads another object. */
const namesIn = (expression: Expression): string[] | undefined => {
  if (expression.type !== 'ObjectExpression') return undefined
  const names = expression.properties.map((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? property.key.name
      : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

const callsIn = (file: string): [key: string, names: string[]][] => {
  const calls: [string, string[]][] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [message, values] }) => {
      if (callee.type !== 'Identifier' || !FORMATTERS.has(callee.name)) return
      if (!message || !values || message.type === 'SpreadElement') return
      if (values.type === 'SpreadElement') return
      const [key, names] = [keyIn(message), namesIn(values)]
      if (key !== '' && names) calls.push([key, names])
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return calls
}

const files = execFileSync('git', ['ls-files', 'src', 'adapters', 'dashboard', 'sandbox'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

it('every call that formats a message passes the values that the message needs', () => {
  const checked = files.flatMap((file) => callsIn(file).map((call) => ({ file, call })))
  const wrong = checked.filter(
    ({ file, call: [key, names] }) =>
      !messagesAt(key, file).some((needed) => needed.every((name) => names.includes(name))),
  )
  expect(wrong.map(({ file, call: [key, names] }) => `${file}: ${key} (${names})`)).toEqual([])
  expect(checked.length).toBeGreaterThan(100)
})
