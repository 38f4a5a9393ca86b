import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openAsker, type Question, refusalOf } from '../../create-shop/src/terminal/ask.ts'
import { naming } from './naming.ts'
import { EXAMPLE, REGISTRY } from './places.ts'

export interface Answers {
  /** Root of the clone. */
  clone: string
  /** In code, settings, tables and addresses. */
  name: string
  /** On screens. */
  title: string
}

export type CommandLine =
  | { kind: 'help' }
  | { kind: 'wrong'; reason: string }
  | { kind: 'create'; answers: Answers }

export const HELP = `Adds a commerce platform to a clone of Puente, from its example platform. Asks for what the arguments leave open.

  npm exec --package=TARBALL -- create-adapter [NAME] [OPTIONS]

  --title TEXT      of the platform, as people write it
  --clone FOLDER    clone of Puente; default: this folder
  --yes             asks nothing
  --help
`

/** Part of names of tables, settings and variables. */
const NAME = /^[a-z][a-z0-9]{2,29}$/
const TITLE = /^[\p{L}\p{N}][\p{L}\p{N} .&+-]{0,59}$/u

const cloneRefusal = (clone: string): string | undefined =>
  existsSync(join(clone, EXAMPLE)) && existsSync(join(clone, REGISTRY))
    ? undefined
    : `${resolve(clone)} is no clone of Puente. Clone its repository, and give the folder.`

const nameRefusal = (clone: string, name: string): string | undefined => {
  if (!NAME.test(name)) return 'Give 3 to 30 small letters and digits, such as prestashop.'
  if (existsSync(join(clone, 'adapters', name))) return `adapters/${name} exists already.`
  const place = naming(clone, name)
  return place && `The core names no platform, and ${place} has this word. Give another name.`
}

const titleRefusal = (title: string): string | undefined =>
  TITLE.test(title) ? undefined : 'Give letters, digits and spaces.'

/** Reads the arguments, and asks for what they leave open. */
export const readCommandLine = async (args: readonly string[]): Promise<CommandLine> => {
  try {
    const { values, positionals } = parsed([...args])
    if (values.help) return { kind: 'help' }
    const isOpen = !positionals[0] || values.title === undefined || values.clone === undefined
    const asker = isOpen && !values.yes ? openAsker() : undefined
    const answerTo = async (question: Question, given: string | undefined): Promise<string> => {
      const answer = given ?? (asker ? await asker.ask(question) : question.fallback)
      const refusal = refusalOf(question, answer)
      if (refusal !== undefined) throw new Error(refusal)
      return answer
    }
    try {
      const clone = await answerTo(
        { text: 'Clone of Puente', fallback: '.', refusalOf: cloneRefusal },
        values.clone,
      )
      const name = await answerTo(
        {
          text: 'Name of the platform in code',
          fallback: 'myplatform',
          refusalOf: (answer) => nameRefusal(clone, answer),
        },
        positionals[0],
      )
      const title = await answerTo(
        { text: 'Name on screens', fallback: capitalised(name), refusalOf: titleRefusal },
        values.title,
      )
      return { kind: 'create', answers: { clone, name, title } }
    } finally {
      asker?.close()
    }
  } catch (error) {
    return { kind: 'wrong', reason: (error as Error).message }
  }
}

export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const parsed = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      clone: { type: 'string' },
      yes: { type: 'boolean', short: 'y', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
