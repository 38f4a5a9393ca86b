import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt'

const PACKAGE = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENCE = /^(?:licen[cs]e|copying|notice)/i
const README = /^readme/i
/** Last part of a README with the heading "License", in either form of Markdown. */
const LICENCE_SECTION = /\n(?:#+ *licen[cs]e *\n|licen[cs]e *\n[=-]+ *\n)([^#]+)$/i
/** A shorter text names a licence, and does not grant it. */
const LEAST_LENGTH = 300

/** Collects the packages of bundles, and writes their licences, which each of them demands. */
export const licences = (): { plugin: Plugin; write(folder: string): void } => {
  const folders = new Set<string>()
  return {
    plugin: {
      name: 'licences',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const id of chunk.moduleIds) {
            const [, folder] = PACKAGE.exec(id) ?? []
            if (folder !== undefined) folders.add(folder)
          }
        }
      },
    },
    write: (folder) => {
      const texts = [...folders].map(entryOf).sort()
      writeFileSync(join(folder, LICENCES_FILE), texts.join(`\n${'-'.repeat(72)}\n\n`))
    },
  }
}

interface PackageFile {
  name: string
  version: string
  license?: unknown
  author?: string | { name: string }
}

const entryOf = (folder: string): string => {
  const file: PackageFile = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${file.name} ${file.version}\n\n${licenceOf(folder, file)}\n`
}

/** Returns the text of a package's licence. Throws if it grants none. */
export const licenceOf = (folder: string, { name, license, author }: PackageFile): string => {
  const text = filesOf(folder, LICENCE) || licenceSection(folder)
  if (text.length >= LEAST_LENGTH) return text
  if (typeof license === 'string' && license.startsWith('MIT')) return mitLicence(author)
  throw new Error(`${name} has no text of its licence: packages/simulator/build/licences.ts`)
}

const licenceSection = (folder: string): string =>
  LICENCE_SECTION.exec(filesOf(folder, README))?.[1]?.trim() ?? ''

/** Returns the texts of a package's files with such a name, joined. */
const filesOf = (folder: string, name: RegExp): string =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && name.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
    .join('\n\n')

/** For packages that name the licence and leave out its text. */
const mitLicence = (author: PackageFile['author']): string =>
  `MIT License

Copyright (c) ${(typeof author === 'object' ? author.name : author) ?? 'its authors'}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
