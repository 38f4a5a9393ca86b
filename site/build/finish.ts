import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

const INLINE_SCRIPT = /<script((?:(?!\ssrc=)[^>])*)>([\s\S]+?)<\/script>/g

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))

/** Moves inline scripts into files: Puente's pages allow no inline script. */
export const moveInlineScripts = (folder: string, base: string): void => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const file of filesIn(folder, /\.html$/)) {
    const page = readFileSync(file, 'utf8').replace(
      INLINE_SCRIPT,
      (_, attributes: string, script: string) => {
        const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
        const name = `assets/inline.${hash}.js`
        writeFileSync(join(folder, name), script)
        return `<script${attributes} src="${base}${name}"></script>`
      },
    )
    writeFileSync(file, page)
  }
}

/** Puente serves the `.gz` beside each script, stylesheet, page and text. */
export const compressSite = (folder: string): void => {
  for (const file of filesIn(folder, /\.(?:js|css|html|md|txt)$/)) {
    const level = constants.Z_BEST_COMPRESSION
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level }))
  }
}
