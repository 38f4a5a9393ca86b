import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LICENCES_FILE } from '../../packages/simulator/build/licences.ts'

const BETWEEN = `\n${'-'.repeat(72)}\n\n`
/** The bundler notes the file of each module in a comment. */
const BUNDLED = /^\/\/ (?:\\0)?(?:\S*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm

/** Reads the licences in an installed package, by name of the package that is in its bundles. */
export const licencesIn = (folder: string): Map<string, string> =>
  new Map(
    readFileSync(join(folder, 'dist', LICENCES_FILE), 'utf8')
      .split(BETWEEN)
      .map((entry) => {
        const [, name = '', text = ''] = /^(\S+) \S+\n\n([\s\S]+)$/.exec(entry) ?? []
        return [name, text]
      }),
  )

/** Reads the names of the packages in an installed package's bundles. */
export const bundledIn = (folder: string): Set<string> =>
  new Set(
    readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(folder, 'dist', file), 'utf8'))
      .flatMap((text) => [...text.matchAll(BUNDLED)].map(([, name = '']) => name)),
  )
