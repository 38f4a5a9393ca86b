import type { Plugin } from 'vite'

const LAZY_FONT = /require\$1\('#standard-fonts\/(\w+)'\)/g

/** Bundles pdfkit's standard fonts, which it loads by `require`. */
export const pdfFonts = (): Plugin => ({
  name: 'pdf-fonts',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('pdfkit.node.mjs')) return undefined
    const names = [...code.matchAll(LAZY_FONT)].map(([, name]) => name)
    if (names.length === 0) throw new Error('pdfkit loads its standard fonts in another way now.')
    const imports = names.map((name) => `import font${name} from './standard-fonts/${name}.mjs'\n`)
    return { code: imports.join('') + code.replaceAll(LAZY_FONT, 'font$1'), map: null }
  },
})
