import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Writes `dist` with an ESM and a CommonJS copy, each with its types. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const TSC = here('../../../node_modules/typescript/bin/tsc')
const dist = here('../dist')

const FORMATS = {
  esm: { type: 'module', options: ['--module', 'nodenext', '--moduleResolution', 'nodenext'] },
  cjs: { type: 'commonjs', options: ['--module', 'commonjs', '--moduleResolution', 'bundler'] },
} as const

/** Declarations keep the `.ts` of the sources. */
const withBuiltImports = (declaration: string): string =>
  declaration.replaceAll(/((?:from|import\() ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')

rmSync(dist, { recursive: true, force: true })
for (const [format, { type, options }] of Object.entries(FORMATS)) {
  const out = `${dist}/${format}`
  mkdirSync(out, { recursive: true })
  const build = ['-p', here('./tsconfig.json'), '--outDir', out, ...options]
  execFileSync(process.execPath, [TSC, ...build], { stdio: 'inherit' })
  writeFileSync(`${out}/package.json`, `${JSON.stringify({ type })}\n`)
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = `${out}/${file}`
    writeFileSync(path, withBuiltImports(readFileSync(path, 'utf8')))
  }
}
