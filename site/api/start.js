const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether this page's own origin serves the API: a private port serves the reference alone. */
const isHere = (address) => {
  const { origin, hostname, port } = new URL(address, location.href)
  if (origin === location.origin) return true
  return LOOPBACK.has(hostname) && LOOPBACK.has(location.hostname) && port === location.port
}

const isDark = () => document.documentElement.dataset.theme === 'dark'

/** Adds attributes that assistive technology needs and Scalar leaves out. */
const complete = () => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy')
  }
  for (const button of document.querySelectorAll('button[role="none"]')) {
    button.removeAttribute('role')
  }
  for (const field of document.querySelectorAll('[role="combobox"]:not([aria-expanded])')) {
    field.setAttribute('aria-expanded', 'false')
  }
  for (const code of document.querySelectorAll('.cm-content:not([aria-label])')) {
    code.setAttribute('aria-label', 'Code')
  }
  for (const list of document.querySelectorAll('.endpoints:not([tabindex])')) {
    list.setAttribute('tabindex', '0')
  }
  for (const button of document.querySelectorAll('button[aria-controls]')) {
    const controlled = document.getElementById(button.getAttribute('aria-controls'))
    if (!controlled) button.removeAttribute('aria-controls')
  }
}
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true })

const readDocument = async () => {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`)
  return response.json()
}

const openReference = async () => {
  const content = await readDocument()
  const [{ url = '/' } = {}] = content.servers ?? []
  const canTry = isHere(url)
  // The page's own origin: the browser allows no call to another, not even localhost for 127.0.0.1.
  const servers = [{ url: canTry ? location.origin : url }]
  return window.Scalar.createApiReference('#api', {
    content: { ...content, servers },
    servers,
    theme: 'none',
    layout: 'modern',
    withDefaultFonts: false,
    darkMode: isDark(),
    hideDarkModeToggle: true,
    hideClientButton: true,
    hideTestRequestButton: !canTry,
    proxyUrl: '',
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    documentDownloadType: 'none',
    persistAuth: false,
  })
}

/** Shows where the document is, in place of the reference. */
const sayFailure = () => {
  const link = Object.assign(document.createElement('a'), {
    href: '/openapi.json',
    textContent: '/openapi.json',
  })
  const title = Object.assign(document.createElement('h1'), {
    textContent: 'The API reference did not load',
  })
  const sentence = document.createElement('p')
  sentence.append(
    'It is made from ',
    link,
    ', which did not arrive. Reload the page. With PRIVATE_PORT, only that port has this document: ask the operator of Puente.',
  )
  const main = Object.assign(document.createElement('main'), { className: 'failure' })
  main.append(title, sentence)
  document.getElementById('api').replaceChildren(main)
}

/** Writing throws in browsers that block storage: the choice then lasts as long as the page. */
const keepChoice = (choice) => {
  try {
    localStorage.setItem('vitepress-theme-appearance', choice)
  } catch {}
}

let reference
document.getElementById('appearance').addEventListener('click', () => {
  const dark = !isDark()
  document.documentElement.classList.toggle('dark', dark)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.body.classList.toggle('dark-mode', dark)
  document.body.classList.toggle('light-mode', !dark)
  keepChoice(dark ? 'dark' : 'light')
  reference?.updateConfiguration?.({ ...reference.getConfiguration?.(), darkMode: dark })
})

openReference().then((opened) => {
  reference = opened
}, sayFailure)
