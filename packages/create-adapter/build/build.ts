import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../create-shop/build/bundle.ts'

await bundleProgram(fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, ''))
