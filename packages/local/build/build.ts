import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { licences } from '../../simulator/build/licences.ts'
import { copyOwnFiles, ownFiles } from '../../simulator/build/own-files.ts'
import { apiReference, caretaker, olderUndici } from './engine-modules.ts'

/** Writes `dist`: the library with its types, and the engine, a bundle of Puente with its files. */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const root = here('../../..')
const dist = here('../dist')
const TSC = `${root}/node_modules/typescript/bin/tsc`
const OLDEST_NODE = 'node20'

/** Folders with files that Puente reads at run time. */
const READ_FOLDERS = ['src/db', 'src/http', 'src/people', 'src/runtime/http/assets']

const buildEngine = async (): Promise<void> => {
  const bundled = licences()
  await build({
    configFile: false,
    root: here('..'),
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [
      caretaker(),
      apiReference(),
      olderUndici(),
      ownFiles({ root, except: here('..') }),
      bundled.plugin,
    ],
    build: {
      ssr: true,
      target: OLDEST_NODE,
      minify: false,
      emptyOutDir: false,
      outDir: `${dist}/engine`,
      rolldownOptions: {
        // Optional parts of packages, which Puente does not use.
        external: ['pg-native', 'cloudflare:sockets', '@valkey/valkey-glide'],
        input: {
          main: here('../src/engine/main.ts'),
          caretaker: `${root}/src/runtime/postgres/caretaker.ts`,
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  bundled.write(dist)
  copyOwnFiles(READ_FOLDERS, { root, to: `${dist}/engine` })
  writeFileSync(`${dist}/engine/package.json`, '{ "type": "module" }\n')
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  writeFileSync(`${dist}/engine/files/package.json`, `${JSON.stringify({ version })}\n`)
}

/** Declarations keep the `.ts` of the sources. */
const withBuiltImports = (declaration: string): string =>
  declaration.replaceAll(/((?:from|import\() ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')

const buildLibrary = (): void => {
  const lib = `${dist}/lib`
  // Its types are those of the built simulator.
  if (!existsSync(here('../../simulator/dist/esm/index.d.ts'))) {
    execFileSync(process.execPath, [here('../../simulator/build/build.ts')], { stdio: 'inherit' })
  }
  execFileSync(process.execPath, [TSC, '-p', here('./tsconfig.json')], { stdio: 'inherit' })
  for (const file of readdirSync(lib, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = `${lib}/${file}`
    writeFileSync(path, withBuiltImports(readFileSync(path, 'utf8')))
  }
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
await buildEngine()
buildLibrary()
