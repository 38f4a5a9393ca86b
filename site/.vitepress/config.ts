import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../../src/http/documents/heading-anchor.ts'
import { sidebarOf } from '../build/sidebar.ts'
import { DECISIONS, SECTIONS, SPANISH } from '../navigation.ts'
import { accessibleSearch } from './search-dialog.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SPANISH_SEARCH = {
  translations: {
    button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
    modal: {
      displayDetails: 'Mostrar la lista detallada',
      resetButtonTitle: 'Borrar la búsqueda',
      backButtonTitle: 'Cerrar la búsqueda',
      noResultsText: 'No hay resultados para',
      footer: { selectText: 'para abrir', navigateText: 'para moverse', closeText: 'para cerrar' },
    },
  },
}

export default defineConfig({
  title: 'Puente',
  base: '/docs/',
  // Of the build's own folder.
  srcDir: 'pages',
  outDir: 'made',
  cacheDir: join(ROOT, 'node_modules/.cache/vitepress'),
  cleanUrls: true,
  vite: { plugins: [accessibleSearch] },
  head: [
    ['link', { rel: 'icon', href: '/docs/icon.svg' }],
    ['script', { src: '/docs/theme.js' }],
  ],
  locales: {
    root: { label: 'English', lang: 'en' },
    es: {
      label: 'Español',
      lang: 'es',
      link: '/es/',
      themeConfig: {
        sidebar: sidebarOf(SPANISH, ROOT),
        outline: { level: [2, 3], label: 'En esta página' },
        docFooter: { prev: 'Anterior', next: 'Siguiente' },
        darkModeSwitchLabel: 'Apariencia',
        lightModeSwitchTitle: 'Cambiar a claro',
        darkModeSwitchTitle: 'Cambiar a oscuro',
        sidebarMenuLabel: 'Menú',
        returnToTopLabel: 'Volver arriba',
        langMenuLabel: 'Cambiar de idioma',
        skipToContentLabel: 'Ir al contenido',
        nav: [],
      },
    },
  },
  markdown: {
    // Placeholders such as <id> stay text.
    html: false,
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      // The one tag that tables need.
      markdown.inline.ruler.before('autolink', 'line-break', (state, silent) => {
        if (!state.src.startsWith('<br>', state.pos)) return false
        if (!silent) state.push('hardbreak', 'br', 0)
        state.pos += '<br>'.length
        return true
      })
      // A column without a name has no header.
      markdown.core.ruler.push('empty-headers', ({ tokens }) => {
        for (const [index, { type }] of tokens.entries()) {
          const [opened, content, closed] = tokens.slice(index, index + 3)
          if (type !== 'th_open' || content?.content !== '') continue
          for (const token of [opened, closed]) if (token) token.tag = 'td'
        }
      })
    },
  },
  themeConfig: {
    siteTitle: 'Puente',
    search: { provider: 'local', options: { locales: { es: SPANISH_SEARCH } } },
    outline: { level: [2, 3] },
    // A page in another language has another name.
    i18nRouting: false,
    nav: [
      { text: 'API reference', link: '/api/', target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: [
      ...sidebarOf(SECTIONS, ROOT),
      { text: 'Decisions', link: `/${DECISIONS.path}/`, collapsed: true },
    ],
  },
  ignoreDeadLinks: [/^https?:\/\/localhost/, /\/api\/$/],
})
