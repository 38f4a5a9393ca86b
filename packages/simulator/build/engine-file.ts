import type { Plugin } from 'vite'

const ENGINE = '../engine/worker.js'

const SOURCES = {
  es: `import { fileURLToPath } from 'node:url'
export const ENGINE_FILE = fileURLToPath(new URL('${ENGINE}', import.meta.url))`,
  cjs: `import { join } from 'node:path'
export const ENGINE_FILE = join(__dirname, '${ENGINE}')`,
} as const

export type Format = keyof typeof SOURCES

/** Replaces `engine-file.ts` by the path of the built engine, as the format can express it. */
export const engineFile = (format: Format): Plugin => ({
  name: 'engine-file',
  enforce: 'pre',
  load: (id) => (id.endsWith('/engine/engine-file.ts') ? SOURCES[format] : undefined),
})
