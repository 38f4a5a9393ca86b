import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openProgress } from '../../../src/runtime/process/progress.ts'
import { PLUGIN, PLUGIN_FOLDER, pluginVersion, zipPlugin } from './plugin-zip.ts'
import { readPo, writeMo } from './translations.ts'

// Compiles the plugin's translations and packs its zip.
const progress = openProgress()
progress.show('Languages …')
const languages = join(PLUGIN_FOLDER, 'languages', `${PLUGIN}-es_ES`)
writeFileSync(`${languages}.mo`, writeMo(readPo(readFileSync(`${languages}.po`, 'utf8'))))

const dist = join(import.meta.dirname, '../../../dist')
const zip = join(dist, `${PLUGIN}-${pluginVersion()}.zip`)
mkdirSync(dist, { recursive: true })
progress.show(`Packing ${zip} …`)
writeFileSync(zip, zipPlugin())
progress.clear()
process.stdout.write(`${zip}\n`)
