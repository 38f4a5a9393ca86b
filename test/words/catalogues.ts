import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'

type Message = string | { [key: string]: Message }
type Element = ReturnType<IntlMessageFormat['getAst']>[number]

export const messagesOf = (message: Message, path = ''): [string, string][] =>
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

/** Shopify's extension has its own format. */
const catalogues = execFileSync(
  'git',
  ['ls-files', '*/locales/*.json', ':!adapters/shopify/extension'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\/locales\/\w\w\.json$/.test(file))
export const folders = [...new Set(catalogues.map((file) => file.slice(0, file.lastIndexOf('/'))))]

export const argumentsByKey = (file: string, region: string): Record<string, string[]> =>
  Object.fromEntries(
    messagesOf(JSON.parse(readFileSync(file, 'utf8'))).map(([key, message]) => {
      const ast = new IntlMessageFormat(message, region, undefined, { ignoreTag: true }).getAst()
      return [key, [...new Set(argumentsOf(ast))].sort()]
    }),
  )
