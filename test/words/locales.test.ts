import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, REGIONS } from '../../src/locales/language.ts'

type Message = string | { [key: string]: Message }
type Element = ReturnType<IntlMessageFormat['getAst']>[number]

const messagesOf = (message: Message, path = ''): [string, string][] =>
  typeof message === 'string'
    ? [[path, message]]
    : Object.entries(message).flatMap(([key, each]) => messagesOf(each, `${path}.${key}`))

const PLAIN = new Set([0, 7])

const argumentsOf = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => [
    ...('value' in element && !PLAIN.has(element.type) ? [element.value] : []),
    ...('options' in element
      ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
      : []),
  ])

/** Shopify reads the catalogue of its extension, in a format of its own. */
const catalogues = execFileSync(
  'git',
  ['ls-files', '*/locales/*.json', ':!adapters/shopify/extension'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\/locales\/\w\w\.json$/.test(file))
const folders = [...new Set(catalogues.map((file) => file.slice(0, file.lastIndexOf('/'))))]

const argumentsByKey = (file: string, region: string): Record<string, string[]> =>
  Object.fromEntries(
    messagesOf(JSON.parse(readFileSync(file, 'utf8'))).map(([key, message]) => {
      const ast = new IntlMessageFormat(message, region, undefined, { ignoreTag: true }).getAst()
      return [key, [...new Set(argumentsOf(ast))].sort()]
    }),
  )

describe.each(folders)('the catalogues of %s', (folder) => {
  it.each(LANGUAGES.map((language) => [language]))(
    '%s has the messages and arguments of English',
    (language) => {
      const english = argumentsByKey(`${folder}/en.json`, REGIONS.en)
      expect(argumentsByKey(`${folder}/${language}.json`, REGIONS[language])).toEqual(english)
    },
  )

  it('no message is empty', () => {
    for (const language of LANGUAGES) {
      const messages = messagesOf(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')))
      for (const [key, message] of messages) expect(message.trim(), key).not.toBe('')
    }
  })
})
