import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Answers, packageNameOf } from './answers.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const TEMPLATES = here('./templates')
/** Tarballs of Puente's packages, as long as no registry has them. */
const VENDOR = here('./vendor')

const CURRENCY = "currency: 'HNL'"

interface PackageFile {
  name: string
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** What a shop is made from. */
export interface Templates {
  /** Reads a file, such as `express/shop.mjs`. */
  read(path: string): string
  /** File names of Puente's packages. */
  tarballs: readonly string[]
}

/** Writes an example of Puente as a new shop. Returns what it wrote, as paths in the folder. */
export const writeShop = (answers: Answers): string[] => {
  const target = resolve(answers.folder)
  const texts = shopTexts(answers, {
    read: (path) => readFileSync(join(TEMPLATES, path), 'utf8'),
    tarballs: readdirSync(VENDOR),
  })
  mkdirSync(target, { recursive: true })
  for (const [name, text] of texts) writeFileSync(join(target, name), text)
  cpSync(VENDOR, join(target, 'vendor'), { recursive: true })
  return [...texts.keys(), 'vendor']
}

/** Returns the texts of the files by name. Throws if a template has changed. */
export const shopTexts = (
  { folder, framework, currency }: Answers,
  { read, tarballs }: Templates,
): Map<string, string> =>
  new Map([
    ['shop.mjs', replaced(read(`${framework}/shop.mjs`), CURRENCY, `currency: '${currency}'`)],
    ['shop.test.mjs', read(`${framework}/shop.test.mjs`)],
    [
      'package.json',
      packageFile(read(`${framework}/package.json`), { name: packageNameOf(folder), tarballs }),
    ],
    ['README.md', replaced(read('README.md'), 'NAME', basename(resolve(folder)))],
    ['example.env', read('example.env')],
    ['.env', `# Password for refunds.\nSTAFF_PASSWORD=${randomBytes(9).toString('base64url')}\n`],
    ['.gitignore', 'node_modules\n.env\n'],
  ])

const packageFile = (
  text: string,
  { name, tarballs }: Pick<Templates, 'tarballs'> & { name: string },
): string => {
  const template: PackageFile = JSON.parse(text)
  const { dependencies, devDependencies } = template
  const file = {
    ...template,
    name,
    dependencies: withTarballs(dependencies, tarballs),
    devDependencies: withTarballs(devDependencies, tarballs),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const withTarballs = (
  dependencies: Record<string, string>,
  tarballs: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => {
      const prefix = `${name.replace('@', '').replace('/', '-')}-`
      const tarball = tarballs.find((file) => file.startsWith(prefix))
      return [name, tarball ? `file:vendor/${tarball}` : version]
    }),
  )

/** Fails if the template no longer has `part`. */
const replaced = (text: string, part: string, by: string): string => {
  if (!text.includes(part)) throw new Error(`The template has no ${part}.`)
  return text.replaceAll(part, by)
}
