import { parseArgs } from 'node:util'
import { z } from 'zod'
import { UserError } from '../../../src/runtime/failure.ts'

export const HELP = `npm run test:woocommerce:matrix -- --wordpress DIR --woocommerce DIR [options]

  Starts a real shop for each WooCommerce release and order storage, on loopback and without a way
  out, and runs the tests of real shops on it. The newest release gets 500 late orders and 200
  renewals, the others 50 and 40.

  --wordpress DIR      folder of a WordPress release
  --woocommerce DIR    folder of a WooCommerce release, as its zip unpacks; may be repeated
  --subscriptions DIR  a folder named woocommerce-subscriptions-core, to sell subscriptions
  --languages DIR      language files of WordPress and WooCommerce, for wp-content/languages
  --storage KIND       where orders are: tables (HPOS), posts, or both (both)
  --only FILE          only these test files; may be repeated
  --keep               start one shop, print its variables, and wait for Ctrl-C instead of testing
  --write-docs         write each shop's results into docs/reference-woocommerce.md, beside those of
                       earlier runs of the same plugin and versions
  --resume             skip shops that passed by that document
`

export const STORAGES = ['tables', 'posts'] as const
export type Storage = (typeof STORAGES)[number]

const SUBSCRIPTIONS = 'woocommerce-subscriptions-core'

export interface MatrixOptions {
  wordpress: string
  woocommerce: readonly string[]
  subscriptions: string | undefined
  languages: string | undefined
  storages: readonly Storage[]
  only: readonly string[]
  keep: boolean
  resume: boolean
  writeDocs: boolean
}

const schema = z.object({
  wordpress: z.string().optional(),
  woocommerce: z.array(z.string()).default([]),
  subscriptions: z.string().optional(),
  languages: z.string().optional(),
  storage: z.enum([...STORAGES, 'both']).default('both'),
  only: z.array(z.string()).default([]),
  keep: z.boolean().default(false),
  resume: z.boolean().default(false),
  'write-docs': z.boolean().default(false),
})

/** Returns `undefined` for `--help`. Throws a UserError of one sentence about what is wrong. */
export const parseMatrixOptions = (args: readonly string[]): MatrixOptions | undefined => {
  const { help, ...given } = read(args)
  if (help) return undefined
  const { data: found, error } = schema.safeParse(given)
  if (error) {
    throw new UserError(`--storage is tables, posts or both, not "${given.storage}".`)
  }
  const { wordpress, woocommerce, subscriptions, languages, storage, only, keep, resume } = found
  if (!wordpress) throw new UserError('Name the folder of a WordPress release with --wordpress.')
  if (woocommerce.length === 0) {
    throw new UserError('Name the folder of a WooCommerce release with --woocommerce.')
  }
  if (subscriptions && lastName(subscriptions) !== SUBSCRIPTIONS) {
    throw new UserError(
      `The folder of --subscriptions must be named ${SUBSCRIPTIONS}, the name that its plugin has in a shop.`,
    )
  }
  const storages = storage === 'both' ? (keep ? (['tables'] as const) : STORAGES) : [storage]
  if (keep && woocommerce.length > 1) {
    throw new UserError('--keep starts one shop: name one --woocommerce.')
  }
  if (resume && (keep || only.length > 0)) {
    throw new UserError('--resume continues a whole run, without --keep and --only.')
  }
  if (found['write-docs'] && (keep || only.length > 0)) {
    throw new UserError('--write-docs needs a whole run, without --keep and --only.')
  }
  return {
    wordpress,
    woocommerce,
    subscriptions,
    languages,
    storages,
    only,
    keep,
    resume,
    writeDocs: found['write-docs'],
  }
}

const read = (args: readonly string[]) => {
  const text = { type: 'string' as const }
  const texts = { type: 'string' as const, multiple: true }
  const flag = { type: 'boolean' as const }
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        wordpress: text,
        woocommerce: texts,
        subscriptions: text,
        languages: text,
        storage: text,
        only: texts,
        keep: flag,
        resume: flag,
        'write-docs': flag,
        help: flag,
      },
    })
    // `--only a.test.ts b.test.ts`, as a shell expands a pattern.
    if (positionals.length > 0 && !values.only) {
      throw new UserError(`"${positionals[0]}" belongs to no option.`)
    }
    return values.only ? { ...values, only: [...values.only, ...positionals] } : values
  } catch (error) {
    if (error instanceof TypeError) throw new UserError(error.message)
    throw error
  }
}

const lastName = (folder: string): string | undefined =>
  folder.split(/[\\/]/).findLast((part) => part !== '')
