import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import {
  PLUGIN,
  PLUGIN_FOLDER,
  pluginVersion,
  zipPlugin,
} from '../../adapters/woocommerce/build/plugin-zip.ts'
import { readPo, textsOfPhp, writeMo } from '../../adapters/woocommerce/build/translations.ts'

const run = promisify(execFile)

const hasPhp = ((): boolean => {
  try {
    execFileSync('php', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('The PHP of the WooCommerce plugin is not tested: there is no php here.\n')
    return false
  }
})()

const filesOf = (extension: string): string[] =>
  readdirSync(PLUGIN_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => join(PLUGIN_FOLDER, path))

const php = filesOf('.php')
const languageFile = join(PLUGIN_FOLDER, 'languages', `${PLUGIN}-es_ES`)
const spanish = readPo(readFileSync(`${languageFile}.po`, 'utf8'))

describe('the WooCommerce plugin that a merchant installs', () => {
  it.skipIf(!hasPhp)('has no file that PHP cannot read', async () => {
    expect(php.length).toBeGreaterThan(20)
    for (const file of php) {
      const { stdout } = await run('php', ['-d', 'display_errors=stdout', '-l', file])
      expect(stdout).toContain('No syntax errors')
    }
  })

  it.skipIf(!hasPhp)('passes its own tests', async () => {
    const tests = join(import.meta.dirname, '../../adapters/woocommerce/plugin-tests/run.php')
    const { stdout } = await run('php', [tests]).catch((error) => error)
    expect(stdout).toMatch(/ tests, 0 failed\n$/)
  })

  it('is one folder with its name in the zip, and the same bytes each time', () => {
    const zip = zipPlugin()
    const paths = Object.keys(unzipSync(zip))
    expect(paths.every((path) => path.startsWith(`${PLUGIN}/`))).toBe(true)
    expect(paths).toContain(`${PLUGIN}/${PLUGIN}.php`)
    expect(paths).toContain(`${PLUGIN}/LICENSE`)
    expect(paths.length).toBeGreaterThan(php.length)
    expect(zipPlugin().equals(zip)).toBe(true)
  })

  it('names one version in its header and in its readme', () => {
    expect(pluginVersion()).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('says everything in Spanish, too', () => {
    const translated = new Map(spanish.map(({ text, translated }) => [text, translated]))
    const texts = php.flatMap((file) => textsOfPhp(readFileSync(file, 'utf8')))
    expect(texts.length).toBeGreaterThan(80)
    expect(texts.filter((text) => !translated.get(text))).toEqual([])
  })

  it('has no Spanish text that nothing says, and none that loses a place for a value', () => {
    const texts = new Set(php.flatMap((file) => textsOfPhp(readFileSync(file, 'utf8'))))
    const said = spanish.filter(({ text }) => text !== '')
    expect(said.filter(({ text }) => !texts.has(text))).toEqual([])
    const placesIn = (text: string) => (text.match(/%(\d\$)?[sd]/g) ?? []).sort()
    for (const { text, translated } of said) expect(placesIn(translated)).toEqual(placesIn(text))
  })

  it('reads its Spanish from a file that was made of the one that people write', () => {
    expect(readFileSync(`${languageFile}.mo`).equals(writeMo(spanish))).toBe(true)
  })

  it('asks WordPress for no text with another name than its own', () => {
    const calls = php.flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/\b(?:__|esc_html__|esc_attr__|_x|_n)\(/g)),
    )
    const own = php.flatMap((file) => textsOfPhp(readFileSync(file, 'utf8')))
    expect(own).toHaveLength(calls.length)
  })
})
