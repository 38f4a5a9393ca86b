const swc = require('@swc/core')

/*
 * swc parses `.tsx` as `.ts` under dependency-cruiser 17 and fails at the first element; version 18
 * does not.
 */
const { parseFileSync } = swc
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

/** Import layers of the architecture; imports run down only. */
const ours = (...places) => `^(${places.join('|')})/`
const EVERYTHING = ['src', 'adapters', 'sandbox', 'config', 'dashboard']

/** Allows `from` to import only `to`, itself and the catalogues of texts. */
const mayUse = (from, ...to) => ({
  name: `${from}-arrows`,
  severity: 'error',
  from: { path: ours(from), pathNot: '\\.test\\.ts$' },
  to: { path: ours(...EVERYTHING), pathNot: ours(from, 'src/locales', ...to) },
})

/** Capabilities of src/payments, lowest floor first. */
const FLOORS = [
  // Context, platforms and the outbox.
  ['ports', 'alerts'],
  ['orders', 'circuits', 'privacy', 'brand'],
  ['attempts', 'refunds', 'notifications'],
  ['inbound', 'stores'],
  ['store-sync', 'health', 'feed', 'tasks', 'retention', 'reconciliation', 'endpoints', 'journal'],
  ['checkout'],
  // What people of the merchant do without a shop.
  ['requests', 'links', 'mails'],
  // The facade that adapters call.
  ['facade'],
]

const capability = (name) => `^src/payments/${name}/`

/** A capability imports lower floors only, never its own floor. */
const capabilityArrows = FLOORS.flatMap((floor, level) =>
  floor.map((name) => ({
    name: `payments-${name}-arrows`,
    severity: 'error',
    from: { path: capability(name), pathNot: '\\.test\\.ts$' },
    to: {
      path: FLOORS.slice(level)
        .flat()
        .filter((other) => other !== name)
        .map(capability)
        .concat('^src/payments/$'),
    },
  })),
)

module.exports = {
  forbidden: [
    mayUse('src/locales'),
    mayUse('src/domain'),
    mayUse('src/contract', 'src/domain'),
    mayUse('src/runtime', 'src/domain'),
    mayUse('src/gateway', 'src/contract', 'src/runtime', 'src/domain'),
    mayUse('src/db', 'src/contract', 'src/runtime', 'src/domain'),
    // The merchant API's format of orders and payments, which notifications share.
    mayUse('src/wire', 'src/db', 'src/contract', 'src/runtime', 'src/domain'),
    mayUse(
      'src/payments',
      'src/wire',
      'src/gateway',
      'src/db',
      'src/contract',
      'src/runtime',
      'src/domain',
    ),
    ...capabilityArrows,
    // What people read about orders, refunds and alerts.
    mayUse('src/texts', 'src/payments', 'src/db', 'src/contract', 'src/runtime', 'src/domain'),
    // People and rights know no payments.
    mayUse('src/people', 'src/db', 'src/runtime', 'src/domain'),
    mayUse('src/tasks', 'src/payments', 'src/db', 'src/runtime', 'src/domain'),
    mayUse(
      'src/http',
      'src/texts',
      'src/wire',
      'src/people',
      'src/payments',
      'src/gateway',
      'src/db',
      'src/contract',
      'src/runtime',
      'src/domain',
    ),
    // Sends alerts to people with the texts of src/http, scheduled by src/tasks.
    mayUse(
      'src/alerting',
      'src/texts',
      'src/http',
      'src/tasks',
      'src/payments',
      'src/gateway',
      'src/db',
      'src/contract',
      'src/runtime',
      'src/domain',
    ),
    // Rows stay in the core: adapters/adapter.ts imports nothing of src/db.
    mayUse('adapters', 'src/http', 'src/payments', 'src/runtime', 'src/domain'),
    {
      name: 'adapters-ask-the-facade',
      comment: 'An adapter may use adapters/adapter.ts, src/domain, src/locales and src/runtime.',
      severity: 'error',
      from: {
        path: '^adapters/',
        pathNot: '\\.test\\.ts$|^adapters/adapter\\.ts$',
      },
      to: {
        path: '^src/',
        pathNot: '^src/(domain|locales|runtime)/',
      },
    },
    // Connecting a store knows no platform.
    {
      name: 'onboarding-arrows',
      severity: 'error',
      from: { path: '^adapters/onboarding/', pathNot: '\\.test\\.ts$' },
      to: { path: '^adapters/', pathNot: '^adapters/(adapter\\.ts$|onboarding/)' },
    },
    mayUse('sandbox/gateway', 'src/contract', 'src/runtime', 'src/domain', 'config'),
    // The demo shop plays a merchant's shop and knows Puente by HTTP only.
    mayUse('sandbox/shop', 'src/runtime', 'src/domain'),
    mayUse('config', 'src/contract', 'src/runtime', 'src/domain'),
    {
      name: 'registry-is-passed-in',
      comment: 'Only what starts a process knows the platforms, and of them the list alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^adapters/', pathNot: '^adapters/registry\\.ts$' },
    },
    {
      name: 'processes-pass-the-registry-in',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$|^src/main\\.ts$|^src/cli/' },
      to: { path: '^adapters/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'No I/O, no clock, no randomness in the rules of src/payments.',
      severity: 'error',
      from: { path: '^src/payments/[^/]+/rules/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^src/payments/[^/]+/rules/',
          // Types of storefronts and notifications, and text helpers.
          '^src/payments/ports/(storefront|notification)\\.ts$',
          '^src/contract/',
          '^src/domain/',
          // Types of gateway responses.
          '^src/gateway/(outcomes|refunds)\\.ts$',
          // Row types and date arithmetic.
          '^src/db/(db|tables/[\\w-]+)\\.ts$',
          '^src/runtime/clock\\.ts$',
        ],
      },
    },
    mayUse('dashboard', 'src/domain', 'src/locales'),
    {
      name: 'screens-stand-on-parts',
      comment: 'Only the router and the preloading of screens know the screens.',
      severity: 'error',
      from: {
        path: '^dashboard/(app|parts)/',
        pathNot: '^dashboard/app/(router\\.tsx|ahead\\.ts)$',
      },
      to: { path: '^dashboard/screens/' },
    },
    {
      name: 'lazy-imports',
      comment:
        'An import inside a function shortens a start: of a process that must hear signals first, of a command, of the first sign-in or receipt. It never gets around another rule. The dashboard loads each screen lazily.',
      severity: 'error',
      from: {
        path: ours('src', 'adapters', 'sandbox', 'config'),
        pathNot: [
          '^(src/main|sandbox/gateway/serve)\\.ts$',
          '^src/cli/(tree/|terminal/run-command-line\\.ts$)',
          '^src/runtime/tracing/open-tracing\\.ts$',
          '^src/people/sign-in/(auth|sessions-without-password)\\.ts$',
          '^src/people/passkeys/webauthn\\.ts$',
          '^src/people/single-sign-on/issuer\\.ts$',
          '^sandbox/gateway/receipts/receipt-pdf\\.ts$',
        ],
      },
      to: { dynamic: true },
    },
    {
      name: 'no-cycles',
      comment: 'Imports of types and lazy imports close circles, too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: ours(...EVERYTHING), pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      severity: 'error',
      from: {
        path: ours('src', 'adapters', 'sandbox', 'config'),
        // Build scripts run before a release, not in it; Shopify bundles the extension.
        pathNot: '\\.test\\.ts$|^adapters/[^/]+/build/|^adapters/shopify/extension/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dashboard/dist/' },
    // swc parses, because TypeScript 7 has no compiler API.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
