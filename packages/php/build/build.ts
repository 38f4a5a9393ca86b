import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientVersion, packClient } from './archive.ts'

// Packs the client into `dist`, or into the folder that the command names.
const dist = process.argv[2] ?? join(import.meta.dirname, '../../../dist')
const zip = join(dist, `puente-php-${clientVersion()}.zip`)
mkdirSync(dist, { recursive: true })
writeFileSync(zip, packClient())
process.stdout.write(`${zip}\n`)
