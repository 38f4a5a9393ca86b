import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  PLUGIN,
  PLUGIN_FOLDER,
  pluginVersion,
  zipPlugin,
} from '../../adapters/woocommerce/build/plugin-zip.ts'
import { makeTemplate, templateOf } from '../../adapters/woocommerce/build/template.ts'
import { readPo, writeMo } from '../../adapters/woocommerce/build/translations.ts'

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

const LINTED_AT_ONCE = 4

const filesOf = (extension: string, folder = PLUGIN_FOLDER): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .map((path) => join(folder, path))

const php = filesOf('.php')
const languageFile = join(PLUGIN_FOLDER, 'languages', `${PLUGIN}-es_ES`)
const spanish = readPo(readFileSync(`${languageFile}.po`, 'utf8'))

const template = templateOf()

/** Unpacks the zip for one test. */
const unpackedPlugin = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-plugin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, bytes] of Object.entries(unzipSync(zipPlugin()))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return join(folder, PLUGIN)
}

describe('the WooCommerce plugin that a merchant installs', () => {
  it.skipIf(!hasPhp)('PHP parses every file of the unpacked zip', async () => {
    const files = filesOf('.php', unpackedPlugin())
    expect(files.length).toBeGreaterThan(php.length)
    const parse = async (file: string) => {
      const { stdout } = await run('php', ['-n', '-d', 'display_errors=stdout', '-l', file])
      expect(stdout).toContain('No syntax errors')
    }
    for (let at = 0; at < files.length; at += LINTED_AT_ONCE)
      await Promise.all(files.slice(at, at + LINTED_AT_ONCE).map(parse))
  })

  it('every PHP file of the zip ends at once outside WordPress', () => {
    const guard = /^defined\( ?'(?:ABSPATH|WP_UNINSTALL_PLUGIN)' ?\) \|\| exit;$/m
    // Only the namespace, imports and comments come before the guard.
    const code = /^(?!<\?php|namespace |use |declare\(|\/\*\*|\/\/| \*|$)/m
    for (const file of filesOf('.php', unpackedPlugin())) {
      const [before, after] = readFileSync(file, 'utf8').split(guard)
      expect([file, after === undefined]).toEqual([file, false])
      expect([file, code.test(before ?? '')]).toEqual([file, false])
    }
  })

  it('the client is in a folder that Plugin Check skips', () => {
    const paths = Object.keys(unzipSync(zipPlugin()))
    const client = paths.filter((path) => path.endsWith('/Call/Caller.php'))
    expect(client).toEqual([`${PLUGIN}/vendor-prefixed/puente/Call/Caller.php`])
  })

  it('the guide names the same command to delete saved cards as the readme', () => {
    const [command] =
      /`wp eval '[^`]+`/.exec(readFileSync(join(PLUGIN_FOLDER, 'readme.txt'), 'utf8')) ?? []
    const guide = readFileSync(join(import.meta.dirname, '../../docs/woocommerce.md'), 'utf8')
    expect(guide).toContain(command ?? 'a command in the readme')
  })

  it.skipIf(!hasPhpUnit)('the plugin passes its own tests', async () => {
    const tests = join(import.meta.dirname, '../../adapters/woocommerce/plugin-tests')
    const options = ['--no-configuration', '--do-not-cache-result', '--test-suffix=-test.php']
    const bootstrap = ['--bootstrap', join(tests, 'bootstrap.php')]
    const env = { ...process.env, PUENTE_PLUGIN: unpackedPlugin() }
    const { stdout } = await run('phpunit', [...options, ...bootstrap, tests], { env }).catch(
      (error) => error,
    )
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

  it('a copy of the sources made at another time packs to the same bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'puente-zip-'))
    try {
      cpSync(PLUGIN_FOLDER, folder, { recursive: true })
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        utimesSync(join(folder, path), 1_000_000_000, 1_000_000_000)
      expect(zipPlugin(folder).equals(zipPlugin())).toBe(true)
      expect(makeTemplate(folder)).toBe(makeTemplate())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('the template has every text of the sources', () => {
    const kept = readFileSync(join(PLUGIN_FOLDER, 'languages', `${PLUGIN}.pot`), 'utf8')
    expect(kept).toBe(makeTemplate())
    expect(kept.match(/^#: includes\/class-puente-[a-z-]+\.php:\d+$/m)).not.toBeNull()
  })

  it('every text of the template has a Spanish translation', () => {
    const translated = new Map(spanish.map(({ text, translated }) => [text, translated]))
    const texts = template.map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.filter((text) => !translated.get(text))).toEqual([])
    // The format of the plugin's translations has neither.
    expect(template.filter(({ plural, context }) => plural ?? context)).toEqual([])
  })

  it('every translation has a text in the template and keeps its placeholders', () => {
    const texts = new Set(template.map(({ text }) => text))
    const said = spanish.filter(({ text }) => text !== '')
    expect(said.filter(({ text }) => !texts.has(text))).toEqual([])
    expect(new Set(said.map(({ text }) => text)).size).toBe(said.length)
    const placesIn = (text: string) => (text.match(/%(\d\$)?[sd]/g) ?? []).sort()
    for (const { text, translated } of said) expect(placesIn(translated)).toEqual(placesIn(text))
  })

  it('every text with a placeholder has a comment for translators', () => {
    const unexplained = template.filter(
      ({ text, comments }) => /%(\d\$)?[sd]/.test(text) && comments.length === 0,
    )
    expect(unexplained.map(({ text }) => text)).toEqual([])
  })

  it('the compiled translations match their source', () => {
    expect(readFileSync(`${languageFile}.mo`).equals(writeMo(spanish))).toBe(true)
  })

  it("every translated text uses the plugin's own text domain", () => {
    const calls = php.flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/\b(?:__|esc_html__|esc_attr__|_x|_n)\(/g)),
    )
    const places = template.flatMap(({ references }) => references)
    expect(places.filter((place) => /\.php:\d+$/.test(place))).toHaveLength(calls.length)
  })

  it("the readme has the form of WordPress' plugin directory", () => {
    const readme = readFileSync(join(PLUGIN_FOLDER, 'readme.txt'), 'utf8')
    const [, short = ''] = /^License URI: .+\n\n(.+)\n\n== Description ==$/m.exec(readme) ?? []
    expect(short.length).toBeGreaterThan(50)
    expect(short.length).toBeLessThanOrEqual(150)
    const [, tags = ''] = /^Tags: (.+)$/m.exec(readme) ?? []
    expect(tags.split(',').length).toBeLessThanOrEqual(5)
    const sections = Array.from(readme.matchAll(/^== (.+) ==$/gm), ([, name]) => name)
    expect(sections).toEqual([
      'Description',
      'Installation',
      'External services',
      'Frequently Asked Questions',
      'Screenshots',
      'Changelog',
      'Upgrade Notice',
    ])
    expect(readme).toMatch(/== Screenshots ==\n\n1\. .+\n2\. .+\n3\. /)
    for (const section of ['Changelog', 'Upgrade Notice'])
      expect(readme).toContain(`== ${section} ==\n\n= ${pluginVersion()} =`)
    const header = readFileSync(join(PLUGIN_FOLDER, `${PLUGIN}.php`), 'utf8')
    const tested = /^ \* WC tested up to: (.+)$/m.exec(header)?.[1] ?? 'none'
    const wordpress = /^Tested up to: (.+)$/m.exec(readme)?.[1] ?? 'none'
    const document = readFileSync(join(import.meta.dirname, '../../docs/woocommerce.md'), 'utf8')
    const [, newest, ofWordPress] =
      /WooCommerce 8\.9\.3 to (\d+\.\d+)\.\d+ on WordPress (\d+\.\d+)\.\d+/.exec(document) ?? []
    expect([tested, wordpress]).toEqual([newest, ofWordPress])
    for (const field of ['Requires at least', 'Requires PHP', 'License', 'License URI']) {
      const line = (text: string) => new RegExp(`^(?: \\* )?${field}: (.+)$`, 'm').exec(text)?.[1]
      expect([field, line(readme)]).toEqual([field, line(header)])
    }
  })
})
