import { rmSync } from 'node:fs'
import { build } from 'vite'

const OLDEST_NODE = 'node20'

/** Bundles `src/main.ts` of a package into `dist/main.js`, for Node and without dependencies. */
export const bundleProgram = async (folder: string): Promise<void> => {
  const dist = `${folder}/dist`
  rmSync(dist, { recursive: true, force: true })
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: OLDEST_NODE,
      minify: false,
      outDir: dist,
      rolldownOptions: {
        input: { main: `${folder}/src/main.ts` },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })
}
