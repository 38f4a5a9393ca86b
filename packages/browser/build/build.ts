import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Writes `dist`: ES modules with their types, and one classic script. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const TSC = here('../../../node_modules/typescript/bin/tsc')
const dist = here('../dist')
const modules = `${dist}/esm`

/** Declarations keep the `.ts` of the sources. */
const withBuiltImports = (declaration: string): string =>
  declaration.replaceAll(/((?:from|import\(|import) ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [TSC, '-p', here('./tsconfig.json'), '--outDir', modules], {
  stdio: 'inherit',
})
for (const file of readdirSync(modules).filter((name) => name.endsWith('.d.ts'))) {
  const path = `${modules}/${file}`
  writeFileSync(path, withBuiltImports(readFileSync(path, 'utf8')))
}

await build({
  configFile: false,
  root: here('..'),
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: dist,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: `${modules}/index.js`,
      formats: ['iife'],
      name: 'PuenteCard',
      fileName: () => 'puente-card.js',
    },
  },
})
