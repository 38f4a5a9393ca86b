import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FILE = 'LICENSES.txt'
const PACKAGE = /^\0?(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//
const LICENCE = /^licen[cs]e/i

/** Writes the licences of the packages in the bundle beside it, as they demand. */
export const licences = (): Plugin => ({
  name: 'licences',
  generateBundle(_options, bundle) {
    const folders = new Map<string, string>()
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      for (const id of chunk.moduleIds) {
        const [, folder, name] = PACKAGE.exec(id) ?? []
        if (folder !== undefined && name !== undefined) folders.set(name, folder)
      }
    }
    const texts = [...folders]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, folder]) => `${name}\n\n${licenceIn(folder)}\n`)
    this.emitFile({ type: 'asset', fileName: FILE, source: texts.join(`\n${'-'.repeat(72)}\n\n`) })
  },
})

const licenceIn = (folder: string): string => {
  const file = readdirSync(folder).find((name) => LICENCE.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim()
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license
}
