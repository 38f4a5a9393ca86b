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

/** Writes an example of Puente as a shop of its own. */
export const writeShop = ({ folder, framework, currency }: Answers): void => {
  const target = resolve(folder)
  const template = join(TEMPLATES, framework)
  const read = (name: string): string => readFileSync(join(template, name), 'utf8')
  mkdirSync(target, { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(target, name), text)
  write('shop.mjs', replaced(read('shop.mjs'), CURRENCY, `currency: '${currency}'`))
  write('shop.test.mjs', read('shop.test.mjs'))
  write(
    'README.md',
    replaced(readFileSync(join(TEMPLATES, 'README.md'), 'utf8'), 'NAME', basename(target)),
  )
  write('.gitignore', 'node_modules\n.env\n')
  write('package.json', packageFile(read('package.json'), packageNameOf(folder)))
  cpSync(VENDOR, join(target, 'vendor'), { recursive: true })
}

const packageFile = (text: string, name: string): string => {
  const template: PackageFile = JSON.parse(text)
  const { dependencies, devDependencies } = template
  const file = {
    ...template,
    name,
    dependencies: withTarballs(dependencies),
    devDependencies: withTarballs(devDependencies),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const withTarballs = (dependencies: Record<string, string>): Record<string, string> => {
  const tarballs = readdirSync(VENDOR)
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => {
      const prefix = `${name.replace('@', '').replace('/', '-')}-`
      const tarball = tarballs.find((file) => file.startsWith(prefix))
      return [name, tarball ? `file:vendor/${tarball}` : version]
    }),
  )
}

/** Fails if the template no longer has `part`. */
const replaced = (text: string, part: string, by: string): string => {
  if (!text.includes(part)) throw new Error(`The template has no ${part}.`)
  return text.replaceAll(part, by)
}
