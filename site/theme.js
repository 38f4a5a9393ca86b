/*
 * Sets the reader's choice of light or dark before the first paint. The design reads `data-theme`, the
 * generator's theme a class; the choice is kept under the generator's key.
 */
const root = document.documentElement

/** Reading throws in browsers that block storage. */
const readChoice = () => {
  try {
    return localStorage.getItem('vitepress-theme-appearance')
  } catch {
    return null
  }
}
const chosen = readChoice() ?? 'auto'
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
root.classList.toggle('dark', chosen === 'dark' || (chosen === 'auto' && prefersDark))

const followClass = () => {
  root.dataset.theme = root.classList.contains('dark') ? 'dark' : 'light'
}
followClass()
new MutationObserver(followClass).observe(root, { attributes: true, attributeFilter: ['class'] })

// Addresses within the API reference that stood at /docs before.
if (location.pathname === '/docs/' && location.hash.startsWith('#/')) location.replace('/docs/api/')
