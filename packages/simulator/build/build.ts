import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { engineFile, type Format } from './engine-file.ts'
import { licences } from './licences.ts'
import { copyOwnFiles, ownFiles } from './own-files.ts'
import { pdfFonts } from './pdf-fonts.ts'

/**
 * Writes `dist`: the library in ESM and CommonJS with its types, the engine with the gateway's
 * sources and files, and the template of its database.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const root = here('../../..')
const dist = here('../dist')
const TSC = `${root}/node_modules/typescript/bin/tsc`
const OLDEST_NODE = 'node20'

const bundled = licences()

const common = (external: (string | RegExp)[]): InlineConfig => ({
  configFile: false,
  root: here('..'),
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
  build: {
    ssr: true,
    target: OLDEST_NODE,
    minify: false,
    emptyOutDir: false,
    rolldownOptions: { external },
  },
})

const buildEngine = async (): Promise<void> => {
  const config = common(['@electric-sql/pglite'])
  await build({
    ...config,
    plugins: [ownFiles({ root, except: here('..') }), pdfFonts(), bundled.plugin],
    build: {
      ...config.build,
      outDir: `${dist}/engine`,
      rolldownOptions: {
        external: ['@electric-sql/pglite', 'pg-native'],
        input: {
          main: here('../src/engine/main.ts'),
          'make-template': here('../src/engine/make-template.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  copyOwnFiles(['sandbox/gateway', 'src/runtime/http/assets'], { root, to: `${dist}/engine` })
  writeFileSync(`${dist}/engine/package.json`, '{ "type": "module" }\n')
  const makeTemplate = `${dist}/engine/make-template.js`
  execFileSync(process.execPath, [makeTemplate, `${dist}/engine/template.tar`], {
    stdio: 'inherit',
  })
  rmSync(makeTemplate)
}

const ENTRIES = {
  es: ['index', 'vitest', 'jest', 'cli'],
  cjs: ['index', 'jest'],
} as const satisfies Record<Format, string[]>

const FOLDERS = { es: 'esm', cjs: 'cjs' } as const

const buildLibrary = async (format: Format): Promise<void> => {
  const config = common([])
  const outDir = `${dist}/${FOLDERS[format]}`
  await build({
    ...config,
    plugins: [engineFile(format), bundled.plugin],
    build: {
      ...config.build,
      outDir,
      rolldownOptions: {
        external: ['vitest'],
        input: Object.fromEntries(ENTRIES[format].map((name) => [name, here(`../src/${name}.ts`)])),
        output: { format, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  writeFileSync(
    `${outDir}/package.json`,
    `{ "type": "${format === 'es' ? 'module' : 'commonjs'}" }\n`,
  )
}

/** Declarations keep the `.ts` of the sources. */
const withBuiltImports = (declaration: string): string =>
  declaration.replaceAll(/((?:from|import\() ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')

const buildTypes = (): void => {
  const types = `${dist}/types`
  execFileSync(process.execPath, [TSC, '-p', here('./tsconfig.json'), '--outDir', types], {
    stdio: 'inherit',
  })
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = `${types}/${file}`
    writeFileSync(path, withBuiltImports(readFileSync(path, 'utf8')))
  }
  for (const folder of Object.values(FOLDERS)) {
    cpSync(types, `${dist}/${folder}`, { recursive: true })
  }
  rmSync(types, { recursive: true })
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
await buildEngine()
await buildLibrary('es')
await buildLibrary('cjs')
buildTypes()
bundled.write(dist)
