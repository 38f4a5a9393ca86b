// Protocol with the shop's page that frames this one, version 1 (packages/browser/src/protocol.ts,
// docs/decisions/0022-card-page-in-a-frame.md). Messages carry states and texts, no card data.
;(() => {
  const VERSION = 1
  const SETUP_PATIENCE_MS = 2_000
  /** Screen readers miss a status that changes while they take in a new page. */
  const STATUS_AFTER_MS = 200
  /** Lowest contrast of text (WCAG 2.2, 1.4.3). */
  const LEGIBLE = 4.5
  const root = document.documentElement
  /** The server checked it: the only origin that reads and sends messages. */
  const shopOrigin = root.dataset.framedBy
  const isFramed = window.parent !== window

  const post = (message) => {
    if (isFramed) window.parent.postMessage({ puente: VERSION, ...message }, shopOrigin)
  }

  const VARIABLES = {
    background: ['--card', '--page'],
    text: ['--ink'],
    muted: ['--soft'],
    border: ['--line'],
    accent: ['--accent', '--accent-strong'],
    onAccent: ['--on-accent'],
    danger: ['--bad'],
    dangerBackground: ['--bad-ground'],
  }
  const HEX = /^#[\da-f]{6}$/
  /** Least and most, in CSS pixels. */
  const LENGTHS = { radius: [0, 32], fontSize: [14, 20], spacing: [0, 40] }
  const FONTS = /^[\p{L}\d\s,"'_-]{1,200}$/u

  /** Keeps known tokens with valid values; raw CSS is none. */
  const readTheme = (given) => {
    const theme = {}
    const ignored = []
    for (const [token, value] of Object.entries(given ?? {})) {
      const read = readToken(token, value)
      if (read === undefined) ignored.push(token)
      else theme[token] = read
    }
    return { theme, ignored }
  }

  const readToken = (token, value) => {
    if (token === 'scheme') return ['light', 'dark'].includes(value) ? value : undefined
    if (token === 'font') return FONTS.test(value) ? value : undefined
    if (Object.hasOwn(VARIABLES, token)) return HEX.test(value) ? value : undefined
    if (!Object.hasOwn(LENGTHS, token) || !Number.isFinite(value)) return undefined
    const [least, most] = LENGTHS[token]
    return Math.min(Math.max(value, least), most)
  }

  const canvas = document.createElement('canvas').getContext('2d')
  const hexOf = (colour) => {
    canvas.fillStyle = '#000000'
    canvas.fillStyle = colour
    return canvas.fillStyle
  }
  const luminanceOf = (hex) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrastOf = (one, other) => {
    const [dark, light] = [one, other].map(luminanceOf).sort((left, right) => left - right)
    return (light + 0.05) / (dark + 0.05)
  }

  /** Drops colours that would make a text illegible. */
  const legible = (theme) => {
    const colours = { ...theme }
    const ignored = []
    const own = getComputedStyle(root)
    const colourOf = (token) => colours[token] ?? hexOf(own.getPropertyValue(VARIABLES[token][0]))
    const isLegible = (ink, ground) => contrastOf(colourOf(ink), colourOf(ground)) >= LEGIBLE
    const drop = (token) => {
      if (colours[token] === undefined) return
      delete colours[token]
      ignored.push(token)
    }
    for (const [ink, ground] of [
      ['text', 'background'],
      ['danger', 'dangerBackground'],
    ]) {
      if (!isLegible(ink, ground)) drop(ink)
      if (!isLegible(ink, ground)) drop(ground)
    }
    if (!isLegible('muted', 'background')) drop('muted')
    if (!isLegible('muted', 'background')) colours.muted = colourOf('text')
    return { colours, ignored }
  }

  /** Returns colours of buttons inside `element`; their text is legible, also while hovered. */
  const coloursOfButtons = (element, { accent, onAccent }) => {
    if (accent === undefined && onAccent === undefined) return {}
    const own = getComputedStyle(element)
    const ownColour = (name) => hexOf(own.getPropertyValue(name))
    const grounds = accent ? [accent] : VARIABLES.accent.map(ownColour)
    const isLegible = (ink) => grounds.every((ground) => contrastOf(ink, ground) >= LEGIBLE)
    const ownInk = ownColour('--on-accent')
    const inks = [onAccent ?? ownInk, ownInk, '#000000', '#ffffff']
    return { ...(accent ? { accent } : {}), onAccent: inks.find(isLegible) ?? ownInk }
  }

  const setColours = ({ style }, colours) => {
    for (const [token, names] of Object.entries(VARIABLES)) {
      if (colours[token] === undefined) continue
      for (const name of names) style.setProperty(name, colours[token])
    }
  }

  /** The server gives the button the store's accent colour. */
  const payButton = document.getElementById('pay')
  const ownStyleOfButton = payButton?.style.cssText ?? ''

  const restoreStyles = () => {
    root.style.cssText = ''
    document.body.style.cssText = ''
    if (payButton) payButton.style.cssText = ownStyleOfButton
  }

  const applyTheme = (given) => {
    const { theme, ignored } = readTheme(given)
    restoreStyles()
    if (theme.scheme) root.dataset.theme = theme.scheme
    const { colours, ignored: illegible } = legible(theme)
    const ofButtons = [root, ...(payButton ? [payButton] : [])].map((element) => ({
      element,
      colours: coloursOfButtons(element, theme),
    }))
    setColours(root, colours)
    for (const button of ofButtons) setColours(button.element, button.colours)
    if (theme.onAccent && ofButtons.some((each) => each.colours.onAccent !== theme.onAccent)) {
      illegible.push('onAccent')
    }
    if (theme.radius !== undefined) root.style.setProperty('--radius', `${theme.radius}px`)
    if (theme.spacing !== undefined) root.style.setProperty('--gutter', `${theme.spacing}px`)
    if (theme.fontSize !== undefined) root.style.fontSize = `${theme.fontSize}px`
    if (theme.font !== undefined) document.body.style.fontFamily = theme.font
    frame.theme = { scheme: theme.scheme, accent: colours.accent }
    if (ignored.length + illegible.length > 0)
      post({ type: 'ignored', tokens: [...ignored, ...illegible] })
  }

  let settle
  /** For card-page.js, whose fields take their theme when they are mounted. */
  const frame = {
    theme: {},
    ready: new Promise((resolve) => {
      settle = resolve
    }),
  }
  window.puenteFrame = frame
  setTimeout(settle, isFramed ? SETUP_PATIENCE_MS : 0)

  const focusFields = () => {
    const places = ['#card-fields iframe', '#identity', '#state h1']
    const place = places.map((selector) => document.querySelector(selector)).find(Boolean)
    place?.focus()
  }

  const receive = ({ source, origin, data }) => {
    if (source !== window.parent || origin !== shopOrigin || data?.puente !== VERSION) return
    switch (data.type) {
      case 'setup':
        root.dataset.payButton = data.button === false ? 'none' : 'shown'
        applyTheme(data.theme)
        settle()
        document.dispatchEvent(new CustomEvent('puente-theme'))
        break
      case 'submit':
        document.getElementById('card-page')?.requestSubmit()
        break
      case 'focus':
        focusFields()
    }
  }
  if (isFramed) window.addEventListener('message', receive)

  const DECLINES = [
    ...['declined', 'no-funds', 'expired-card', 'wrong-details'],
    ...['authentication-failed', 'too-many-declines'],
  ]
  /** The frame offers no other try after these. */
  const FINAL = [
    ...['at-gateway', 'store-disabled'],
    ...['currency-refused', 'amount-refused', 'order-refused'],
  ]
  const outcomeOf = (reason) =>
    DECLINES.includes(reason)
      ? { type: 'declined', reason }
      : { type: 'failed', reason, canRetry: !FINAL.includes(reason) }

  let canSubmit = false
  /** From card-page.js. */
  document.addEventListener('puente', ({ detail }) => {
    switch (detail.type) {
      case 'problem':
        return post({ ...outcomeOf(detail.reason), message: detail.message })
      case 'change':
        if (detail.complete === canSubmit) return
        canSubmit = detail.complete
        return post(detail)
      default:
        post(detail)
    }
  })

  const EVENT_OF_KIND = {
    paid: 'paid',
    confirming: 'confirming',
    'on-hold': 'review',
    'paid-at-gateway': 'review',
    ended: 'expired',
    refunded: 'expired',
    voided: 'expired',
    'not-ready': undefined,
  }

  let shownKind
  const reportState = () => {
    const state = document.getElementById('state')
    const kind = state?.dataset.kind
    if (!kind || kind === shownKind) return undefined
    shownKind = kind
    const outcome = Object.hasOwn(EVENT_OF_KIND, kind)
      ? { type: EVENT_OF_KIND[kind], reason: kind }
      : outcomeOf(kind)
    const [title, sentence] = [...state.querySelectorAll(':scope > h1, :scope > p')]
    const message = `${title.textContent}. ${sentence.textContent}`
    if (outcome.type) post({ ...outcome, message })
    return message
  }

  const reportProblem = () => {
    const problem = document.getElementById('problem')
    const { reason } = problem?.dataset ?? {}
    if (!reason) return undefined
    post({ ...outcomeOf(reason), message: problem.textContent })
    return problem.textContent
  }

  /** For screen readers, which read no page that replaces another one in a frame. */
  const showStatus = (text) => {
    const status = document.getElementById('page-status')
    if (status?.textContent === '') status.textContent = text
  }

  const reportHeight = () => {
    post({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
  }

  post({ type: 'loaded' })
  new ResizeObserver(reportHeight).observe(document.body)
  const outcome = reportState() ?? reportProblem()
  if (outcome) setTimeout(showStatus, STATUS_AFTER_MS, outcome)
  // poll.js replaces the state.
  new MutationObserver(reportState).observe(document.body, { childList: true, subtree: true })
})()
