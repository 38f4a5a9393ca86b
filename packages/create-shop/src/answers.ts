import { existsSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openAsker, type Question, refusalOf } from './terminal/ask.ts'

export const FRAMEWORKS = ['express', 'fastify'] as const
export type Framework = (typeof FRAMEWORKS)[number]

const CURRENCIES = ['HNL', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

export interface Answers {
  folder: string
  framework: Framework
  currency: Currency
}

export type CommandLine =
  | { kind: 'help' }
  | { kind: 'wrong'; reason: string }
  | { kind: 'create'; answers: Answers; installs: boolean }

export const HELP = `Creates a shop that takes payments with Puente. Asks for what the arguments leave open.

  npm exec --package=TARBALL -- create-shop [FOLDER] [OPTIONS]

  --framework express|fastify
  --currency HNL|USD        of the price; the test gateway takes both
  --yes                     asks nothing
  --no-install              leaves "npm install" to you
  --help
`

const isFree = (folder: string): string | undefined =>
  existsSync(folder) && readdirSync(folder).length > 0
    ? `${resolve(folder)} is not empty. Give another folder.`
    : undefined

const QUESTIONS = {
  folder: { text: 'Folder of the shop', fallback: 'my-shop', refusalOf: isFree },
  framework: { text: 'Framework', fallback: 'express', choices: FRAMEWORKS },
  currency: { text: 'Currency', fallback: 'HNL', choices: CURRENCIES },
} as const satisfies Record<keyof Answers, Question>

/** Reads the arguments, and asks for what they leave open. */
export const readCommandLine = async (args: readonly string[]): Promise<CommandLine> => {
  try {
    const { values, positionals } = parsed([...args])
    if (values.help) return { kind: 'help' }
    const given = { ...values, folder: positionals[0] }
    const answers = await answersOf(given, values.yes)
    return { kind: 'create', answers, installs: !values['no-install'] }
  } catch (error) {
    return { kind: 'wrong', reason: (error as Error).message }
  }
}

const parsed = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      framework: { type: 'string' },
      currency: { type: 'string' },
      yes: { type: 'boolean', short: 'y', default: false },
      'no-install': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })

const answersOf = async (
  given: Readonly<Partial<Record<keyof Answers, string | undefined>>>,
  asksNothing: boolean,
): Promise<Answers> => {
  const names = ['folder', 'framework', 'currency'] as const
  for (const name of names) requireUsable(name, given[name])
  const isOpen = !asksNothing && names.some((name) => given[name] === undefined)
  const asker = isOpen ? openAsker() : undefined
  const answerTo = async (name: keyof Answers): Promise<string> =>
    given[name] ?? (asker ? asker.ask(QUESTIONS[name]) : QUESTIONS[name].fallback)
  try {
    const folder = await answerTo('folder')
    const framework = (await answerTo('framework')) as Framework
    const currency = (await answerTo('currency')) as Currency
    requireUsable('folder', folder)
    return { folder, framework, currency }
  } finally {
    asker?.close()
  }
}

const requireUsable = (name: keyof Answers, answer: string | undefined): void => {
  const refusal = answer === undefined ? undefined : refusalOf(QUESTIONS[name], answer)
  if (refusal !== undefined) throw new Error(name === 'folder' ? refusal : `--${name}: ${refusal}`)
}

/** A name for `package.json`, which allows less than a folder's. */
export const packageNameOf = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'shop'
