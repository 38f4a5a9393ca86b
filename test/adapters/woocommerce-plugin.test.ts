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

const has = (command: string): boolean => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(`Skips PHP of the WooCommerce plugin: ${command} is not installed.\n`)
    return false
  }
}
const hasPhp = has('php')
const hasPhpUnit = has('phpunit')

const filesOf = (extension: string): string[] =>
  readdirSync(PLUGIN_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => join(PLUGIN_FOLDER, path))

const php = filesOf('.php')
const languageFile = join(PLUGIN_FOLDER, 'languages', `${PLUGIN}-es_ES`)
const spanish = readPo(readFileSync(`${languageFile}.po`, 'utf8'))

describe('the WooCommerce plugin that a merchant installs', () => {
  it.skipIf(!hasPhp)('PHP parses every file of the plugin', async () => {
    expect(php.length).toBeGreaterThan(20)
    for (const file of php) {
      const { stdout } = await run('php', ['-d', 'display_errors=stdout', '-l', file])
      expect(stdout).toContain('No syntax errors')
    }
  })

  it.skipIf(!hasPhpUnit)('the plugin passes its own tests', async () => {
    const tests = join(import.meta.dirname, '../../adapters/woocommerce/plugin-tests')
    const { stdout } = await run('phpunit', [
      '--no-configuration',
      '--do-not-cache-result',
      '--bootstrap',
      join(tests, 'bootstrap.php'),
      '--test-suffix=-test.php',
      tests,
    ]).catch((error) => error)
    expect(stdout).toMatch(/OK \(\d+ tests, \d+ assertions\)\n$/)
  })

  it('the zip has one folder named after the plugin, and the same bytes each time', () => {
    const zip = zipPlugin()
    const paths = Object.keys(unzipSync(zip))
    expect(paths.every((path) => path.startsWith(`${PLUGIN}/`))).toBe(true)
    expect(paths).toContain(`${PLUGIN}/${PLUGIN}.php`)
    expect(paths).toContain(`${PLUGIN}/LICENSE`)
    expect(paths.length).toBeGreaterThan(php.length)
    expect(zipPlugin().equals(zip)).toBe(true)
  })

  it('header and readme name one version', () => {
    expect(pluginVersion()).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('every text has a Spanish translation', () => {
    const translated = new Map(spanish.map(({ text, translated }) => [text, translated]))
    const texts = php.flatMap((file) => textsOfPhp(readFileSync(file, 'utf8')))
    expect(texts.length).toBeGreaterThan(80)
    expect(texts.filter((text) => !translated.get(text))).toEqual([])
  })

  it('every translation has a text in the code and keeps its placeholders', () => {
    const texts = new Set(php.flatMap((file) => textsOfPhp(readFileSync(file, 'utf8'))))
    const said = spanish.filter(({ text }) => text !== '')
    expect(said.filter(({ text }) => !texts.has(text))).toEqual([])
    const placesIn = (text: string) => (text.match(/%(\d\$)?[sd]/g) ?? []).sort()
    for (const { text, translated } of said) expect(placesIn(translated)).toEqual(placesIn(text))
  })

  it('the compiled translations match their source', () => {
    expect(readFileSync(`${languageFile}.mo`).equals(writeMo(spanish))).toBe(true)
  })

  it("every translated text uses the plugin's own text domain", () => {
    const calls = php.flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/\b(?:__|esc_html__|esc_attr__|_x|_n)\(/g)),
    )
    const own = php.flatMap((file) => textsOfPhp(readFileSync(file, 'utf8')))
    expect(own).toHaveLength(calls.length)
  })
})
