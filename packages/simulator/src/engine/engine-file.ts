import { fileURLToPath } from 'node:url'

/** Program of the worker thread. The build replaces this file by one for each format. */
export const ENGINE_FILE = fileURLToPath(new URL('./worker.ts', import.meta.url))
