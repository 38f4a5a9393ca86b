import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openProgress } from '../../../src/runtime/process/progress.ts'
import { PLUGIN, PLUGIN_FOLDER, pluginVersion, zipPlugin } from './plugin-zip.ts'
import { makeTemplate } from './template.ts'
import { readPo, writeMo } from './translations.ts'

// Collects the plugin's texts, compiles its translations, and packs its zip with a checksum.
const progress = openProgress()
progress.show('Languages …')
const languages = join(PLUGIN_FOLDER, 'languages')
writeFileSync(join(languages, `${PLUGIN}.pot`), makeTemplate())
const spanish = join(languages, `${PLUGIN}-es_ES`)
writeFileSync(`${spanish}.mo`, writeMo(readPo(readFileSync(`${spanish}.po`, 'utf8'))))

const dist = join(import.meta.dirname, '../../../dist')
const zip = join(dist, `${PLUGIN}-${pluginVersion()}.zip`)
mkdirSync(dist, { recursive: true })
progress.show(`Packing ${zip} …`)
const packed = zipPlugin()
writeFileSync(zip, packed)
// For "sha256sum --check".
const digest = createHash('sha256').update(packed).digest('hex')
writeFileSync(`${zip}.sha256`, `${digest}  ${basename(zip)}\n`)
progress.clear()
process.stdout.write(`${zip}\n`)
