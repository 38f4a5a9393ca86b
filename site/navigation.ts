/** A page of the site: its address below `/docs/`, and its file in the repository. */
export interface SitePage {
  path: string
  source: string
}

export interface Section {
  title: string
  pages: readonly SitePage[]
}

const page = (source: string, path: string): SitePage => ({ source, path })

const docs = (...names: readonly string[]): SitePage[] =>
  names.map((name) => page(`docs/${name}.md`, name))

const packages = (...names: readonly string[]): SitePage[] =>
  names.map((name) => page(`packages/${name}/README.md`, `packages/${name}`))

const spanish = (source: string, name: string): SitePage => page(`docs/${source}.md`, `es/${name}`)

/** Every document that the site has, in reading order. The build fails for a document that is missing here. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Quick start',
    pages: [
      ...docs('try-it'),
      ...packages('create-shop'),
      ...docs('own-shop', 'woocommerce', 'shopify', 'medusa', 'vendure'),
    ],
  },
  {
    title: 'Guides for developers',
    pages: docs(
      'guides/checkout',
      'guides/saved-cards',
      'guides/refunds',
      'guides/notifications',
      'guides/verify-notifications',
      'guides/testing',
      'guides/going-live',
      'guides/migrating',
      'payments',
      'reconciliation',
      'sandbox',
    ),
  },
  {
    title: 'Packages and examples',
    pages: [
      ...packages('node', 'php', 'browser', 'medusa', 'vendure', 'local', 'simulator'),
      page('examples/README.md', 'examples'),
    ],
  },
  {
    title: 'Guides for merchants',
    pages: docs(
      'guides/payment-requests',
      'guides/payment-links',
      'guide-woocommerce',
      'connecting-woocommerce',
      'customer-mails',
      'operators',
      'customers',
      'accounting',
    ),
  },
  {
    title: 'Guides for operators',
    pages: docs(
      'guides/deploy',
      'guides/deploy-kubernetes',
      'operations',
      'privacy',
      'people',
      'runbooks',
      'scaling',
      'pci',
    ),
  },
  {
    title: 'Reference',
    pages: docs(
      'events',
      'errors',
      'alerts',
      'command-line',
      'reference-woocommerce',
      'reference-operations',
      'versioning',
      'reliability',
      'database',
      'read-schema',
      'performance',
      'glossary',
    ),
  },
  {
    title: 'Packages',
    pages: [
      page('examples/README.md', 'examples'),
      ...packages(
        'create-shop',
        'node',
        'php',
        'browser',
        'medusa',
        'local',
        'simulator',
        'create-adapter',
      ),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('CHANGELOG.md', 'changelog'),
      page('CONTRIBUTING.md', 'contributing'),
      ...docs('architecture'),
      page('adapters/README.md', 'add-a-platform'),
      ...packages('create-adapter'),
      page('test/README.md', 'tests'),
      page('AGENTS.md', 'agents'),
      page('SECURITY.md', 'security'),
      page('CODE_OF_CONDUCT.md', 'code-of-conduct'),
    ],
  },
]

/** Pages in Spanish, for merchants. */
export const SPANISH: readonly Section[] = [
  {
    title: 'Primeros pasos',
    pages: [
      spanish('es/empezar-woocommerce', 'empezar-woocommerce'),
      spanish('es/empezar-shopify', 'empezar-shopify'),
    ],
  },
  {
    title: 'Guías para comercios',
    pages: [
      spanish('es/conectar-woocommerce', 'conectar-woocommerce'),
      spanish('guia-woocommerce', 'guia-woocommerce'),
      spanish('es/pagos-y-reembolsos', 'pagos-y-reembolsos'),
      spanish('es/enlaces-de-pago', 'enlaces-de-pago'),
      spanish('es/cobros', 'cobros'),
      spanish('es/panel', 'panel'),
      spanish('es/clientes', 'clientes'),
      spanish('es/contabilidad', 'contabilidad'),
      spanish('es/alertas', 'alertas'),
      spanish('es/correos', 'correos'),
    ],
  },
]

/** Home pages, outside the sections. */
export const HOMES: readonly SitePage[] = [
  page('docs/README.md', 'index'),
  page('docs/es/README.md', 'es/index'),
]

/** A folder whose numbered records form one section, with a generated list as its page. */
export const DECISIONS = { folder: 'docs/decisions', path: 'decisions' } as const
