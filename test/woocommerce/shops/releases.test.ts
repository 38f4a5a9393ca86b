import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatrixOptions } from './options.ts'
import { readReleases } from './releases.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'puente-releases-'))
  write('wp/wp-includes/version.php', "<?php\n$wp_version = '6.9.1';\n")
  write('wp/wp-settings.php')
  write('wc/woocommerce.php', '<?php\n/**\n * Version: 11.0.1\n */\n')
  write('wc/vendor/autoload_packages.php')
  write('clone/woocommerce.php', '<?php\n/**\n * Version: 11.1.0-dev\n */\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (path: string, text = '<?php\n') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const read = (given: Partial<Record<'wp' | 'wc' | 'subscriptions' | 'languages', string>>) => {
  const at = (path: string | undefined) => (path ? join(folder, path) : undefined)
  const options: MatrixOptions = {
    wordpress: join(folder, given.wp ?? 'wp'),
    woocommerce: [join(folder, given.wc ?? 'wc')],
    subscriptions: at(given.subscriptions),
    languages: at(given.languages),
    storages: ['tables'],
    only: [],
    keep: false,
    resume: false,
    writeDocs: false,
  }
  return readReleases(options)
}

describe('the releases of the WooCommerce matrix', () => {
  it('each release folder names its version', () => {
    const { wordpress, woocommerce } = read({})
    expect([wordpress.version, woocommerce[0]?.version]).toEqual(['6.9.1', '11.0.1'])
  })

  it.each([
    { given: { wp: 'nowhere' }, sentence: /nowhere holds no release of WordPress/ },
    { given: { wp: 'wc' }, sentence: /wc holds no release of WordPress/ },
    {
      given: { wc: 'clone' },
      sentence: /clone holds no release of WooCommerce.*autoload_packages/,
    },
    { given: { subscriptions: 'wc' }, sentence: /no release of WooCommerce Subscriptions Core/ },
    { given: { languages: 'nowhere' }, sentence: /no folder .*nowhere/ },
  ])('a folder without a release gets one sentence: $given', ({ given, sentence }) => {
    expect(() => read(given)).toThrow(sentence)
  })
})
