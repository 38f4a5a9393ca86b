import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientVersion, packClient } from './archive.ts'

// Packs the client into `dist`.
const dist = join(import.meta.dirname, '../../../dist')
const zip = join(dist, `puente-php-${clientVersion()}.zip`)
mkdirSync(dist, { recursive: true })
writeFileSync(zip, packClient())
process.stdout.write(`${zip}\n`)
