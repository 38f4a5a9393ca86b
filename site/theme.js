/*
 * Sets the reader's choice of light or dark before the first paint. The design reads `data-theme`, the
 * site's theme the class; both remember the choice under the same key.
 */
const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto'
const dark =
  chosen === 'dark' ||
  (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', dark)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
