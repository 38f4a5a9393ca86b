import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from './bundle.ts'

/** Writes `dist`: the program, the examples as templates, and Puente's packages as tarballs. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const dist = here('../dist')

const FRAMEWORKS = ['express', 'fastify']
const FILES = ['shop.mjs', 'shop.test.mjs', 'package.json']
/** In this order: each uses the build of the one before. */
const PACKAGES = ['node', 'simulator', 'local']

/** The options of an enclosing `npm pack`, such as its workspace, are not for these packs. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
)

await bundleProgram(here('..'))
for (const framework of FRAMEWORKS) {
  for (const file of FILES) {
    cpSync(here(`../../../examples/${framework}/${file}`), `${dist}/templates/${framework}/${file}`)
  }
}
cpSync(here('../template'), `${dist}/templates`, { recursive: true })
mkdirSync(`${dist}/vendor`, { recursive: true })
for (const name of PACKAGES) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', `${dist}/vendor`], {
    cwd: here(`../../${name}`),
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}
