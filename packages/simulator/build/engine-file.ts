import type { Plugin } from 'vite'

const ENGINE = '../engine'

const SOURCES = {
  es: `import { fileURLToPath } from 'node:url'
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
export const ENGINE_FILE = here('${ENGINE}/main.js')
export const TEMPLATE_FILE = here('${ENGINE}/template.tar')`,
  cjs: `import { join } from 'node:path'
export const ENGINE_FILE = join(__dirname, '${ENGINE}/main.js')
export const TEMPLATE_FILE = join(__dirname, '${ENGINE}/template.tar')`,
} as const

export type Format = keyof typeof SOURCES

/** Replaces `engine-file.ts` by the paths of the built engine, as the format can express them. */
export const engineFile = (format: Format): Plugin => ({
  name: 'engine-file',
  enforce: 'pre',
  load: (id) => (id.endsWith('/engine/engine-file.ts') ? SOURCES[format] : undefined),
})
