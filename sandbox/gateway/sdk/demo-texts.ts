import type { SandboxLanguage } from '../language.ts'

const es = {
  title: 'Probar los campos de tarjeta',
  intro:
    'Esta página hace lo que haría la página de un comercio: carga el SDK, monta el componente y muestra los eventos. Crea tokens, pero no cobra nada.',
  home: 'Inicio del sandbox',
  options: 'Opciones',
  theme: 'Tema',
  light: 'Claro',
  dark: 'Oscuro',
  accent: 'Color de acento',
  identity: 'Número de identidad del cliente',
  saveCard: 'Guardar la tarjeta (saveCard)',
  mount: 'Montar de nuevo',
  component: 'Componente',
  submit: 'Crear token',
  events: 'Eventos',
  none: 'Todavía ninguno.',
  next: 'Después, en el servidor del comercio',
  nextHint: 'El servidor confirma el token con la clave secreta; el monto se decide allí.',
  cards: 'Tarjetas de prueba',
  cardsHint: 'Con cualquier vencimiento futuro y cualquier CVC. No escriba una tarjeta real.',
} as const

export type DemoTexts = Readonly<Record<keyof typeof es, string>>

const en: DemoTexts = {
  title: 'Try the card fields',
  intro:
    "This page does what a merchant's page would: it loads the SDK, mounts the component and shows the events. It makes tokens, but charges nothing.",
  home: 'Sandbox home',
  options: 'Options',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  accent: 'Accent colour',
  identity: "Customer's identity number",
  saveCard: 'Save the card (saveCard)',
  mount: 'Mount again',
  component: 'Component',
  submit: 'Make a token',
  events: 'Events',
  none: 'None yet.',
  next: "Then, on the merchant's server",
  nextHint: 'The server confirms the token with the secret key; the amount is set there.',
  cards: 'Test cards',
  cardsHint: 'With any future expiry date and any CVC. Do not enter a real card.',
}

export const demoTextsIn = (language: SandboxLanguage): DemoTexts => (language === 'es' ? es : en)
